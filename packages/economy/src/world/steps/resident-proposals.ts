/** When the switch is on: once a month, a resident of each city proposes a change from which it gains. */
import type { Rows } from '../columns.ts';
import { gainOf, guardOf, openProposal, readChange } from '../policy.ts';
import { residents, type World } from '../state.ts';
import { diceFor } from './dice.ts';

const CHANGES = [
  { type: 'TAX_CHANGE', column: 'incomeTax', tax: 'income', step: 100 },
  { type: 'TAX_CHANGE', column: 'profitTax', tax: 'profit', step: 100 },
  { type: 'BENEFIT', column: 'benefit', step: 200 },
  { type: 'PUBLIC_POSTS', column: 'publicPosts', step: 100 },
] as const;

export function proposeByInterest(w: World): void {
  if (w.params.switches.residentProposals !== true) return;
  const dice = diceFor(w, 'proposals');
  const people = residents(w);
  for (let c = 0; c < w.rows.city; c++) {
    const local = people[c] as Rows;
    if (local.length === 0) continue;
    const h: number = local[dice.below(local.length)];
    const drawn = CHANGES[dice.below(CHANGES.length)] as (typeof CHANGES)[number];
    const sign = dice.uniform() < 0.5 ? 1 : -1;
    const bp = Math.round(w.city[drawn.column][c] * 10_000) + sign * drawn.step;
    const payload = 'tax' in drawn ? { tax: drawn.tax, bp } : { bp };
    const change = readChange(drawn.type, payload);
    if (change === undefined || gainOf(w, h, change) <= 0 || guardOf(w, c, change) !== null) continue;
    openProposal(w, { city: c, type: drawn.type, payload, proposer: h });
  }
}
