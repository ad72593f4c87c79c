/** Steps a and b: random shocks, and separations. */

import { leaveJob } from '../labour.ts';
import { isVisiting } from '../presence.ts';
import type { World } from '../state.ts';
import { diceFor } from './dice.ts';

export function drawShocks(w: World): void {
  const { params, nation } = w;
  const dice = diceFor(w, 'shocks');
  const common = dice.normal() * params.sentimentSpread;
  for (let c = 0; c < w.rows.city; c++) {
    const own = dice.normal() * params.sentimentSpread;
    w.city.sentiment[c] = params.sentimentMemory * w.city.sentiment[c] + 0.7 * common + 0.7 * own;
  }
  nation.restlessness = params.restlessnessMemory * nation.restlessness + params.restlessnessSpread * dice.normal();
  nation.effort = params.effortMemory * nation.effort + params.effortSpread * dice.normal();
  nation.harvest = params.harvestMemory * nation.harvest + params.harvestSpread * dice.normal();
}

/** The minimum share of the usual separations in a stable economy. */
const CALM = 0.2;

export function separate(w: World): void {
  const chance = w.params.separation * Math.max(CALM, 1 + w.nation.restlessness);
  const dice = diceFor(w, 'separations');
  const { employer, publicPost } = w.actor;
  w.business.quits.fill(0);
  for (let h = 0; h < w.rows.actor; h++) {
    if (isVisiting(w, h)) continue;
    if (dice.uniform() >= chance) continue;
    if (employer[h] >= 0) {
      w.business.quits[employer[h]] += 1;
      leaveJob(w, h);
    } else publicPost[h] = 0;
  }
}
