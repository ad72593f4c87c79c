/** Once a day, each in its own hour, an actor updates its needs and chooses one activity. */

import { MEET_CELLS, needScore, REST_CELLS, risksLiving, STUDY_CELLS } from '../choice.ts';
import { ask, mayBind } from '../consents.ts';
import { emitActor, isTracked } from '../events.ts';
import { study } from '../intents/self.ts';
import { ACTOR_FLAGS, EDGES_MAX, NEEDS, SOCIABILITY, TRAITS } from '../layout.ts';
import { meet } from '../meetings.ts';
import { addNeed, ENERGY, PURPOSE, updateNeeds } from '../needs.ts';
import {
  CONSUMER_SECTORS,
  DAYS_PER_WEEK,
  FOOD,
  HOURS_PER_DAY,
  SECTORS,
  SERVICES,
  VISITS_PER_MONTH,
} from '../params.ts';
import { gainOf, readChange } from '../policy.ts';
import { isVisiting } from '../presence.ts';
import { openJournal } from '../recorder.ts';
import { EDGE_KIND, edgePlace, isBound } from '../relations.ts';
import type { Dice } from '../rng.ts';
import type { World } from '../state.ts';
import { diceFor } from './dice.ts';

const MEETINGS_MAX = 2;
/** The share of a month's purchases that fall into a week. */
const VISITS_SEEN = VISITS_PER_MONTH / 4;
const WHIM = 2.5;
const [REST_GAIN, STUDY_GAIN] = [12, 5] as const;
const LOW_NEED = 15;
const TURNOUT = 0.3;
const [CLOSE, ASK_CHANCE] = [55, 0.02] as const;

export function wake(w: World): void {
  openJournal(w.out, { type: 'step', id: 'wake' });
  const dice = diceFor(w, 'wake');
  const openVotes = w.side.proposals.some(({ state }) => state === 'OPEN');
  for (let h = w.tick % HOURS_PER_DAY; h < w.rows.actor; h += HOURS_PER_DAY) {
    if (isVisiting(w, h)) continue;
    if (w.out.isOn && isTracked(w, h)) updateAndTell(w, h);
    else updateNeeds(w, h);
    lookBack(w, h);
    const sociability = w.actor.traits[h * TRAITS.length + SOCIABILITY] / 255;
    for (let k = 0; k < MEETINGS_MAX; k++) if (dice.uniform() < sociability) meet(w, h, -1, dice);
    if ((w.actor.flags[h] & ACTOR_FLAGS.remote) === 0) chooseDay(w, h, dice, openVotes);
  }
}

/** Chooses the best free activity: rest, study, a meeting; occasionally a bond or a vote. */
function chooseDay(w: World, h: number, dice: Dice, openVotes: boolean): void {
  if (openVotes && dice.uniform() < TURNOUT) vote(w, h);
  const { needs } = w.actor;
  const at = h * NEEDS.length;
  const rest = needScore(needs, at, REST_CELLS) + (2 * dice.uniform() - 1) * WHIM;
  const company = needScore(needs, at, MEET_CELLS) + (2 * dice.uniform() - 1) * WHIM;
  const book = needScore(needs, at, STUDY_CELLS) + (2 * dice.uniform() - 1) * WHIM;
  if (company > rest && company > book && company > 0) meet(w, h, -1, dice);
  else if (rest > book && rest > 0) addNeed(w, h, ENERGY, REST_GAIN);
  else if (book > 0 && !studies(w, h)) addNeed(w, h, PURPOSE, STUDY_GAIN);
  if (dice.uniform() < ASK_CHANCE) proposeBond(w, h);
}

const STUDY_HOURS = 4;

/** Studies at a school for a fee when the switch lets actors spend on themselves, else with a book at home. */
function studies(w: World, h: number): boolean {
  if (!w.params.switches.autonomousMoney) return false;
  const employer = w.actor.employer[h];
  const skill = SECTORS[employer < 0 ? FOOD : w.business.sector[employer]] ?? 'FOOD';
  const { check, apply, effect } = study.definition;
  const params = { skill, hours: STUDY_HOURS };
  if (check(w, h, params) !== null || risksLiving(w, h, effect?.(w, h, params) ?? {})) return false;
  apply(w, h, params, '');
  return true;
}

/** Votes on the oldest open proposal of the city, by its effect on the actor's own month. */
function vote(w: World, h: number): void {
  for (const proposal of w.side.proposals) {
    if (proposal.state !== 'OPEN' || proposal.city !== w.actor.city[h]) continue;
    if (proposal.yes.includes(h) || proposal.no.includes(h)) continue;
    const change = readChange(proposal.type, proposal.payload);
    if (change === undefined) continue;
    (gainOf(w, h, change) > 0 ? proposal.yes : proposal.no).push(h);
    return;
  }
}

/** Proposes a bond to the best friend, if the two are not bound yet: a partnership within one city, else an alliance. */
function proposeBond(w: World, h: number): void {
  const { edgePeer, edgeKind, affinity, city } = w.actor;
  let [best, most] = [-1, CLOSE];
  for (let place = h * EDGES_MAX; place < (h + 1) * EDGES_MAX; place++) {
    if (edgeKind[place] === EDGE_KIND.PARTNERSHIP) return;
    if (!isBound(edgeKind[place]) && edgePeer[place] >= 0 && affinity[place] > most)
      [best, most] = [edgePeer[place], affinity[place]];
  }
  if (best < 0 || edgePlace(w, best, h) < 0) return;
  const type = city[best] === city[h] ? 'PARTNERSHIP' : 'ALLIANCE';
  const isAsked = w.side.consents.some(
    ({ from, to, state }) => (from === h || to === h || from === best || to === best) && state === 'PENDING',
  );
  if (!isAsked && mayBind(w, type, h, best)) ask(w, { type, from: h, to: best, terms: {}, left: 0 });
}

/** The share of the planned food and services that could be bought in a week, 0–100. */
function lookBack(w: World, h: number): void {
  if (w.tick % (HOURS_PER_DAY * DAYS_PER_WEEK) >= HOURS_PER_DAY) return;
  const { plan, bought, foodFill, serviceFill } = w.actor;
  const fill = (sector: number): number => {
    const wanted = plan[h * CONSUMER_SECTORS + sector] * VISITS_SEEN;
    return wanted <= 0 ? 0 : Math.min(100, (100 * bought[h * CONSUMER_SECTORS + sector]) / wanted);
  };
  foodFill[h] = Math.round(fill(FOOD));
  serviceFill[h] = Math.round(fill(SERVICES));
  bought.fill(0, h * CONSUMER_SECTORS, (h + 1) * CONSUMER_SECTORS);
}

/** Emits an event when a need becomes low, not every day that it is low. */
function updateAndTell(w: World, h: number): void {
  const at = h * NEEDS.length;
  const before = w.actor.needs.slice(at, at + NEEDS.length);
  updateNeeds(w, h);
  for (const [place, need] of NEEDS.entries()) {
    const value = w.actor.needs[at + place];
    if (value < LOW_NEED && (before[place] ?? 0) >= LOW_NEED) emitActor(w, 'actor.need_low', h, { need, value });
  }
}
