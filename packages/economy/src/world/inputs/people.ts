/** Newcomers, and the settings of their owners or the operator. */
import { findFirstHome } from '../arrivals.ts';
import { emit } from '../events.ts';
import { clamp } from '../exact.ts';
import { addActor, FIRST_AUTONOMY } from '../genesis.ts';
import { actorRow, cityId, cityRow } from '../ids.ts';
import { equipSkill } from '../intents/business.ts';
import { ACTOR_FLAGS, FUNDS } from '../layout.ts';
import { actorAccount, FEDERAL, move } from '../ledger.ts';
import { checkLicences } from '../licences.ts';
import { indexPresence } from '../presence.ts';
import { indexIds, type World } from '../state.ts';
import { diceFor } from '../steps/dice.ts';
import { done, type Input, type InputResult, refused } from './types.ts';

type Of<Kind extends Input['kind']> = Extract<Input, { kind: Kind }>;

/** The settlement in reference wages before the arrivals reserve existed. The federal treasury paid it as far as it could. */
const SETTLEMENT_WAGES = 2;
const REPUTATION_MAX = 100;
/** The largest row that postings and events can represent. */
const ACTORS_MAX = 2_000_000;

export function joinActor(w: World, input: Of<'actor.join'>): InputResult {
  if (actorRow(w, input.actorId) !== undefined) return refused('already_joined');
  const wished = input.cityId === undefined ? smallestCity(w) : cityRow(w, input.cityId);
  if (wished === undefined) return refused('target_not_found');
  if (w.rows.actor >= ACTORS_MAX) return refused('policy_guard');
  const h = addActor(w, wished, diceFor(w, 'newcomers', w.rows.actor), true);
  w.side.actorIds.push([h, input.actorId]);
  w.side.actorNames.push([h, input.name]);
  indexIds(w);
  w.actor.flags[h] |= ACTOR_FLAGS.linked;
  w.actor.autonomy[h] = FIRST_AUTONOMY;
  const granted = w.params.switches.arrivals === true ? visit(w, h) : settleAtOnce(w, h, wished);
  const data = { name: input.name, kind: 'PLAYER', cityId: cityId(w, wished) };
  emit(w, 'actor.born', { actor: h, subject: { type: 'actor', id: input.actorId }, data });
  return done({ actorId: input.actorId, cityId: data.cityId, grant: String(granted) });
}

/** A visitor owns nothing in the economy until its first intent. */
function visit(w: World, h: number): number {
  w.actor.flags[h] |= ACTOR_FLAGS.visiting;
  w.city.population[w.actor.city[h]] -= 1;
  indexPresence(w);
  return 0;
}

function settleAtOnce(w: World, h: number, wished: number): number {
  const grant = Math.min(SETTLEMENT_WAGES * w.city.publicWage[wished], w.fund.deposit[FUNDS.federal]);
  const granted = move(w, FEDERAL, actorAccount(h), grant, 'GRANT');
  findFirstHome(w, h, wished);
  return granted;
}

function smallestCity(w: World): number {
  let best = 0;
  for (let c = 1; c < w.rows.city; c++) if (w.city.population[c] < w.city.population[best]) best = c;
  return best;
}

export function changeActor(w: World, input: Of<'actor.change'>): InputResult {
  const h = actorRow(w, input.actorId);
  if (h === undefined) return refused('actor_not_found');
  if (input.name !== undefined) {
    w.side.actorNames = w.side.actorNames.filter(([row]) => row !== h);
    w.side.actorNames.push([h, input.name]);
    indexIds(w);
  }
  if (input.control !== undefined) setFlag(w, h, 'remote', input.control === 'REMOTE');
  if (input.autonomy !== undefined) w.actor.autonomy[h] = Math.round(clamp(input.autonomy, 0, 1) * 100);
  return done({});
}

function setFlag(w: World, h: number, name: keyof typeof ACTOR_FLAGS, isSet: boolean): void {
  const bit = ACTOR_FLAGS[name];
  w.actor.flags[h] = isSet ? w.actor.flags[h] | bit : w.actor.flags[h] & ~bit;
}

function flag(w: World, id: string, name: keyof typeof ACTOR_FLAGS, isSet: boolean): InputResult {
  const h = actorRow(w, id);
  if (h === undefined) return refused('actor_not_found');
  setFlag(w, h, name, isSet);
  return done({});
}

export const freezeActor = (w: World, input: Of<'actor.freeze'>): InputResult =>
  flag(w, input.actorId, 'frozen', input.isFrozen);
export const followActor = (w: World, input: Of<'actor.follow'>): InputResult =>
  flag(w, input.actorId, 'followed', input.isFollowed);
export const setValidator = (w: World, input: Of<'validator.set'>): InputResult =>
  flag(w, input.actorId, 'validator', input.isActive);

export function setReputation(w: World, input: Of<'actor.reputation'>): InputResult {
  const h = actorRow(w, input.actorId);
  if (h === undefined) return refused('actor_not_found');
  w.actor.reputation[h] = Math.round(clamp(w.actor.reputation[h] + input.change, 0, REPUTATION_MAX));
  return done({ reputation: w.actor.reputation[h] });
}

export function grantLicence(w: World, input: Of<'licence.grant'>): InputResult {
  const h = actorRow(w, input.actorId);
  if (h === undefined) return refused('actor_not_found');
  w.side.items.push({
    id: w.side.nextId++,
    owner: h,
    kind: input.licence,
    name: input.name,
    quantity: 1,
    quality: 100,
    ref: { type: input.licence === 'SKILL_LICENCE' ? 'certificate' : 'track', id: input.ref },
    unitCost: null,
    acquiredTick: w.tick,
  });
  return done(input.businessId === undefined ? {} : { isEquipped: equip(w, h, input.businessId, input.ref) });
}

/** Ends one licence of the holder. A licence that was passed on is not taken from its new holder. */
export function revokeLicence(w: World, input: Of<'licence.revoke'>): InputResult {
  const h = actorRow(w, input.actorId);
  if (h === undefined) return refused('actor_not_found');
  const item = w.side.items.find(
    ({ owner, kind, ref, quantity }) =>
      owner === h && kind === 'SKILL_LICENCE' && ref?.id === input.ref && quantity > 0,
  );
  if (item === undefined) return refused('target_not_found');
  item.quantity -= 1;
  w.side.items = w.side.items.filter((one) => one.quantity > 0);
  checkLicences(w);
  return done({});
}

/** Equips the skill like an owner's intent. A purchased skill is kept even when it cannot be used. */
function equip(w: World, h: number, businessId: string, certificateId: string): boolean {
  const { check, apply } = equipSkill.definition;
  const params = { businessId, certificateId } as Parameters<typeof apply>[2];
  if (check(w, h, params) !== null) return false;
  apply(w, h, params, '');
  return true;
}
