import { isBlocked, isCaught, type Result } from '../sample.ts';
import { type Proportion, toProportion } from './proportion.ts';

export type Row = { readonly name: string; readonly rows: Proportion; readonly clusters: Proportion };

type Test = (result: Result) => boolean;

/** Share of results, and share of clusters of near-duplicates; a cluster counts as its worst member does. */
function toRow(name: string, results: readonly Result[], test: Test, worst: 'all' | 'any'): Row {
  const clusters = [...Map.groupBy(results, ({ sample }) => sample.cluster).values()];
  const hits = clusters.filter((members) => (worst === 'all' ? members.every(test) : members.some(test)));
  return {
    name,
    rows: toProportion(results.filter(test).length, results.length),
    clusters: toProportion(hits.length, clusters.length),
  };
}

/** Recall: a cluster is caught when all of it is. */
export const recallRow = (name: string, results: readonly Result[]): Row => toRow(name, results, isCaught, 'all');

/** False alarms: a cluster is hit when any of it is. */
export const blockedRow = (name: string, results: readonly Result[]): Row => toRow(name, results, isBlocked, 'any');
export const highRow = (name: string, results: readonly Result[]): Row =>
  toRow(name, results, ({ hasHigh }) => hasHigh, 'any');

export function rowsBy(
  results: readonly Result[],
  key: (result: Result) => string,
  row: (name: string, results: readonly Result[]) => Row,
): Row[] {
  return [...Map.groupBy(results, key)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, members]) => row(name, members));
}

/** One row per source, of everything that is not from it. */
export function rowsWithout(results: readonly Result[], row: (name: string, results: readonly Result[]) => Row): Row[] {
  const sources = [...new Set(results.map(({ sample }) => sample.source))].sort();
  return sources.map((source) =>
    row(
      `without ${source}`,
      results.filter(({ sample }) => sample.source !== source),
    ),
  );
}

/** The mean of the shares of the groups: one large repository cannot hide a bad small one. */
export function macroShare(rows: readonly Row[]): number {
  const shares = rows.filter(({ rows: { n } }) => n > 0).map(({ rows: { hits, n } }) => hits / n);
  return shares.length === 0 ? 0 : shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

const SIZE_STEPS = [2_000, 8_000, 32_000, 128_000] as const;

export function sizeClass({ sample: { bytes } }: Result): string {
  const index = SIZE_STEPS.findIndex((step) => bytes < step);
  if (index === -1) return `5: from ${SIZE_STEPS[3] / 1_000} kB`;
  return `${index + 1}: below ${(SIZE_STEPS[index] ?? 0) / 1_000} kB`;
}

/** Skills whose own name speaks of attacks or defence: the ones a scanner that cannot tell doing from discussing blocks first. */
export const isAboutSecurity = ({ sample }: Result): boolean =>
  /secur|pentest|penetration|hack|threat|vulnerab|exploit|injection|malware|forensic|red-?team|\bctf\b|incident|audit/i.test(
    sample.id,
  );
