/** Actions at a due time: answers, closing votes, salary changes. */
import { answerByHeart } from '../consents.ts';
import { closeVotes, enact } from '../policy.ts';
import { openJournal } from '../recorder.ts';
import type { World } from '../state.ts';
import { dropOldWishes } from '../wishes.ts';

export function runTimers(w: World): void {
  openJournal(w.out, { type: 'timer', id: String(w.tick) });
  dropOldWishes(w);
  if (w.side.consents.length > 0) answerByHeart(w);
  if (w.side.proposals.length > 0) closeVotes(w);
  const due = w.side.salaryChanges.filter(({ tick }) => tick <= w.tick);
  if (due.length === 0) return;
  for (const { city, factor, roles } of due) enact(w, city, { type: 'PUBLIC_WAGE', factor, roles });
  w.side.salaryChanges = w.side.salaryChanges.filter(({ tick }) => tick > w.tick);
}
