import { median, quantile } from '../../lib/report.ts';
import { isBlocked, type Result } from '../sample.ts';
import { type Proportion, toProportion } from './proportion.ts';

/** The number of skills on which a rule fires, and the number that it helps to block, by kind of evidence. */
export type RuleHitRow = {
  readonly rule: string;
  readonly evidence: string;
  readonly fires: number;
  readonly blocks: number;
};

export type WildFigures = {
  readonly skills: number;
  readonly owners: number;
  readonly blocked: Proportion;
  /** Of the blocked those that are called UNSAFE; the rest is left to a person, because nobody here could read it. */
  readonly accused: Proportion;
  readonly high: Proportion;
  /** Owners with at least one blocked skill: one owner with many copies must not decide the figure. */
  readonly ownersBlocked: Proportion;
  readonly bySource: readonly { readonly name: string; readonly blocked: Proportion; readonly high: Proportion }[];
  readonly byReason: readonly { readonly name: string; readonly blocked: number }[];
  readonly fires: readonly RuleHitRow[];
  readonly time: { readonly medianMs: number; readonly p95Ms: number; readonly worstMs: number };
  readonly passages: { readonly median: number; readonly p95: number };
};

export function toWildFigures(results: readonly Result[]): WildFigures {
  const owners = [...Map.groupBy(results, ({ sample }) => sample.repository).values()];
  const times = results.map(({ durationMs }) => durationMs);
  const passages = results.map((result) => result.passages);
  return {
    skills: results.length,
    owners: owners.length,
    blocked: share(results, isBlocked),
    accused: share(results, ({ reviewResult }) => reviewResult === 'UNSAFE'),
    high: share(results, ({ hasHigh }) => hasHigh),
    ownersBlocked: toProportion(owners.filter((skills) => skills.some(isBlocked)).length, owners.length),
    bySource: [...Map.groupBy(results, ({ sample }) => sample.source)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, members]) => ({
        name,
        blocked: share(members, isBlocked),
        high: share(members, ({ hasHigh }) => hasHigh),
      })),
    byReason: countReasons(results),
    fires: countFires(results),
    time: { medianMs: median(times), p95Ms: quantile(times, 0.95), worstMs: Math.max(0, ...times) },
    passages: { median: median(passages), p95: quantile(passages, 0.95) },
  };
}

const share = (results: readonly Result[], test: (result: Result) => boolean): Proportion =>
  toProportion(results.filter(test).length, results.length);

function countReasons(results: readonly Result[]): WildFigures['byReason'] {
  const counts = new Map<string, number>();
  for (const { reasons, reviewResult } of results)
    for (const name of reviewResult === 'FAULT' ? ['fault'] : reasons) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, blocked]) => ({ name, blocked })).sort((a, b) => b.blocked - a.blocked);
}

/** A skill counts once per rule and kind of evidence, however often the rule fires in it. */
function countFires(results: readonly Result[]): RuleHitRow[] {
  const rows = new Map<string, { rule: string; evidence: string; fires: number; blocks: number }>();
  for (const { fired } of results) {
    for (const { ruleId, evidence, isBlocking } of fired) {
      const key = `${ruleId} ${evidence}`;
      const row = rows.get(key) ?? { rule: ruleId, evidence, fires: 0, blocks: 0 };
      rows.set(key, { ...row, fires: row.fires + 1, blocks: row.blocks + (isBlocking ? 1 : 0) });
    }
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
