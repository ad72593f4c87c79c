import type { Expr } from '../code/ir.ts';

const OTHER_WAY = /\b(?:else|rescue|catch|default)\b[^\n;{}]{0,60}[{:]?\s*$/i;
const BEFORE_CHARS = 120;

/** First in what is done instead, a name keeps what the way before gave it. */
export function orBefore(name: Expr, value: Expr, text: string): Expr {
  const before = text.slice(Math.max(0, name.start - BEFORE_CHARS), name.start);
  if (!OTHER_WAY.test(before)) return value;
  return { kind: 'op', op: 'either', args: [name, value], start: value.start, end: value.end };
}
