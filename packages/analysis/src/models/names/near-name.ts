const NAME_CHARS_MIN = 5;

/** The known skill whose name differs by one edit. */
export function findNearName(name: string, names: readonly string[]): string | undefined {
  const folded = name.toLowerCase();
  const known = names.map((one) => one.toLowerCase());
  if (folded.length < NAME_CHARS_MIN || known.includes(folded)) return undefined;
  return known.find((one) => one.length >= NAME_CHARS_MIN && isOneStepApart(folded, one));
}

/** One transposed, doubled, dropped, added or replaced letter. */
function isOneStepApart(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  const isSwap = restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
  return isSwap || restA.slice(1) === restB.slice(1) || restA === restB.slice(1) || restA.slice(1) === restB;
}
