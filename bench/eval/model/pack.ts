import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAnswer } from '@assay/reader';
import * as z from 'zod';
import { type Proportion, toProportion } from '../measure/proportion.ts';
import type { IndexRow } from './export.ts';

/** No answers that could be replayed, so no `.jsonl`. */
const WILD_VERDICTS = 'wild.verdicts';

type Imported = {
  readonly suites: ReadonlyMap<string, number>;
  /** Requests of the index without an answer, and answers that cannot be read as one. */
  readonly unanswered: number;
  readonly malformed: readonly string[];
};

/**
 * Answers of blind readers, one file `NAME.json` for each exported `NAME.txt`, kept
 * as recordings: one file per suite, in the order of the keys. Earlier answers to requests of the index stay; answers to
 * any other request belong to another prompt version and go. Of wild skills, which are not ours to repeat, only verdict,
 * lines and a hash of each quote are kept.
 */
export function importAnswers(folder: string, index: readonly IndexRow[], into: string): Imported {
  mkdirSync(into, { recursive: true });
  const malformed: string[] = [];
  const suites = new Map<string, number>();
  let unanswered = 0;
  for (const [suite, rows] of Map.groupBy(index, (row) => row.suite)) {
    const file = join(into, suite === 'wild' ? WILD_VERDICTS : `${suite}.jsonl`);
    const kept = readKept(file);
    const answers = new Map<string, unknown>();
    for (const { name, request } of rows) {
      const text = findAnswer(folder, name);
      if (text === undefined && !kept.has(request)) unanswered += 1;
      else if (text === undefined) answers.set(request, kept.get(request));
      else if (parseAnswer(text) === undefined) malformed.push(name);
      else answers.set(request, suite === 'wild' ? withoutWords(text) : parseAnswer(text));
    }
    if (answers.size === 0) continue;
    const ordered = [...answers].sort(([a], [b]) => (a < b ? -1 : 1));
    writeFileSync(file, ordered.map(([request, answer]) => `${JSON.stringify({ request, answer })}\n`).join(''));
    suites.set(suite, answers.size);
  }
  return { suites, unanswered, malformed: [...new Set(malformed)] };
}

function findAnswer(folder: string, name: string): string | undefined {
  const file = join(folder, `${name}.json`);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

const Kept = z.object({ request: z.string(), answer: z.unknown() });

const readKept = (file: string): ReadonlyMap<string, unknown> =>
  new Map(
    (existsSync(file) ? readFileSync(file, 'utf8') : '')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => Kept.parse(JSON.parse(line)))
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

const Verdict = z.object({ answer: z.object({ verdict: z.string() }) });

/** How many wild skills a packed recording refuses; `undefined` when it holds none. */
export function countWildRefusals(folder: string): Proportion | undefined {
  const file = join(folder, WILD_VERDICTS);
  if (!existsSync(file)) return undefined;
  const verdicts = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Verdict.parse(JSON.parse(line)).answer.verdict);
  return toProportion(verdicts.filter((verdict) => verdict === 'REFUSE').length, verdicts.length);
}
