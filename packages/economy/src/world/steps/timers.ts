/** What falls due by the clock: consents that expire, votes that close, salaries that change. */

import type { World } from '../state.ts';
import { dropOldWishes } from '../wishes.ts';

export function runTimers(w: World): void {
  dropOldWishes(w);
}
