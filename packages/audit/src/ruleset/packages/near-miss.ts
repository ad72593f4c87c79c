import { NEIGHBOURS, POPULAR } from './popular.data.ts';

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

/** The popular package a name nearly is; `undefined` for the package itself, known neighbours and short names. */
export function findNearMiss(ecosystem: string, name: string): string | undefined {
  const table = ecosystem === 'npm' ? POPULAR.npm : ecosystem === 'pypi' ? POPULAR.pypi : undefined;
  const folded = name.toLowerCase().replaceAll('_', '-');
  if (table === undefined || folded.length < LENGTH_MIN || table.includes(folded) || NEIGHBOURS.has(folded))
    return undefined;
  return table.find((known) => known.length >= LENGTH_MIN && isOneStepApart(folded, known));
}
