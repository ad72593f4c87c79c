import type { FunctionNode } from '../../languages/code/ir.ts';
import { mergeTaints, type Taint, taintsOfField, UNKNOWN, type Value } from '../value.ts';

/** A value of a program: what is known of its text, plus what it refers to. */
export type CodeValue = Value & {
  /** Dotted name of the module, function or object that it refers to: `child_process.exec`. */
  readonly ref: string | null;
  readonly items: readonly CodeValue[] | null;
  readonly entries: ReadonlyMap<string, CodeValue> | null;
  readonly fn: FunctionNode | null;
  /** An open file: where, and whether for writing. */
  readonly file: { readonly path: string; readonly isWrite: boolean } | null;
  /** The value is one of these functions. Which one is unknown. */
  readonly fns?: readonly FunctionNode[];
  /** The taints of fields that are not among the entries. Without it, such a field has all taints of the value. */
  readonly rest?: readonly Taint[];
  /** Arguments that were bound to the function before the call. */
  readonly bound?: readonly CodeValue[];
};

export const NOTHING: CodeValue = { ...UNKNOWN, ref: null, items: null, entries: null, fn: null, file: null };

/** The `ref` of an object whose methods run on another machine. Its text is the address of the machine. */
export const REMOTE_REF = '<remote>';

/** The `ref` of a URL object. Its text is the URL. */
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

/**
 * The taints of a field that is not among the entries. With a known `rest`, the taints of the listed entries do not
 * apply to it.
 */
export function fieldTaints({ entries, rest, taints }: CodeValue, field: string): readonly Taint[] {
  if (entries === null || rest === undefined) return taintsOfField(taints, field);
  const listed = new Set([...entries.values()].flatMap((entry) => entry.taints));
  return taintsOfField(mergeTaints([rest, taints.filter((taint) => !listed.has(taint))]), field);
}

/** `''`, `[]` or `{}`. */
const isEmpty = ({ text: known, items, entries, ref, fn }: CodeValue): boolean =>
  known === '' || (known === null && ref === null && fn === null && (items?.length ?? entries?.size) === 0);

/** Merges alternative values: the content of the first one that is not empty, with the taints of all of them. */
export function either(values: readonly CodeValue[]): CodeValue {
  const [only] = values;
  if (values.length === 1 && only !== undefined) return only;
  const telling = values.filter(
    ({ text: known, ref, items, entries, fn }) =>
      known !== null || ref !== null || items !== null || entries !== null || fn !== null,
  );
  // An empty value is the last choice.
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

/** The output of a print call: its arguments and the items of lists, each followed by a space, and a newline at the end. */
export const printedLine = (words: readonly CodeValue[]): CodeValue[] =>
  words
    .flatMap(({ items, ...word }) => items ?? [{ ...word, items }])
    .flatMap((word) => [word, text(' ')])
    .concat(text('\n'));

/** Sources whose content is sensitive and whose length is not. */
const TOLD_BY_CONTENT: ReadonlySet<string> = new Set(
  'secret-file named-secret wallet keychain browser environment conversation memory'.split(' '),
);

/** The taints of the length of a value. The length of a key does not reveal the key, but other taints remain. */
export const taintsOfLength = (value: CodeValue): readonly Taint[] =>
  value.taints.filter(({ class: kind }) => !TOLD_BY_CONTENT.has(kind));
