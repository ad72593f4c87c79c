import type { SourceClass, Span, UrlValue } from '../model.ts';
import { UNKNOWN_PART } from '../ruleset/origins/origin.ts';

/** Where a piece of data came from, carried along while the analysis follows it. */
export type Taint = {
  readonly class: SourceClass;
  readonly label: string;
  readonly at: Span;
  readonly isEncoded: boolean;
  /** Address of fetched data. */
  readonly url: UrlValue | null;
};

/** What is known of a value without running anything. */
export type Value = {
  /** The text, unknown parts written `␀`; `null` when nothing of it is known. */
  readonly text: string | null;
  readonly taints: readonly Taint[];
  /** The text came out of a decoder, not out of the source as written. */
  readonly isDecoded: boolean;
};

export const UNKNOWN: Value = { text: null, taints: [], isDecoded: false };

export const known = (text: string): Value => ({ text, taints: [], isDecoded: false });

export const tainted = (taints: readonly Taint[]): Value => ({ text: null, taints, isDecoded: false });

export const isFullyKnown = (value: Value): value is Value & { text: string } =>
  value.text !== null && !value.text.includes(UNKNOWN_PART);

/** The text with unknowns marked, never `null`. */
export const shown = (value: Value): string => value.text ?? UNKNOWN_PART;

const TAINTS_MAX = 12;
const TEXT_MAX = 262_144;

/** What is kept where there is not room for all: secrets before what was fetched, and both before papers and arguments. */
const LIGHT: ReadonlySet<SourceClass> = new Set<SourceClass>(['user-file', 'argv', 'user-input', 'stdin']);
const weightOf = ({ class: kind }: Taint): number => (kind === 'network-input' ? 1 : LIGHT.has(kind) ? 2 : 0);

export function mergeTaints(groups: readonly (readonly Taint[])[]): readonly Taint[] {
  const [first = [], ...rest] = groups.filter((group) => group.length > 0);
  if (rest.length === 0) return first;
  const byKey = new Map<string, Taint>();
  for (const taint of groups.flat())
    byKey.set(`${taint.class} ${taint.label} ${taint.at.start} ${taint.isEncoded}`, taint);
  return [...byKey.values()].sort((a, b) => weightOf(a) - weightOf(b)).slice(0, TAINTS_MAX);
}

export const encoded = (taints: readonly Taint[]): readonly Taint[] =>
  taints.map((taint) => ({ ...taint, isEncoded: true }));

/** Concatenation: text where every part has some, taints of all parts. */
export function concat(values: readonly Value[]): Value {
  const [only] = values;
  if (values.length === 1 && only !== undefined) return only;
  const text = values.every(({ text: part }) => part === null) && values.length > 0 ? null : values.map(shown).join('');
  return {
    // What was cut off is unknown, and what is unknown is not taken for read.
    text: text === null || text.length <= TEXT_MAX ? text : `${text.slice(0, TEXT_MAX)}${UNKNOWN_PART}`,
    taints: mergeTaints(values.map(({ taints }) => taints)),
    isDecoded: values.some(({ isDecoded }) => isDecoded),
  };
}

export const hasSource = (value: Value, ...classes: readonly SourceClass[]): boolean =>
  value.taints.some((taint) => classes.includes(taint.class));

export const fetchedFrom = (value: Value): Taint | undefined =>
  value.taints.find((taint) => taint.class === 'network-input');
