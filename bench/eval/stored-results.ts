import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Result, Sample } from './sample.ts';

/** Results of earlier runs. With a file, a stopped run continues where it ended. */
export type StoredResults = {
  readonly find: (sample: Sample) => Result | undefined;
  readonly add: (result: Result) => void;
};

const NOTHING_STORED: StoredResults = { find: () => undefined, add: () => {} };

/** Rows of another set of rules are passed over: their verdicts are not this engine's. */
export function openStoredResults(file: string | undefined, ruleset: string): StoredResults {
  if (file === undefined) return NOTHING_STORED;
  const known = new Map<string, Omit<Result, 'sample'>>();
  for (const line of existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []) {
    const row = parseRow(line);
    if (row?.ruleset === ruleset) known.set(row.id, row.result);
  }
  return {
    find: (sample) => {
      const result = known.get(sample.id);
      return result && { sample, ...result };
    },
    add: ({ sample, ...result }) => appendFileSync(file, `${JSON.stringify({ id: sample.id, ruleset, result })}\n`),
  };
}

type Row = { readonly id: string; readonly ruleset: string; readonly result: Omit<Result, 'sample'> };

/** A run that was stopped while it wrote leaves half a line: that skill is reviewed again. */
function parseRow(line: string): Row | undefined {
  try {
    return JSON.parse(line) as Row;
  } catch {
    return undefined;
  }
}
