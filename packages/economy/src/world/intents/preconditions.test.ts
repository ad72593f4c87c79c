import { INTENT_TEXTS, INTENTS, type IntentType } from '@assay/protocol';
import { describe, expect, it } from 'vitest';
import { actorId, bankId, businessId, cityId, propertyId } from '../ids.ts';
import type { World } from '../state.ts';
import { NOBODY, owner, setup } from '../testing/players.ts';
import { DEFINITIONS } from './definitions.ts';
import { needsOf } from './preconditions.ts';

/** The example of the type, with its ids replaced by ids of this world or of no world. */
function paramsOf(w: World, type: string, turn: number): unknown {
  const ids: Record<string, string> = {
    targetCityId: cityId(w, turn % w.rows.city),
    cityId: cityId(w, turn % w.rows.city),
    businessId: businessId(w, (turn * 7) % w.rows.business),
    propertyId: propertyId(w, (turn * 5) % w.rows.dwelling),
    targetActorId: actorId(w, turn % w.rows.actor),
    toActorId: actorId(w, turn % w.rows.actor),
    actorId: actorId(w, turn % w.rows.actor),
    bankId: bankId(w, turn % w.rows.city),
  };
  const { example } = INTENT_TEXTS[type as IntentType];
  const sent = Object.entries(example).map(([name, value]) => {
    if (turn % 9 === 8 && typeof value === 'string' && name.endsWith('Id')) return [name, NOBODY];
    if (name.startsWith('max') || name === 'amount') return [name, ['1', '90000000', '900000000000'][turn % 3]];
    return [name, ids[name] ?? value];
  });
  const read = INTENTS[type as IntentType].params.safeParse(Object.fromEntries(sent));
  return read.success ? read.data : undefined;
}

describe.each([
  ['a player with marks', () => setup()],
  ['a player that owns a business', () => owner()],
])('preconditions of every intent, for %s', (_, open) => {
  const { w, h } = open();
  const actors = [h, 0, 1, 2, 3, 40];

  it.each([...DEFINITIONS])(
    '%s: lists every code of its check, and an unmet one blocks the intent',
    (type, definition) => {
      for (let turn = 0; turn < 60; turn++) {
        const params = paramsOf(w, type, turn);
        if (params === undefined) continue;
        for (const actor of actors) {
          const blocked = definition.check(w, actor, params as never);
          const code = typeof blocked === 'object' ? (blocked?.code ?? null) : blocked;
          const { preconditions } = needsOf(w, type, actor) ?? { preconditions: [] };
          if (code !== null) expect(preconditions.map((one) => one.code)).toContain(code);
          else expect(preconditions.filter(({ met }) => met === false)).toEqual([]);
        }
      }
    },
  );
});

describe('preconditions', () => {
  it('are unknown without an actor, and cost a number or nothing', () => {
    const { w } = setup();

    for (const type of DEFINITIONS.keys()) {
      const needs = needsOf(w, type, undefined);
      expect([type, needs?.preconditions.every(({ met }) => met === null)]).toEqual([type, true]);
      expect(Number.isInteger(needs?.cost ?? 0)).toBe(true);
    }
  });

  it('report that a purse cannot cover a move, and its cost', () => {
    const { w, h } = setup();
    w.actor.deposit[h] = 0;
    const needs = needsOf(w, 'INTENT_MOVE_CITY', h);

    expect(needs?.cost).toBeGreaterThan(0);
    expect(needs?.preconditions).toContainEqual(expect.objectContaining({ code: 'insufficient_funds', met: false }));
  });

  it.each([
    ['INTENT_REQUEST_LOAN', 'credit_refused'],
    ['INTENT_SET_LOAN_TERMS', 'not_owner'],
    ['INTENT_BUY_PROPERTY', 'not_listed'],
    ['INTENT_BUY_BUSINESS', 'not_listed'],
    ['INTENT_SELL_ITEM', 'not_owner'],
    ['INTENT_GIVE_ITEM', 'not_owner'],
  ])('report that a player without business or items cannot succeed with %s', (type, unmet) => {
    const { w, h } = setup();

    expect(needsOf(w, type, h)?.preconditions).toContainEqual(expect.objectContaining({ code: unmet, met: false }));
  });

  it('are absent for an unsupported intent', () => {
    expect(needsOf(setup().w, 'INTENT_ADD_STAKE', undefined)).toBeUndefined();
  });
});
