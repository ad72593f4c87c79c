import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAnswer } from '@assay/reader';
import { readAnswers } from '@assay/reader/testing';
import * as z from 'zod';
import { type Proportion, toProportion } from '../measure/proportion.ts';

/** No answers that could be replayed, so no `.jsonl`. */
const WILD_VERDICTS = 'wild.verdicts';

const IndexLine = z.object({ request: z.string(), suite: z.string() });

/**
 * Recorded answers as they may be committed: one file per suite, in the order of the keys. Of wild skills, which are not
 * ours to repeat, only verdict, lines and a hash of each quote.
 */
export function packAnswers(folder: string, indexFile: string, into: string): void {
  const suiteOf = new Map(
    readFileSync(indexFile, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => IndexLine.parse(JSON.parse(line)))
      .map(({ request, suite }) => [request, suite]),
  );
  const known = [...readAnswers(folder)]
    .filter(([request]) => suiteOf.has(request))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  mkdirSync(into, { recursive: true });
  for (const [suite, answers] of Map.groupBy(known, ([request]) => suiteOf.get(request) ?? '')) {
    const lines = answers.map(([request, text]) => {
      const answer: unknown = suite === 'wild' ? withoutWords(text) : JSON.parse(text);
      return `${JSON.stringify({ request, answer })}\n`;
    });
    writeFileSync(join(into, suite === 'wild' ? WILD_VERDICTS : `${suite}.jsonl`), lines.join(''));
  }
}

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
