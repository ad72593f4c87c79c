import { readCorpus } from './corpus.ts';
import type { EvalOptions } from './options.ts';
import { listResults } from './output/lists.ts';
import { type Review, runSamples } from './run.ts';
import { isBlocked, type Result } from './sample.ts';
import { readWild } from './wild.ts';

/** Rules about content that is run or followed but was not read, or differs from the reviewed content. */
const UNREAD_CONTENT_RULES: ReadonlySet<string> = new Set(['UNA-14', 'UNA-08']);

/** Nothing else would have blocked it. */
const isBlockedByUnreadOnly = (result: Result): boolean => {
  const blocking = result.fired.filter((one) => one.isBlocking);
  return isBlocked(result) && blocking.length > 0 && blocking.every(({ ruleId }) => UNREAD_CONTENT_RULES.has(ruleId));
};

/** `--blocked-by-unread`: which harmless and wild skills are blocked by these rules alone, each with what was found. */
export async function listBlockedByUnread({ corpus, wild, limit, jobs }: EvalOptions, review: Review): Promise<void> {
  const harmless = corpus === undefined ? [] : readCorpus(corpus).filter(({ label }) => label === 'benign');
  const found = wild === undefined ? [] : readWild(wild, limit);
  for (const [name, samples] of [
    ['Benign skills', harmless],
    ['Wild skills', found],
  ] as const) {
    if (samples.length === 0) continue;
    const results = await runSamples(samples, review, jobs);
    const title = `${name} blocked only by what runs, of ${results.length} (${results.filter(isBlocked).length} blocked)`;
    console.log(listResults(title, results.filter(isBlockedByUnreadOnly)));
  }
}
