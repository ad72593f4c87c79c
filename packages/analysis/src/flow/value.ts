import { isSecretName } from '../models/names/secret-name.ts';
import { UNKNOWN_PART } from '../models/origins/origin.ts';
import { classifyPath, isSecretPath } from '../models/paths/path-class.ts';
import type { FactOf, SourceClass, Span, UrlValue } from '../types/index.ts';

/** Where a piece of data came from, carried along while the analysis follows it. */
export type Taint = {
  readonly class: SourceClass;
  readonly label: string;
  readonly at: Span;
  readonly isEncoded: boolean;
  /** Address of fetched data. */
  readonly url: UrlValue | null;
};

/** A source as a fact names it. */
export const sourceOf = ({ class: kind, label }: Taint): FactOf<'flow'>['value']['source'] => ({ class: kind, label });

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

/**
 * One field of an object that holds the keys of several services and was put together where nobody could follow: named to the
 * letter like one of the keys (`apiKeys.acmeToken`, `ACME_TOKEN`), it is that one and none of the others. A variable by its name
 * out of the environment, or out of a file of variables, is that variable alone.
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
/** Of several words: one word in capitals may be a name that the program gave to all of them. */
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

/** Sources that hold what is nobody else's business, the gravest first. */
const SECRET_SOURCES: readonly SourceClass[] = [
  'secret-file',
  'wallet',
  'keychain',
  'browser',
  'environment',
  'named-secret',
  'keylog',
];
/** What must not be lost among many sources comes first; between equals the order stays. */
const WEIGHTS: readonly SourceClass[] = [...SECRET_SOURCES, 'network-input'];
const weightOf = ({ class: kind }: Taint): number => {
  const at = WEIGHTS.indexOf(kind);
  return at === -1 ? WEIGHTS.length : at;
};

export const isNamedSecret = ({ taints }: Value): boolean => taints.some(({ class: kind }) => kind === 'named-secret');

/** A key, or a text that names the file of one. */
export const isOfSecrets = ({ text, taints }: Value): boolean =>
  taints.some(({ class: kind }) => GRAVE.has(kind)) || (text !== null && isSecretPath(classifyPath(text)));
const GRAVE: ReadonlySet<SourceClass> = new Set<SourceClass>([
  'secret-file',
  'wallet',
  'keychain',
  'browser',
  'environment',
]);

/** A text that is cut is not known to its end, and whoever runs it runs something that was not read. */
const cut = (text: string): string => (text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}${UNKNOWN_PART}` : text);

/** The end of this text is not known. */
export const isCut = ({ text }: Value): boolean => (text?.length ?? 0) > TEXT_MAX;

export const encoded = (taints: readonly Taint[]): readonly Taint[] =>
  taints.map((taint) => ({ ...taint, isEncoded: true }));

/** Concatenation: text where every part has some, taints of all parts. */
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
