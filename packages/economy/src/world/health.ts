/** The state of a city as one word, by the first matching rule. */
import type { Figures } from './snapshot-fields.ts';
import type { World } from './state.ts';
import { figureOf, HEALTH } from './statistics.ts';

const [CRISIS_RATE, RISE, GAP, HOT] = [0.2, 0.02, 0.015, 0.03] as const;
const [QUARTER, LOOK_BACK] = [3, 24] as const;

const health = (name: (typeof HEALTH)[number]): number => HEALTH.indexOf(name);

/** Called before the month's figures are stored: month 0 of the history is the previous month. */
export function judgeHealth(w: World, c: number, figures: Figures): number {
  const u = figures.unemploymentRate ?? 0;
  const bankIsBroke = w.bank.deposit[c] === 0 && w.bank.loans[c] > 0;
  if (u > CRISIS_RATE || bankIsBroke) return health('CRISIS');
  if (isShrinking(w, c, figures) && u - (figureOf(w, c, 'unemploymentRate', 2 * QUARTER - 1) ?? u) >= RISE) {
    return health('RECESSION');
  }
  const usual = usualUnemployment(w, c);
  if (usual === undefined) return health('STABLE');
  if (u > usual + GAP) return health('SLOWDOWN');
  if (u < usual - GAP && (figures.inflation12m ?? 0) > HOT) return health('BOOM');
  return health('STABLE');
}

/** Real output of a quarter, `quartersAgo` before the quarter that ends now. */
function quarterOutput(w: World, c: number, figures: Figures, quartersAgo: number): number | undefined {
  let sum = 0;
  for (let month = quartersAgo * QUARTER; month < (quartersAgo + 1) * QUARTER; month++) {
    const output = month === 0 ? figures.gdpReal : figureOf(w, c, 'gdpReal', month - 1);
    if (output === undefined) return undefined;
    sum += output;
  }
  return sum;
}

function isShrinking(w: World, c: number, figures: Figures): boolean {
  const [now, before, earlier] = [0, 1, 2].map((quarter) => quarterOutput(w, c, figures, quarter));
  if (now === undefined || before === undefined || earlier === undefined) return false;
  return now < before && before < earlier;
}

function usualUnemployment(w: World, c: number): number | undefined {
  let [sum, months] = [0, 0];
  for (; months < LOOK_BACK; months++) {
    const rate = figureOf(w, c, 'unemploymentRate', months);
    if (rate === undefined) break;
    sum += rate;
  }
  return months === 0 ? undefined : sum / months;
}
