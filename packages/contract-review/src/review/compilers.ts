/** Selects compilers by the version constraints of a source. */

/** The newest patch of every minor version that ships with the engine, newest first. */
const COMPILERS = [
  { minor: 8, version: '0.8.37', module: 'solc' },
  { minor: 7, version: '0.7.6', module: 'solc-0.7' },
  { minor: 6, version: '0.6.12', module: 'solc-0.6' },
  { minor: 5, version: '0.5.17', module: 'solc-0.5' },
  { minor: 4, version: '0.4.26', module: 'solc-0.4' },
] as const;
export type Compiler = (typeof COMPILERS)[number];

const PATCHES_MAX = 40;
type Version = readonly [number, number, number];

const compare = (a: Version, b: Version): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];

function satisfies(version: Version, range: string): boolean {
  return range.split('||').some((part) => {
    const terms = [
      ...part.replace(/\s+-\s+/g, ' - ').matchAll(/(\^|~|>=|<=|>|<|=)?\s*v?(\d+)\.(\d+|[xX*])(?:\.(\d+|[xX*]))?/g),
    ];
    return terms.every(([, op = '', major = '0', minor = '0', patch]) => {
      const isLoose = patch === undefined || /[xX*]/.test(patch);
      const bound: Version = [Number(major), Number(minor), isLoose ? 0 : Number(patch)];
      const order = compare(version, bound);
      if (op === '^' || op === '~') return order >= 0 && version[0] === bound[0] && version[1] === bound[1];
      if (op === '>=') return order >= 0;
      if (op === '<=') return order <= 0 || (isLoose && version[1] === bound[1]);
      if (op === '>') return order > 0;
      if (op === '<') return order < 0;
      return isLoose ? version[1] === bound[1] : order === 0;
    });
  });
}

/** Compilers with some patch version that satisfies all constraints, newest first. Without constraints, all of them. */
export const fittingCompilers = (pragmas: readonly string[]): Compiler[] =>
  COMPILERS.filter(({ minor }) =>
    Array.from({ length: PATCHES_MAX }, (_, patch): Version => [0, minor, patch]).some((version) =>
      pragmas.every((range) => satisfies(version, range)),
    ),
  );

/** Blanks the pragma, so that the newest patch of the same minor version accepts the text. */
export const withoutPragma = (text: string): string =>
  text.replace(/\bpragma\s+solidity\b[^;]*;/g, (found) => found.replace(/[^\n]/g, ' '));
