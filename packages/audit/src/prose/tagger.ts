import { LEXICONS } from './lexicon/index.ts';
import { type LexiconLanguage, type Tag, toBeginnings, toForms } from './lexicon/lexicon.ts';

/** A word or phrase of a word class, with its place in the text that was tagged. */
export type Hit = {
  readonly tag: Tag;
  readonly language: LexiconLanguage;
  readonly start: number;
  readonly end: number;
};

type Term = { readonly text: string; readonly tag: Tag; readonly language: LexiconLanguage; readonly class: number };

const SPACE = 32;
const FIRST_FOREIGN = 128;
/** Groups of foreign letters have numbers below 256, groups of two letters numbers above 97 times this. */
const LETTER_GROUPS = 128;
const MARKS_GROUP = 256;
const GROUPS = 128 * LETTER_GROUPS;
const WORD_CHAR = /[\p{L}\p{N}_]/u;

/** Scripts written without spaces: a term may start and end inside a run of letters. */
function isUnspaced(code: number): boolean {
  return (
    code >= 0x3040 &&
    (code <= 0x30ff ||
      (code >= 0x3400 && code <= 0x9fff) ||
      (code >= 0xac00 && code <= 0xd7af) ||
      (code >= 0xf900 && code <= 0xfaff))
  );
}

const isSmallLetter = (code: number): boolean => code >= 97 && code <= 122;

function isWordChar(code: number): boolean {
  if (code < 128)
    return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95 || (code >= 65 && code <= 90);
  return WORD_CHAR.test(String.fromCharCode(code));
}

/** Terms that begin alike. A term of several words or letters is looked at only where its second one begins as it should. */
type Family = {
  /** Terms that are over with their key. */
  readonly alone: readonly Term[];
  /** These and longer ones, by what comes after the key. */
  readonly longer: ReadonlyMap<number, readonly Term[]>;
};

/** What begins with the same word, put in order when it is first met. */
type Beginning = { readonly terms: Term[]; family: Family | undefined };

/** Terms by what they begin with: a whole word, or one letter of an unspaced script, or one mark. */
const INDEX = new Map<string, Beginning>();

/** A word class of one language, numbered. */
type WordClass = Omit<Term, 'text'>;
/** An entry of a word class as it is written there: its forms are still to be made. */
type Entry = { readonly text: string; readonly of: WordClass };

/** Entries that are not in the index yet: most texts begin no word as they do. */
const unread = groupEntries();

function groupEntries(): (Entry[] | undefined)[] {
  const groups = new Array<Entry[] | undefined>(GROUPS).fill(undefined);
  let classes = 0;
  for (const { language, words } of LEXICONS) {
    for (const [tag, list] of Object.entries(words) as [Tag, string][]) {
      classes += 1;
      const of = { tag, language, class: classes };
      for (const text of list.split('|').flatMap(toBeginnings)) {
        const group = groupAt(text, 0);
        const others = groups[group];
        if (others === undefined) groups[group] = [{ text, of }];
        else others.push({ text, of });
      }
    }
  }
  return groups;
}

/** Words that begin with the same two letters, or with letters of the same script. */
function groupAt(text: string, at: number): number {
  const first = text.charCodeAt(at);
  if (first >= FIRST_FOREIGN) return first >> 8;
  if (!isSmallLetter(first)) return MARKS_GROUP;
  const second = text.charCodeAt(at + 1);
  return first * LETTER_GROUPS + (isSmallLetter(second) ? second : 0);
}

function readGroup(group: number, entries: readonly Entry[]): void {
  unread[group] = undefined;
  for (const { text: entry, of } of entries) {
    for (const text of toForms(entry)) {
      const key = text.slice(0, keyEnd(text, 0));
      const known = INDEX.get(key);
      if (known === undefined) INDEX.set(key, { terms: [{ text, ...of }], family: undefined });
      else known.terms.push({ text, ...of });
    }
  }
}

function familyAt(text: string, at: number, end: number): Family | undefined {
  const group = groupAt(text, at);
  const entries = unread[group];
  if (entries !== undefined) readGroup(group, entries);
  const key = text.slice(at, end);
  const beginning = INDEX.get(key);
  if (beginning !== undefined) beginning.family ??= toFamily(key, beginning.terms);
  return beginning?.family;
}

function toFamily(key: string, unordered: readonly Term[]): Family {
  const terms = unordered.toSorted((a, b) => b.text.length - a.text.length);
  const alone = terms.filter(({ text }) => text.length === key.length);
  const longer = new Map<number, Term[]>();
  for (const { text } of terms) {
    const next = nextCode(text, key.length);
    if (text.length === key.length || longer.has(next)) continue;
    const fitting = terms.filter(
      (other) => other.text.length > key.length && nextCode(other.text, key.length) === next,
    );
    longer.set(next, [...fitting, ...alone]);
  }
  return { alone, longer };
}

/** The first letter of what comes after a key, told apart by whether a space comes before it. */
function nextCode(text: string, keyEnd: number): number {
  const code = text.charCodeAt(keyEnd);
  return code === SPACE ? text.charCodeAt(keyEnd + 1) : -code;
}

/** Where the key that starts at `at` ends: after the word, or after a single letter or mark. */
function keyEnd(text: string, at: number): number {
  const first = text.charCodeAt(at);
  if (isUnspaced(first) || !isWordChar(first)) return at + 1;
  let end = at + 1;
  while (end < text.length) {
    const code = text.charCodeAt(end);
    if (isUnspaced(code) || !isWordChar(code)) break;
    end += 1;
  }
  return end;
}

/** Case folding that keeps every offset: letters whose lower case has another length stay as they are. */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower.replaceAll('’', "'");
  return Array.from(text, (char) => (char.toLowerCase().length === char.length ? char.toLowerCase() : char)).join('');
}

/**
 * Every term found in `text` (already folded), in order. Of one class and language, the longest term at a place wins
 * and a term inside another is dropped.
 */
export function tagText(text: string): Hit[] {
  const hits: Hit[] = [];
  /** Where the last term of each class ended. */
  const ends: number[] = [];
  for (let at = 0; at < text.length; ) {
    if (text.charCodeAt(at) === SPACE) {
      at += 1;
      continue;
    }
    const end = keyEnd(text, at);
    const family = familyAt(text, at, end);
    if (family !== undefined) collect(text, at, family.longer.get(nextCode(text, end)) ?? family.alone, ends, hits);
    at = end;
  }
  return hits;
}

function collect(text: string, at: number, terms: readonly Term[], ends: number[], hits: Hit[]): void {
  for (const term of terms) {
    if (at < (ends[term.class] ?? 0) || !text.startsWith(term.text, at)) continue;
    const end = at + term.text.length;
    if (splitsWord(text, end)) continue;
    ends[term.class] = end;
    hits.push({ tag: term.tag, language: term.language, start: at, end });
  }
}

/** A term that ends inside a word of a spaced script is another word. */
function splitsWord(text: string, end: number): boolean {
  if (end >= text.length) return false;
  const last = text.charCodeAt(end - 1);
  const next = text.charCodeAt(end);
  return !isUnspaced(last) && isWordChar(last) && isWordChar(next) && !isUnspaced(next);
}
