import { describe, expect, it } from 'vitest';
import { answer, ask } from './consents.ts';
import { actorId, businessId, worldId } from './ids.ts';
import { BUSINESS_STATUS, SKILL_SLOTS } from './layout.ts';
import { MARK, TICKS_PER_MONTH, toParams } from './params.ts';
import { act, join, neighbour, PLAYER, smallWorld } from './testing/worlds.ts';
import { step } from './tick.ts';

const CERTIFICATE = '0123456789abcdef01234567';

/** A player with two open businesses and one licence for a skill that has a price. */
function world(licenceChecks: boolean) {
  const w = smallWorld();
  const h = join(w, 500);
  w.params = toParams({ actors: 120, cities: 3, switches: { licenceChecks } });
  const open = Array.from({ length: w.rows.business }, (_, f) => f).filter(
    (f) => w.business.status[f] === BUSINESS_STATUS.active,
  );
  const [first = -1, second = -1] = open;
  for (const f of [first, second]) w.business.owner[f] = h;
  const about = { name: 'Tool', securityLevel: 'CLEAR', isValid: true, isFree: false };
  step(w, [
    { kind: 'certificate.set', certificateId: CERTIFICATE, ...about },
    { kind: 'licence.grant', actorId: PLAYER, licence: 'SKILL_LICENCE', ref: CERTIFICATE, name: 'Tool' },
  ]);
  const equip = (f: number) =>
    act(w, 'INTENT_EQUIP_SKILL', { businessId: businessId(w, f), certificateId: CERTIFICATE }).reasonCode;
  const uses = (f: number) => w.business.skills.subarray(f * SKILL_SLOTS, (f + 1) * SKILL_SLOTS).includes(0);
  return { w, h, first, second, equip, uses };
}

describe('a licence of a skill', () => {
  it('is used by one business', () => {
    const { first, second, equip } = world(true);

    expect([equip(first), equip(second)]).toEqual([null, 'no_licence']);
  });

  it('cannot be given or sold, so that no receiver uses it too', () => {
    const { w, h, first, second, equip, uses } = world(true);
    const friend = neighbour(w, h);
    w.business.owner[second] = friend;
    equip(first);
    answer(w, ask(w, { type: 'TRADE', from: h, to: friend, terms: {}, left: MARK }), true);
    const [licence] = w.side.items.filter(({ kind }) => kind === 'SKILL_LICENCE');
    const gift = { itemId: worldId(w, 'item', licence?.id ?? -1), toActorId: actorId(w, friend) };

    expect(act(w, 'INTENT_GIVE_ITEM', gift).reasonCode).toBe('not_owner');
    expect(act(w, 'INTENT_SELL_ITEM', { ...gift, quantity: 1, unitPrice: '1' }).reasonCode).toBe('not_owner');
    expect([licence?.owner, uses(first), uses(second)]).toEqual([h, true, false]);
  });

  it('is no longer used a month after it was given away', () => {
    const { w, h, first, equip, uses } = world(true);
    equip(first);
    for (const item of w.side.items) if (item.owner === h) item.owner = h === 0 ? 1 : 0;

    expect(uses(first)).toBe(true);
    while (w.tick % TICKS_PER_MONTH !== 1) step(w, []);
    expect(uses(first)).toBe(false);
  });

  it('ends at once when it is returned', () => {
    const { w, first, equip, uses } = world(true);
    equip(first);

    const { results } = step(w, [{ kind: 'licence.revoke', actorId: PLAYER, ref: CERTIFICATE }]);

    expect([results[0]?.isDone, uses(first)]).toEqual([true, false]);
    expect(equip(first)).toBe('no_licence');
  });

  it('is not checked in worlds from before the rule until they adopt it', () => {
    const { first, second, equip } = world(false);

    expect([equip(first), equip(second)]).toEqual([null, null]);
  });
});
