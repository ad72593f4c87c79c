import type { Language } from '../../types/index.ts';
import type { Token } from './tokens.ts';

/** A function or a class as tokens: what stands in it, and where it ends. */
export type Definition = {
  readonly kind: 'function' | 'class';
  readonly name: string;
  readonly params: readonly string[];
  /** Parameters that are fields of the object as well. */
  readonly fields: readonly string[];
  readonly hasReceiver: boolean;
  readonly body: readonly Token[];
  /** The first token behind it. */
  readonly next: number;
};

const OPENERS: Partial<Record<Language, string>> = {
  go: 'func',
  php: 'function',
  perl: 'sub',
  powershell: 'function',
  rust: 'fn',
  swift: 'func',
  lua: 'function',
  ruby: 'def',
};
/** Ended by a word, not by a bracket. */
const WORDED: ReadonlySet<Language> = new Set<Language>(['ruby', 'lua']);
const TYPED: ReadonlySet<Language> = new Set<Language>(['java', 'csharp', 'c', 'powershell']);
const CONTROL =
  /^(?:if|for|foreach|while|switch|catch|elseif|elsif|until|return|new|param|function|using|lock|do|else|try)$/i;
const CLASSES = /^(?:class|module|struct|interface|trait|impl|enum)$/;
const HEAD_MAX = 24;
const PARAMS_MAX = 600;

const isMark = (token: Token | undefined, value: string): boolean => token?.kind === 'mark' && token.value === value;

/** For each opening bracket the place behind the one that closes it: found once for all of them. */
const CLOSINGS = new WeakMap<readonly Token[], ReadonlyMap<number, number>>();

function closingsOf(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const known = CLOSINGS.get(tokens);
  if (known !== undefined) return known;
  const found = new Map<number, number>();
  const open: number[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'mark') continue;
    if (/^[([{]$/.test(token.value)) open.push(index);
    else if (/^[)\]}]$/.test(token.value)) found.set(open.pop() ?? index, index + 1);
  }
  CLOSINGS.set(tokens, found);
  return found;
}

/** The place behind the bracket that closes the one at this place. */
export const closed = (tokens: readonly Token[], at: number): number => closingsOf(tokens).get(at) ?? tokens.length;

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;

/** How far from the left the line begins that holds this place. */
const columnOf = (text: string, at: number): number => {
  const from = lineStart(text, at);
  let column = 0;
  while (from + column < at && /[ \t]/.test(text[from + column] ?? '')) column += 1;
  return column;
};

/** Words that end something at the beginning of a line, by how far from the left they stand. */
const ENDS = new WeakMap<readonly Token[], ReadonlyMap<number, readonly number[]>>();

function endsOf(tokens: readonly Token[], text: string): ReadonlyMap<number, readonly number[]> {
  const known = ENDS.get(tokens);
  if (known !== undefined) return known;
  const found = new Map<number, number[]>();
  for (const [index, { kind, value, start }] of tokens.entries()) {
    if (kind !== 'word' || value !== 'end' || !isFirst(tokens[index - 1])) continue;
    const column = columnOf(text, start);
    const places = found.get(column) ?? [];
    places.push(index);
    found.set(column, places);
  }
  ENDS.set(tokens, found);
  return found;
}
const isFirst = (before: Token | undefined): boolean => before === undefined || before.kind === 'line';

/** The place of the word that ends what begins here: on the same line, or as far from the left as its beginning. */
function endWord(tokens: readonly Token[], at: number, text: string): number {
  for (let index = at + 1; index < Math.min(tokens.length, at + LINE_MAX); index += 1) {
    const token = tokens[index];
    if (token?.kind === 'line' && token.value === '\n') break;
    if (token?.kind === 'word' && token.value === 'end') return index;
  }
  const places = endsOf(tokens, text).get(columnOf(text, tokens[at]?.start ?? 0)) ?? [];
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return places[low] ?? tokens.length;
}
const LINE_MAX = 200;

/** Parts of a list of parameters, by the commas between them. */
function parts(tokens: readonly Token[]): Token[][] {
  const found: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === 'mark' && /^[([{<]$/.test(token.value)) depth += 1;
    else if (token.kind === 'mark' && /^[)\]}>]$/.test(token.value)) depth -= 1;
    if (isMark(token, ',') && depth <= 0) found.push([]);
    else found.at(-1)?.push(token);
  }
  return found.filter((part) => part.length > 0);
}

const bare = (word: string): string => word.replace(/^[$@&]+\{?|\}$/g, '');

/** The name of one parameter: behind its sign, before its type, or behind it, as the language has it. */
function paramName(part: readonly Token[], lang: Language): string {
  const words = part.filter(({ kind }) => kind === 'word').map(({ value }) => value);
  const signed = words.find((word) => word.startsWith('$'));
  if (signed !== undefined) return lang === 'powershell' ? bare(signed).toLowerCase() : bare(signed);
  if (!TYPED.has(lang)) return bare(words[0] ?? '');
  const given = part.findIndex((token) => isMark(token, '='));
  const before = given === -1 ? part : part.slice(0, given);
  return before.filter(({ kind }) => kind === 'word').at(-1)?.value ?? '';
}

