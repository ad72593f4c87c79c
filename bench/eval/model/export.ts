import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PASSES, type Pass } from '@assay/audit';
import { instructionOf, PROMPT_VERSION, planReading, type ReadingPlan } from '@assay/reader';
import type { Review } from '../run.ts';
import type { StrangerSample } from '../suites/stranger-files.ts';

/** What a request is about. Kept apart from the requests: whoever answers them is not to know. */
export type IndexRow = {
  readonly request: string;
  readonly id: string;
  readonly suite: string;
  readonly label: StrangerSample['label'];
  readonly channel: string;
  readonly category: string;
  readonly pass: Pass;
  readonly part: number;
  readonly parts: number;
  readonly tokens: number;
};

const instructionFile = (pass: Pass): string => `instruction-${pass}.txt`;

/** Wild skills are read once, everything else three times. */
export const passesOf = ({ suite }: StrangerSample): readonly Pass[] => (suite === 'wild' ? ['a'] : PASSES);

/** The plan of a sample as the product would make it: after the engine, with its findings as hints. */
async function planOf(sample: StrangerSample, review: Review): Promise<ReadingPlan & { readonly isBlocked: boolean }> {
  const bundle = sample.load();
  const { report } = await review(bundle);
  const plan = planReading(bundle, { report, passes: passesOf(sample) });
  return { ...plan, isBlocked: report.reviewResult === 'UNSAFE' };
}

/** Requests about what the engine blocks by itself: the council refuses it whatever anybody answers. */
const BLOCKED_LIST = 'blocked-by-engine.txt';

/**
 * Writes every request as a file named by its key, which says nothing about its label, and each instruction once. The
 * index with the labels goes beside the folder, never into it.
 */
export async function exportRequests(
  samples: readonly StrangerSample[],
  review: Review,
  folder: string,
): Promise<readonly IndexRow[]> {
  const files = new Map<string, string>();
  const index: IndexRow[] = [];
  const blocked = new Set<string>();
  for (const sample of samples) {
    const { passes, isBlocked } = await planOf(sample, review);
    for (const { pass, requests } of passes) {
      for (const [at, { key, user, inputTokensEstimated }] of requests.entries()) {
        if (isBlocked) blocked.add(key);
        files.set(key, toFile(key, pass, user));
        index.push({
          request: key,
          id: sample.id,
          suite: sample.suite,
          label: sample.label,
          channel: sample.channel,
          category: sample.category,
          pass,
          part: at + 1,
          parts: requests.length,
          tokens: inputTokensEstimated,
        });
      }
    }
  }
  writeAll(folder, files);
  writeFileSync(
    join(folder, BLOCKED_LIST),
    [...blocked]
      .sort()
      .map((key) => `${key}\n`)
      .join(''),
  );
  const inKeyOrder = index.toSorted((a, b) => (a.request < b.request ? -1 : 1));
  writeFileSync(`${folder}.index.jsonl`, inKeyOrder.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return inKeyOrder;
}

/** The message is itself JSON between two lines; here it stands as it is, so that nothing is escaped twice. */
function toFile(key: string, pass: Pass, user: string): string {
  const lines = user.split('\n');
  const boundary = lines[0] ?? '';
  const message = lines.slice(1, -1).join('\n');
  const head = JSON.stringify({
    request: key,
    promptVersion: PROMPT_VERSION,
    instruction: instructionFile(pass),
    boundary,
  });
  return `${head.slice(0, -1)},\n"message":${message}}\n`;
}

/** In the order of the keys, so that not even the times of the files tell anything. */
function writeAll(folder: string, files: ReadonlyMap<string, string>): void {
  mkdirSync(folder, { recursive: true });
  for (const pass of PASSES) writeFileSync(join(folder, instructionFile(pass)), `${instructionOf(pass)}\n`);
  for (const key of [...files.keys()].sort()) writeFileSync(join(folder, `${key}.json`), files.get(key) ?? '');
}
