import type { Expr } from '../../languages/code/ir.ts';
import { concat, isFullyKnown, mergeTaints } from '../value.ts';
import { type CodeValue, fromValue, list, NOTHING, text, withTaints } from './code-value.ts';

/** The number of elements of a list or text that are evaluated one by one. */
export const ELEMENTS_MAX = 20_000;

/** The elements of decoded bytes are numbers, those of other text are characters. */
export function elementsOf(value: CodeValue): CodeValue {
  if (value.items !== null || !isFullyKnown(value) || value.text.length > ELEMENTS_MAX) return value;
  const toItem = (char: string): CodeValue => ({ ...value, text: value.isDecoded ? String(char.charCodeAt(0)) : char });
  return { ...value, items: [...value.text].map(toItem) };
}

/** `value[from:to:step]`. */
export function slice(on: CodeValue, keys: readonly CodeValue[]): CodeValue {
  const bound = (value: CodeValue | undefined): number | undefined =>
    value?.text === null || value === undefined || value.text === '' ? undefined : Number(value.text);
  const [from, to, step] = [bound(keys[0]), bound(keys[1]), bound(keys[2])];
  if (isFullyKnown(on)) {
    if (step === -1) return { ...on, text: [...on.text].reverse().join(''), isDecoded: true };
    const cut = on.text.slice(from, to);
    return {
      ...on,
      text: step === undefined || step <= 1 ? cut : [...cut].filter((_, index) => index % step === 0).join(''),
      isDecoded: on.isDecoded || (step ?? 1) > 1,
    };
  }
  if (on.items !== null)
    return step === -1 ? { ...on, items: [...on.items].reverse() } : { ...on, items: on.items.slice(from, to) };
  return withTaints(on.taints);
}

const NUMERIC: Readonly<Record<string, (a: number, b: number) => number>> = {
  '^': (a, b) => a ^ b,
  '-': (a, b) => a - b,
  '%': (a, b) => ((a % b) + b) % b,
  '**': (a, b) => a ** b,
  '*': (a, b) => a * b,
  '|': (a, b) => a | b,
  '&': (a, b) => a & b,
  '//': (a, b) => Math.floor(a / b),
  '/': (a, b) => a / b,
  '>>': (a, b) => a >> b,
  '<<': (a, b) => a << b,
};

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** A sum, when at least one part can only be a number. Otherwise numeric texts are concatenated. */
export function sumOf(parts: readonly Expr[], values: readonly CodeValue[]): CodeValue | undefined {
  const isArithmetic = parts.some(({ kind, ...part }) => kind === 'number' || ('op' in part && part.op in NUMERIC));
  if (!isArithmetic || !values.every(({ text: known }) => known !== null && NUMBER.test(known))) return undefined;
  const sum = values.reduce((total, { text: known }) => total + Number(known), 0);
  return { ...text(String(sum)), isDecoded: values.some(({ isDecoded }) => isDecoded) };
}

/** In an XOR, a single letter of a key is used as its character code. */
const numberOf = (op: string, known: string | null): number =>
  op === '^' && known?.length === 1 && !/\d/.test(known) ? known.charCodeAt(0) : Number(known ?? Number.NaN);

/** Arithmetic on constants, `'a' % b` and `path / 'name'`. The result of any other operation keeps only the taints. */
export function foldOperator(op: string, values: readonly CodeValue[]): CodeValue {
  const [left, right] = values;
  if (left !== undefined && right !== undefined && left.text !== null) {
    if (op === '%' && left.text.includes('%')) return formatPercent(left.text, right);
    const isPath = right.text === null ? /^(?:~|\.{0,2}\/)./.test(left.text) : !/^\d+$/.test(left.text);
    if (op === '/' && isPath) return fromValue(concat([left, text('/'), right]));
    const numbers = [numberOf(op, left.text), numberOf(op, right.text)] as const;
    const compute = NUMERIC[op];
    if (compute !== undefined && !Number.isNaN(numbers[0]) && !Number.isNaN(numbers[1])) {
      return { ...text(String(compute(...numbers))), isDecoded: left.isDecoded || op === '^' };
    }
  }
  if (op === '/' && right?.text !== null && right !== undefined && /[A-Za-z_]/.test(right.text))
    return fromValue(concat([left ?? NOTHING, text('/'), right]));
  const taints = mergeTaints(values.map((value) => value.taints));
  return {
    ...withTaints(op === '^' ? taints.map((taint) => ({ ...taint, isEncoded: true })) : taints),
    isDecoded: op === '^' || values.some(({ isDecoded }) => isDecoded),
  };
}

function formatPercent(template: string, given: CodeValue): CodeValue {
  const queue = given.items === null ? [given] : [...given.items];
  const parts = template
    .split(/(%[-0-9.]*[sdrx])/)
    .map((piece): CodeValue => (/^%[-0-9.]*[sdrx]$/.test(piece) ? (queue.shift() ?? NOTHING) : text(piece)));
  return fromValue(concat(parts));
}

/** `first, *rest = all`: the targets with their values. */
export function unpacked(targets: readonly Expr[], value: CodeValue): (readonly [Expr, CodeValue])[] {
  const { items } = value;
  const unknown = { ...withTaints(value.taints), isDecoded: value.isDecoded };
  const at = targets.findIndex((target) => target.kind === 'op' && REST.test(target.op));
  const taken = (items?.length ?? 0) - targets.length + 1;
  return targets.map((target, index) => {
    if (index === at && items !== null && target.kind === 'op' && target.args[0] !== undefined)
      return [target.args[0], list(items.slice(at, at + Math.max(taken, 0)))];
    const place = at !== -1 && index > at ? index + taken - 1 : index;
    return [target, items?.[place] ?? unknown];
  });
}
const REST = /^(?:spread|list_splat_pattern)$/;
