/** Once a day, each in its own hour, an actor brings its needs up to date and chooses its day. */

import { SOCIABILITY, TRAITS } from '../layout.ts';
import { meet } from '../meetings.ts';
import { updateNeeds } from '../needs.ts';
import { CONSUMER_SECTORS, FOOD, HOURS_PER_DAY, SERVICES, VISITS_PER_MONTH } from '../params.ts';
import type { World } from '../state.ts';
import { diceFor } from './dice.ts';

const MEETINGS_MAX = 2;
/** Share of a month's purchases that is looked back on, so that one bad day shows within a week. */
const VISITS_SEEN = VISITS_PER_MONTH / 4;

export function wake(w: World): void {
  const dice = diceFor(w, 'wake');
  for (let h = w.tick % HOURS_PER_DAY; h < w.rows.actor; h += HOURS_PER_DAY) {
    updateNeeds(w, h);
    const sociability = w.actor.traits[h * TRAITS.length + SOCIABILITY] / 255;
    for (let k = 0; k < MEETINGS_MAX; k++) if (dice.uniform() < sociability) meet(w, h, -1, dice);
    lookBack(w, h);
  }
}

/** How much of the food and services that were planned could be bought, 0–100, as a moving mean. */
function lookBack(w: World, h: number): void {
  const { plan, bought, foodFill, serviceFill } = w.actor;
  const fill = (sector: number): number => {
    const wanted = plan[h * CONSUMER_SECTORS + sector] * VISITS_SEEN;
    return wanted <= 0 ? 0 : Math.min(100, (100 * bought[h * CONSUMER_SECTORS + sector]) / wanted);
  };
  if (w.tick % (HOURS_PER_DAY * 7) >= HOURS_PER_DAY) return;
  foodFill[h] = Math.round(fill(FOOD));
  serviceFill[h] = Math.round(fill(SERVICES));
  bought.fill(0, h * CONSUMER_SECTORS, (h + 1) * CONSUMER_SECTORS);
}