export const paramNames = (tokens: readonly Token[], lang: Language): string[] =>
  parts(tokens).map((part) => paramName(part, lang));

const promoted = (tokens: readonly Token[], lang: Language): string[] =>
  parts(tokens)
    .filter((part) => part.some(({ value }) => /^(?:public|private|protected|readonly)$/.test(value)))
    .map((part) => paramName(part, lang));

/** The bracket that opens the body, a few words behind the head. */
function bodyAt(tokens: readonly Token[], from: number): number {
  for (let index = from; index < Math.min(tokens.length, from + HEAD_MAX); index += 1) {
    const token = tokens[index];
    if (isMark(token, '{')) return index;
    if (token?.kind === 'line' && token.value === ';') return -1;
    if (isMark(token, '(') || isMark(token, '[')) index = closed(tokens, index) - 1;
    else if (isMark(token, '=') || isMark(token, '}') || token?.kind === 'text') return -1;
  }
  return -1;
}

/** What is defined at this place, if anything is. */
export function definitionAt(
  tokens: readonly Token[],
  at: number,
  text: string,
  lang: Language,
): Definition | undefined {
  const token = tokens[at];
  if (token?.kind !== 'word') return undefined;
  if (CLASSES.test(token.value)) return classAt(tokens, at, text, lang);
  if (token.value.toLowerCase() === OPENERS[lang]) return functionAt(tokens, at, text, lang);
  const isTyped =
    TYPED.has(lang) && !CONTROL.test(token.value) && isMark(tokens[at + 1], '(') && tokens[at + 1]?.isGlued;
  const before = tokens[at - 1];
  const follows = before?.kind === 'word' || isMark(before, ']') || isMark(before, '>') || before?.kind === 'line';
  if (!isTyped || !follows || CONTROL.test(before?.value ?? '')) return undefined;
  const after = closed(tokens, at + 1);
  if (after - at > PARAMS_MAX) return undefined;
  const open = bodyAt(tokens, after);
  if (open === -1 || open > after + 4) return undefined;
  return braced(tokens, token.value, tokens.slice(at + 2, after - 1), open, lang);
}

function classAt(tokens: readonly Token[], at: number, text: string, lang: Language): Definition | undefined {
  const name = tokens[at + 1];
  if (name?.kind !== 'word') return undefined;
  const shape = { kind: 'class', name: name.value, params: [], fields: [], hasReceiver: false } as const;
  if (WORDED.has(lang)) {
    const end = endWord(tokens, at, text);
    return { ...shape, body: tokens.slice(at + 2, end), next: end + 1 };
  }
  const open = bodyAt(tokens, at + 2);
  if (open === -1) return undefined;
  const next = closed(tokens, open);
  return { ...shape, body: tokens.slice(open + 1, next - 1), next };
}

function braced(
  tokens: readonly Token[],
  name: string,
  given: readonly Token[],
  open: number,
  lang: Language,
  receiver: readonly string[] = [],
): Definition {
  const next = closed(tokens, open);
  return {
    kind: 'function',
    name,
    params: [...receiver, ...paramNames(given, lang)],
    fields: promoted(given, lang),
    hasReceiver: receiver.length > 0,
    body: tokens.slice(open + 1, next - 1),
    next,
  };
}

function functionAt(tokens: readonly Token[], at: number, text: string, lang: Language): Definition | undefined {
  let index = at + 1;
  let receiver: string[] = [];
  if (lang === 'go' && isMark(tokens[index], '(')) {
    const after = closed(tokens, index);
    if (after - index > PARAMS_MAX) return undefined;
    receiver = paramNames(tokens.slice(index + 1, after - 1), lang);
    index = after;
  }
  if (isMark(tokens[index], '&')) index += 1;
  let name = tokens[index];
  while (
    name?.kind === 'word' &&
    /^[.:]+$/.test(tokens[index + 1]?.value ?? '') &&
    tokens[index + 2]?.kind === 'word'
  ) {
    index += 2;
    name = tokens[index];
  }
  if (name?.kind !== 'word') return undefined;
  index += 1;
  const hasParams = isMark(tokens[index], '(') && (tokens[index]?.isGlued === true || lang !== 'ruby');
  const after = hasParams ? closed(tokens, index) : index;
  if (after - index > PARAMS_MAX) return undefined;
  const given = hasParams ? tokens.slice(index + 1, after - 1) : [];
  if (WORDED.has(lang)) {
    const end = endWord(tokens, at, text);
    const params = paramNames(given, lang);
    return {
      kind: 'function',
      name: name.value,
      params,
      fields: [],
      hasReceiver: false,
      body: tokens.slice(after, end),
      next: end + 1,
    };
  }
  const open = bodyAt(tokens, after);
  return open === -1 ? undefined : braced(tokens, name.value, given, open, lang, receiver);
}
