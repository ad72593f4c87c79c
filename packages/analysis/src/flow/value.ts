import { isSecretName } from '../models/names/secret-name.ts';
import { UNKNOWN_PART } from '../models/origins/origin.ts';
import { classifyPath, isSecretPath } from '../models/paths/path-class.ts';
import type { FactOf, SourceClass, Span, UrlValue } from '../types/index.ts';

/** The mark on data that comes from a source. The analysis carries it along every flow. */
export type Taint = {
  readonly class: SourceClass;
  readonly label: string;
  readonly at: Span;
  readonly isEncoded: boolean;
  /** The URL of fetched data. */
  readonly url: UrlValue | null;
};

/** The taint of a value at its source, before anything encodes it. */
export const taintAt = (kind: SourceClass, label: string, at: Span, url: UrlValue | null = null): Taint => ({
  class: kind,
  label,
  at,
  isEncoded: false,
  url,
});

/** The source of a taint in the form that facts store. */
export const sourceOf = ({ class: kind, label }: Taint): FactOf<'flow'>['value']['source'] => ({ class: kind, label });

/** What is known about a value without running the program. */
export type Value = {
  /** The text, with `␀` for unknown parts; `null` when all of it is unknown. */
  readonly text: string | null;
  readonly taints: readonly Taint[];
  /** Whether the text is the output of a decoder rather than literal source text. */
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

/**
 * The taints of one field of an object whose construction could not be followed and that holds keys of several services. A field
 * that spells the name of one key (`apiKeys.acmeToken` for `ACME_TOKEN`) carries that key and none of the others. A variable that
 * is read by name from the environment, or from a `.env` file, carries that variable alone.
 */
export function taintsOfField(taints: readonly Taint[], field: string): readonly Taint[] {
  const isNamed = ({ class: kind, label }: Taint): boolean =>
    kind === 'named-secret' && lettersOf(label) === lettersOf(field);
  const isOne = taints.some(isNamed);
  const isVariable = VARIABLE.test(field);
  if (!isOne && !(isVariable && taints.some(holdsVariables))) return taints;
  return taints.flatMap((taint) => {
    if (isVariable && holdsVariables(taint))
      return isSecretName(field) ? [{ ...taint, class: 'named-secret' as const, label: field }] : [];
    return !isOne || taint.class !== 'named-secret' || isNamed(taint) ? [taint] : [];
  });
}
/** At least two words: a single word in capitals may be the program's own name for the whole set. */
const VARIABLE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;
const VARIABLES_FILE = /(?:^|\/)\.env(?:\.[\w-]+)?$/;
const holdsVariables = ({ class: kind, label, isEncoded }: Taint): boolean =>
  !isEncoded && (kind === 'environment' || (kind === 'secret-file' && VARIABLES_FILE.test(label)));
const lettersOf = (name: string): string => name.replace(/[^A-Za-z0-9]/g, '').toLowerCase();

export function mergeTaints(groups: readonly (readonly Taint[])[]): readonly Taint[] {
  const [first = [], ...rest] = groups.filter((group) => group.length > 0);
  if (rest.length === 0) return first;
  const byKey = new Map<string, Taint>();
  for (const taint of groups.flat())
    byKey.set(`${taint.class} ${taint.label} ${taint.at.start} ${taint.isEncoded}`, taint);
  const all = [...byKey.values()];
  return all.length <= TAINTS_MAX ? all : all.sort((a, b) => weightOf(a) - weightOf(b)).slice(0, TAINTS_MAX);
}

/** Sources that hold secrets, the most severe first. */
const SECRET_SOURCES: readonly SourceClass[] = [
  'secret-file',
  'wallet',
  'keychain',
  'browser',
  'environment',
  'named-secret',
  'keylog',
];
/** The priority of taints when a value has too many of them. Taints of equal priority keep their order. */
const WEIGHTS: readonly SourceClass[] = [...SECRET_SOURCES, 'network-input'];
const weightOf = ({ class: kind }: Taint): number => {
  const at = WEIGHTS.indexOf(kind);
  return at === -1 ? WEIGHTS.length : at;
};

export const isNamedSecret = ({ taints }: Value): boolean => taints.some(({ class: kind }) => kind === 'named-secret');

/** Whether the value comes from a secret source or is the path of a secret file. */
export const isOfSecrets = ({ text, taints }: Value): boolean =>
  taints.some(({ class: kind }) => GRAVE.has(kind)) || (text !== null && isSecretPath(classifyPath(text)));
const GRAVE: ReadonlySet<SourceClass> = new Set<SourceClass>([
  'secret-file',
  'wallet',
  'keychain',
  'browser',
  'environment',
]);

/** Marks the end of a truncated text as unknown, because a program that runs it also runs the unread part. */
const cut = (text: string): string => (text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}${UNKNOWN_PART}` : text);

/** Whether the text was truncated. */
export const isCut = ({ text }: Value): boolean => (text?.length ?? 0) > TEXT_MAX;

export const encoded = (taints: readonly Taint[]): readonly Taint[] =>
  taints.map((taint) => ({ ...taint, isEncoded: true }));

/** Concatenates values. The text is `null` only when every part is unknown; the taints are those of all parts. */
export function concat(values: readonly Value[]): Value {
  const [only] = values;
  if (values.length === 1 && only !== undefined) return only;
  const text = values.every(({ text: part }) => part === null) && values.length > 0 ? null : values.map(shown).join('');
  return {
    text: text === null ? null : cut(text),
    taints: mergeTaints(values.map(({ taints }) => taints)),
    isDecoded: values.some(({ isDecoded }) => isDecoded),
  };
}

export const hasSource = (value: Value, ...classes: readonly SourceClass[]): boolean =>
  value.taints.some((taint) => classes.includes(taint.class));

export const fetchedFrom = (value: Value): Taint | undefined =>
  value.taints.find((taint) => taint.class === 'network-input');
