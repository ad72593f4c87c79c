import type { FunctionNode } from '../../languages/code/ir.ts';
import { mergeTaints, type Taint, taintsOfField, UNKNOWN, type Value } from '../value.ts';

/** A value of a program: what is known of its text, plus what it refers to. */
export type CodeValue = Value & {
  /** Dotted name of a module, function or object it stands for: `child_process.exec`. */
  readonly ref: string | null;
  readonly items: readonly CodeValue[] | null;
  readonly entries: ReadonlyMap<string, CodeValue> | null;
  readonly fn: FunctionNode | null;
  /** An open file: where, and whether for writing. */
  readonly file: { readonly path: string; readonly isWrite: boolean } | null;
  /** One of these functions, nobody can tell which. */
  readonly fns?: readonly FunctionNode[];
  /** What fields may hold that are not among the entries; without it, whatever the entries hold. */
  readonly rest?: readonly Taint[];
  /** Words that a function was given beforehand. */
  readonly bound?: readonly CodeValue[];
};

export const NOTHING: CodeValue = { ...UNKNOWN, ref: null, items: null, entries: null, fn: null, file: null };

/** An object whose every method is asked of another machine; its text is the address of that. */
export const REMOTE_REF = '<remote>';

/** What an object that is an address refers to; its text is the address. */
export const ADDRESS_REF = '<address>';

export const fromValue = (value: Value): CodeValue => ({ ...NOTHING, ...value });

export const text = (value: string): CodeValue => ({ ...NOTHING, text: value });

export const decoded = (value: string | null, taints: readonly Taint[]): CodeValue => ({
  ...NOTHING,
  text: value,
  taints,
  isDecoded: true,
});

export const refersTo = (ref: string): CodeValue => ({ ...NOTHING, ref });

export const list = (items: readonly CodeValue[]): CodeValue => ({
  ...NOTHING,
  items,
  taints: mergeTaints(items.map(({ taints }) => taints)),
  isDecoded: items.some(({ isDecoded }) => isDecoded),
});

export const withTaints = (taints: readonly Taint[]): CodeValue => ({ ...NOTHING, taints });

/** What a field holds that is not among the entries: a list of fields that is known says what is in none of the others. */
export function fieldTaints({ entries, rest, taints }: CodeValue, field: string): readonly Taint[] {
  if (entries === null || rest === undefined) return taintsOfField(taints, field);
  const listed = new Set([...entries.values()].flatMap((entry) => entry.taints));
  return taintsOfField(mergeTaints([rest, taints.filter((taint) => !listed.has(taint))]), field);
}

/** One of several: text only when there is a single candidate that has one. */
/** `''`, `[]`, `{}`. */
const isEmpty = ({ text: known, items, entries, ref, fn }: CodeValue): boolean =>
  known === '' || (known === null && ref === null && fn === null && (items?.length ?? entries?.size) === 0);

export function either(values: readonly CodeValue[]): CodeValue {
  const [only] = values;
  if (values.length === 1 && only !== undefined) return only;
  const telling = values.filter(
    ({ text: known, ref, items, entries, fn }) =>
      known !== null || ref !== null || items !== null || entries !== null || fn !== null,
  );
  // Nothing at all is what is taken when there is nothing else.
  const first =
    telling.find((value) => !isEmpty(value)) ?? values.find(({ taints }) => taints.length > 0) ?? telling[0] ?? NOTHING;
  const others = values.filter((value) => value !== first).map(({ taints }) => taints);
  return {
    ...first,
    ...(first.rest === undefined ? {} : { rest: mergeTaints([first.rest, ...others]) }),
    taints: mergeTaints(values.map(({ taints }) => taints)),
    isDecoded: values.some(({ isDecoded }) => isDecoded),
  };
}

/** What a call prints: its words, those of lists among them, with blanks between and the end of a line behind them. */
export const printedLine = (words: readonly CodeValue[]): CodeValue[] =>
  words
    .flatMap(({ items, ...word }) => items ?? [{ ...word, items }])
    .flatMap((word) => [word, text(' ')])
    .concat(text('\n'));

/** What is somebody's by what it says, and not by how much there is of it. */
const TOLD_BY_CONTENT: ReadonlySet<string> = new Set(
  'secret-file named-secret wallet keychain browser environment conversation memory'.split(' '),
);

/** How much there is of a key says nothing of the key; of what was made elsewhere it is made elsewhere, too. */
export const taintsOfLength = (value: CodeValue): readonly Taint[] =>
  value.taints.filter(({ class: kind }) => !TOLD_BY_CONTENT.has(kind));
