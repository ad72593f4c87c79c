import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAnswer } from '@assay/reader';
import * as z from 'zod';
import { type Proportion, toProportion } from '../measure/proportion.ts';
import type { IndexRow } from './export.ts';
import { parseFlawAnswer } from './flaws.ts';
import { isPublished, THIRD_PARTY, WILD } from './published.ts';

/** Answers cannot be replayed, so this is not a `.jsonl` file. */
const verdictsFileOf = (suite: string): string => `${suite}.verdicts`;

type Imported = {
  readonly suites: ReadonlyMap<string, number>;
  /** Requests of the index without an answer, and answers that cannot be read as one. */
  readonly unanswered: number;
  readonly malformed: readonly string[];
};

/**
 * Answers of blind readers, one file `NAME.json` for each exported `NAME.txt`, kept
 * as recordings: one file per suite, in the order of the keys. Earlier answers to requests of the index stay; answers to
 * any other request belong to another prompt version and go. Of published products, which are not ours to repeat, only
 * verdict, lines and a hash of each quote are kept.
 */
export function importAnswers(folder: string, index: readonly IndexRow[], into: string): Imported {
  mkdirSync(into, { recursive: true });
  const malformed: string[] = [];
  const suites = new Map<string, number>();
  let unanswered = 0;
  for (const [recording, rows] of Map.groupBy(index, recordingOf)) {
    const suite = rows[0]?.suite ?? '';
    const file = join(into, isPublished(suite) ? verdictsFileOf(suite) : `${recording}.jsonl`);
    const kept = readKept(file);
    const answers = new Map<string, unknown>();
    const samples = new Map(rows.map(({ request, id, label, pass }) => [request, { sample: id, label, pass }]));
    for (const { name, request, pass } of rows) {
      const text = findAnswer(folder, name);
      if (text === undefined && !kept.has(request)) unanswered += 1;
      else if (text === undefined) answers.set(request, kept.get(request));
      else if (parseAs(pass, text) === undefined) malformed.push(name);
      else answers.set(request, isPublished(suite) ? withoutWords(text) : parseAs(pass, text));
    }
    if (answers.size === 0) continue;
    const ordered = [...answers].sort(([a], [b]) => (a < b ? -1 : 1));
    const toLine = ([request, answer]: [string, unknown]) =>
      JSON.stringify({ request, ...(isPublished(suite) ? samples.get(request) : {}), answer });
    writeFileSync(file, ordered.map((entry) => `${toLine(entry)}\n`).join(''));
    suites.set(recording, answers.size);
  }
  return { suites, unanswered, malformed: [...new Set(malformed)] };
}

/** Comparisons with the flaw are kept beside the answers of the passes. */
const recordingOf = ({ suite, pass }: IndexRow): string => (pass === 'flaw' ? `${suite}.flaw` : suite);

const parseAs = (pass: IndexRow['pass'], text: string): unknown =>
  pass === 'flaw' ? parseFlawAnswer(text) : parseAnswer(text);

function findAnswer(folder: string, name: string): string | undefined {
  const file = join(folder, `${name}.json`);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

const StoredResults = z.object({ request: z.string(), answer: z.unknown() });

const readKept = (file: string): ReadonlyMap<string, unknown> =>
  new Map(
    (existsSync(file) ? readFileSync(file, 'utf8') : '')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => StoredResults.parse(JSON.parse(line)))
      .map(({ request, answer }) => [request, answer]),
  );

function withoutWords(text: string): unknown {
  const answer = parseAnswer(text);
  if (answer === undefined) return { verdict: 'MALFORMED' };
  return {
    verdict: answer.verdict,
    findings: answer.findings.map(({ startLine, endLine, severity, quote }) => ({
      startLine,
      endLine,
      severity,
      quoteSha256: createHash('sha256').update(quote).digest('hex'),
    })),
  };
}

const Verdict = z.object({
  sample: z.string(),
  label: z.enum(['malicious', 'benign', 'wild']),
  pass: z.string().optional(),
  answer: z.object({
    verdict: z.string(),
    findings: z.array(z.object({ startLine: z.int(), endLine: z.int(), severity: z.string() })).default([]),
  }),
});
export type StoredVerdict = z.infer<typeof Verdict>;

export type PublishedRow = {
  readonly name: string;
  readonly hostileRefused: Proportion;
  readonly harmlessRefused: Proportion;
};

/** How many published skills a packed recording refuses: a skill of several parts is refused when one of them is. */
export function countPublished(folder: string): PublishedRow[] {
  return [WILD, THIRD_PARTY]
    .map((suite) => ({ suite, verdicts: readVerdicts(folder, suite) }))
    .filter(({ verdicts }) => verdicts.length > 0)
    .map(({ suite, verdicts }) => toRow(suite, verdicts));
}

/** Stored verdicts about published products; empty if none are recorded. */
export function readVerdicts(folder: string, suite: string): StoredVerdict[] {
  const file = join(folder, verdictsFileOf(suite));
  return (existsSync(file) ? readFileSync(file, 'utf8') : '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Verdict.parse(JSON.parse(line)));
}

function toRow(name: string, verdicts: readonly StoredVerdict[]): PublishedRow {
  const samples = [...Map.groupBy(verdicts, ({ sample }) => sample).values()];
  const shareOf = (isHostile: boolean): Proportion => {
    const members = samples.filter(([first]) => (first?.label === 'malicious') === isHostile);
    const refused = members.filter((parts) => parts.some(({ answer }) => answer.verdict === 'REFUSE'));
    return toProportion(refused.length, members.length);
  };
  return { name, hostileRefused: shareOf(true), harmlessRefused: shareOf(false) };
}
