import { inReportOrder } from './findings.ts';
import { isDecisive, type JudgedFinding } from './verdict.policy.ts';

const HINTS_MAX = 8;
const SAME_PLACE_LINES = 3;

const isSamePlace = (one: JudgedFinding, other: JudgedFinding): boolean =>
  one.file === other.file && Math.abs(one.range.startLine - other.range.startLine) <= SAME_PLACE_LINES;

/** Keeps every decisive finding and the most severe hints, one per place. */
export function boundHints<F extends JudgedFinding>(findings: readonly F[]): F[] {
  const decisive = findings.filter(isDecisive);
  const hints: F[] = [];
  for (const hint of findings.filter((finding) => !isDecisive(finding)).sort(inReportOrder)) {
    if (hints.length === HINTS_MAX) break;
    if (![...decisive, ...hints].some((known) => isSamePlace(known, hint))) hints.push(hint);
  }
  return [...decisive, ...hints];
}
