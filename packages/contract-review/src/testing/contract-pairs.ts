import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where the shape of a pair comes from. Detectors are tuned on `registry` alone. */
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
  /** Lines of the fixed text at the same places, or that mend them. */
  readonly fixedLines: readonly number[];
};

const FOLDER = fileURLToPath(new URL('../pairs/', import.meta.url));
const MARK = /\s*\/\/([-+!@])$/;
/** Written out here, so that no tool of ours trips over it in a file. */
const BIDI = '\u202e';

/**
 * A pair is one file: `//-` stands only in the vulnerable text and `//+` only in the fixed one; `//!` is a place to be
 * found that only the vulnerable one has, `//@` one that both have.
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
  };
}

export const readPairs = (): Pair[] =>
  ORIGINS.flatMap((origin) =>
    readdirSync(`${FOLDER}${origin}`)
      .filter((file) => file.endsWith('.sol'))
      .sort()
      .map((file) => toPair(origin, file)),
  );
