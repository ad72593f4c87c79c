import { NEIGHBOURS, POPULAR, SCOPES } from './popular.data.ts';

const LENGTH_MIN = 5;

/** One swap, one doubled, dropped, added or replaced letter. */
export function isOneStepApart(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  const isSwap =
    restA.length >= 2 &&
    restA.length === restB.length &&
    restA[0] === restB[1] &&
    restA[1] === restB[0] &&
    restA.slice(2) === restB.slice(2);
  return isSwap || restA.slice(1) === restB.slice(1) || restA === restB.slice(1) || restA.slice(1) === restB;
}

const isSwapped = (a: string, b: string): boolean =>
  a.length === b.length && isOneStepApart(a, b) && [...a].sort().join('') === [...b].sort().join('');

/** Parts of a longer name are compared by swapped letters only: nobody names a package after a slip of two fingers. */
const PART_LENGTH_MIN = 6;

/** The popular package a name nearly is; `undefined` for the package itself, known neighbours and short names. */
export function findNearMiss(ecosystem: string, name: string): string | undefined {
  const table = ecosystem === 'npm' ? POPULAR.npm : ecosystem === 'pypi' ? POPULAR.pypi : undefined;
  const folded = name.toLowerCase().replaceAll('_', '-');
  if (table === undefined || table.includes(folded) || NEIGHBOURS.has(folded)) return undefined;
  const scope = /^@([^/]+)\//.exec(folded)?.[1];
  if (scope !== undefined) return SCOPES.includes(scope) ? undefined : SCOPES.find((known) => isNear(scope, known));
  return table.find((known) => isNear(folded, known)) ?? swappedPart(folded, table);
}

const isNear = (name: string, known: string): boolean =>
  name.length >= LENGTH_MIN && known.length >= LENGTH_MIN && isOneStepApart(name, known);

function swappedPart(name: string, table: readonly string[]): string | undefined {
  const parts = name.split(/[-.]/).filter(({ length }) => length >= PART_LENGTH_MIN);
  return table.find((known) => parts.some((part) => isSwapped(part, known)));
}
