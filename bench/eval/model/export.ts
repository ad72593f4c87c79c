import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PASSES, type Pass } from '@assay/audit';
import { planReading, type ReadingPlan } from '@assay/reader';
import * as z from 'zod';
import type { Review } from '../run.ts';
import type { SuiteSample } from '../suites/suite-files.ts';
import { isPublished } from './published.ts';

/** The subject of a request. Stored separately, because readers must not know it. */
const IndexRow = z.object({
  /** Name of the file, drawn at random. */
  name: z.string().regex(/^[0-9a-f]{16}$/),
  /** Key of the request, under which its answer is recorded. */
  request: z.string(),
  id: z.string(),
  suite: z.string(),
  label: z.enum(['malicious', 'benign', 'wild']),
  channel: z.string(),
  category: z.string(),
  pass: z.enum(PASSES),
  part: z.int(),
  parts: z.int(),
  tokens: z.int(),
  /** The engine blocks the sample whatever anybody answers. */
  isBlocked: z.boolean(),
});
export type IndexRow = z.infer<typeof IndexRow>;

export const parseIndex = (text: string): IndexRow[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => IndexRow.parse(JSON.parse(line)));

/** Published skills are read once, everything else in every pass. */
export const passesOf = ({ suite }: SuiteSample): readonly Pass[] => (isPublished(suite) ? ['a'] : PASSES);

/** The plan of a sample as the product would make it: after the engine, with its findings as hints. */
async function planOf(sample: SuiteSample, review: Review, passes: readonly Pass[]) {
  const bundle = sample.load();
  const { report } = await review(bundle);
  const plan: ReadingPlan = planReading(bundle, { report, passes });
  return { plan, isBlocked: report.reviewResult === 'UNSAFE' };
}

export const indexFileOf = (folder: string): string => `${folder.replace(/\/+$/, '')}.index.jsonl`;

/**
 * Writes every request as a file of its own, complete with its instruction, under a random name that says nothing about
 * label, suite or pass. The index with the labels goes beside the folder, never into it.
 */
export async function exportRequests(
  samples: readonly SuiteSample[],
  review: Review,
  folder: string,
  wanted: readonly Pass[] = PASSES,
): Promise<readonly IndexRow[]> {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty: requests of two exports must not be mixed. Name a new folder.`);
  const files = new Map<string, { readonly name: string; readonly text: string }>();
  const index: IndexRow[] = [];
  for (const sample of samples) {
    const passes = passesOf(sample).filter((pass) => wanted.includes(pass));
    const { plan, isBlocked } = await planOf(sample, review, passes);
    for (const { pass, requests } of plan.passes) {
      for (const [at, { key, system, user, inputTokensEstimated: tokens }] of requests.entries()) {
        const name = files.get(key)?.name ?? randomBytes(8).toString('hex');
        files.set(key, { name, text: `${system}\n\n${user}\n` });
        const { id, suite, label, channel, category } = sample;
        const part = { pass, part: at + 1, parts: requests.length, tokens, isBlocked };
        index.push({ name, request: key, id, suite, label, channel, category, ...part });
      }
    }
  }
  // In the order of their random names, so that not even the times of the files tell anything.
  mkdirSync(folder, { recursive: true });
  const byName = [...files.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const { name, text } of byName) writeFileSync(join(folder, `${name}.txt`), text);
  const inNameOrder = index.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  writeFileSync(indexFileOf(folder), inNameOrder.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return inNameOrder;
}
