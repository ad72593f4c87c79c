import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Origin of a pair. Detectors are tuned on `registry` only. */
export const ORIGINS = ['registry', 'incidents'] as const;
type Origin = (typeof ORIGINS)[number];

export type Pair = {
  readonly ruleId: string;
  readonly name: string;
  readonly origin: Origin;
  readonly vulnerable: string;
  readonly fixed: string;
  /** Lines of the vulnerable text where the detector has to fire. */
  readonly lines: readonly number[];
  /** The corresponding lines of the fixed text, or the lines of the fix. */
  readonly fixedLines: readonly number[];
  /** Both texts as a diff of the whole file. */
  readonly change: string;
};

const FOLDER = fileURLToPath(new URL('../pairs/', import.meta.url));
const MARK = /\s*\/\/([-+!@])$/;
const SIGNS: Readonly<Record<string, string>> = { '-': '-', '!': '-', '+': '+' };
/** A placeholder in the files, because tools reject files with bidirectional control characters. */
const BIDI = '\u202e';

/**
 * Parses one pair file. `//-` marks lines of the vulnerable text only, `//+` lines of the fixed text only. `//!` marks
 * a finding on a line that only the vulnerable text has, `//@` one on a line that both have.
 */
function toPair(origin: Origin, file: string): Pair {
  const written = readFileSync(`${FOLDER}${origin}/${file}`, 'utf8').replaceAll('BIDI', BIDI).trimEnd().split('\n');
  const of = (left: string) => written.filter((line) => MARK.exec(line)?.[1] !== left);
  const isVulnerableOnly = (line: string): boolean => MARK.exec(line)?.[1] === '!' || MARK.exec(line)?.[1] === '-';
  const vulnerable = of('+');
  const fixed = written.filter((line) => !isVulnerableOnly(line));
  const lines = vulnerable.flatMap((line, at) => (/[!@]/.test(MARK.exec(line)?.[1] ?? '') ? [at + 1] : []));
  const fixedLines = fixed.flatMap((line, at) => (/[+@]/.test(MARK.exec(line)?.[1] ?? '') ? [at + 1] : []));
  const plain = (text: readonly string[]): string => `${text.map((line) => line.replace(MARK, '')).join('\n')}\n`;
  const [, ruleId = '', name = ''] = /^(con-\d\d)-(.+)\.sol$/.exec(file) ?? [];
  return {
    ruleId: ruleId.toUpperCase(),
    name,
    origin,
    vulnerable: plain(vulnerable),
    fixed: plain(fixed),
    lines,
    fixedLines,
    change: written.map((line) => `${SIGNS[MARK.exec(line)?.[1] ?? ''] ?? ' '}${line.replace(MARK, '')}`).join('\n'),
  };
}

export const readPairs = (): Pair[] =>
  ORIGINS.flatMap((origin) =>
    readdirSync(`${FOLDER}${origin}`)
      .filter((file) => file.endsWith('.sol'))
      .sort()
      .map((file) => toPair(origin, file)),
  );
