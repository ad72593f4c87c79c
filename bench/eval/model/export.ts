import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PASSES, type Pass } from '@assay/audit';
import { estimateTokens, type PlannedPass, planReading, type ReadingPlan } from '@assay/reader';
import * as z from 'zod';
import type { Review } from '../run.ts';
import type { SuiteSample } from '../suites/suite-files.ts';
import type { ReadSample } from './answers.ts';
import { toFlawQuestion } from './flaws.ts';
import { passesOf } from './published.ts';

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
  /** A pass, or whether a refusal names the flaw of its label. */
  pass: z.enum([...PASSES, 'flaw']),
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

/** The plan of a sample as the product would make it: after the engine, with its findings as hints. */
async function planOf(sample: SuiteSample, review: Review, passes: readonly Pass[]) {
  const bundle = sample.load();
  const { report } = await review(bundle);
  const plan: ReadingPlan = planReading(bundle, { report, passes });
  return { plan, isBlocked: report.reviewResult === 'UNSAFE' };
}

export const indexFileOf = (folder: string): string => `${folder.replace(/\/+$/, '')}.index.jsonl`;

/** One file for those who answer. */
type Question = {
  readonly sample: SuiteSample;
  readonly key: string;
  readonly text: string;
} & Pick<IndexRow, 'pass' | 'part' | 'parts' | 'tokens' | 'isBlocked'>;

/** Every request of every sample, complete with its instruction. */
export async function exportRequests(
  samples: readonly SuiteSample[],
  review: Review,
  folder: string,
  wanted: readonly Pass[] = PASSES,
): Promise<readonly IndexRow[]> {
  const questions: Question[] = [];
  for (const sample of samples) {
    const passes = passesOf(sample).filter((pass) => wanted.includes(pass));
    const { plan, isBlocked } = await planOf(sample, review, passes);
    for (const planned of plan.passes) questions.push(...toQuestions(sample, planned, isBlocked));
  }
  return writeQuestions(questions, folder);
}

/** Whether a refusal names the flaw. Recorded answers are not asked for again. */
export const exportFlaws = (
  reads: readonly ReadSample[],
  folder: string,
  recorded: ReadonlyMap<string, string>,
): readonly IndexRow[] => {
  const questions = reads.flatMap((read): Question[] => {
    const asked = toFlawQuestion(read);
    if (asked === undefined) return [];
    const isBlocked = read.engine.reviewResult === 'UNSAFE';
    const tokens = estimateTokens(asked.text);
    return [{ sample: read.sample, ...asked, pass: 'flaw', part: 1, parts: 1, tokens, isBlocked }];
  });
  return writeQuestions(questions, folder, recorded);
};

const toQuestions = (sample: SuiteSample, { pass, requests }: PlannedPass, isBlocked: boolean): Question[] =>
  requests.map(({ key, system, user, inputTokensEstimated: tokens }, at) => {
    const part = { pass, part: at + 1, parts: requests.length, tokens, isBlocked };
    return { sample, key, text: `${system}\n\n${user}\n`, ...part };
  });

/**
 * Writes every question as a file of its own under a random name that says nothing about label, suite or pass. The index
 * with the labels goes beside the folder, never into it.
 */
function writeQuestions(
  questions: readonly Question[],
  folder: string,
  recorded: ReadonlyMap<string, string> = new Map(),
): readonly IndexRow[] {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty: requests of two exports must not be mixed. Name a new folder.`);
  const files = new Map<string, { readonly name: string; readonly text: string }>();
  const index = questions.map(({ sample, key, text, ...rest }): IndexRow => {
    const name = files.get(key)?.name ?? randomBytes(8).toString('hex');
    files.set(key, { name, text });
    const { id, suite, label, channel, category } = sample;
    return { name, request: key, id, suite, label, channel, category, ...rest };
  });
  // In the order of their random names, so that not even the times of the files tell anything.
  mkdirSync(folder, { recursive: true });
  const open = [...files].flatMap(([key, file]) => (recorded.has(key) ? [] : [file]));
  const byName = open.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const { name, text } of byName) writeFileSync(join(folder, `${name}.txt`), text);
  const inNameOrder = index.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  writeFileSync(indexFileOf(folder), inNameOrder.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return inNameOrder;
}
