import { LEXICONS } from './lexicon/index.ts';
import { type LexiconLanguage, type Tag, toTerms } from './lexicon/lexicon.ts';

/** A word or phrase of a word class, with its place in the text that was tagged. */
export type Hit = {
  readonly tag: Tag;
  readonly language: LexiconLanguage;
  readonly start: number;
  readonly end: number;
};

type Term = { readonly text: string; readonly tag: Tag; readonly language: LexiconLanguage; readonly isWord: boolean };

const KEY_LENGTH = 2;
const WORD_CHAR = /[\p{L}\p{N}_]/u;
/** Scripts written without spaces: a term may start and end inside a run of letters. */
const UNSPACED = /[\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF]/;

const INDEX = buildIndex();

function buildIndex(): ReadonlyMap<string, readonly Term[]> {
  const index = new Map<string, Term[]>();
  for (const { language, words } of LEXICONS) {
    for (const [tag, entry] of Object.entries(words) as [Tag, string][]) {
      for (const text of new Set(toTerms(entry))) {
        const key = text.slice(0, KEY_LENGTH);
        const terms = index.get(key) ?? [];
        terms.push({ text, tag, language, isWord: !UNSPACED.test(text) });
        index.set(key, terms);
      }
    }
  }
  for (const terms of index.values()) terms.sort((a, b) => b.text.length - a.text.length);
  return index;
}

/** Case folding that keeps every offset: letters whose lower case has another length stay as they are. */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower.replaceAll('’', "'");
  return Array.from(text, (char) => (char.toLowerCase().length === char.length ? char.toLowerCase() : char)).join('');
}

/**
 * Every term found in `text` (already folded), in order. Of one class, the longest term at a place wins and a term
 * inside another is dropped.
 */
export function tagText(text: string): Hit[] {
  const hits: Hit[] = [];
  const ends = new Map<Tag, number>();
  let isInWord = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    const isUnspaced = UNSPACED.test(char);
    const isStart = !isInWord || isUnspaced;
    isInWord = !isUnspaced && isWordChar(char);
    if (!isStart) continue;
    collect(text, at, INDEX.get(text.slice(at, at + KEY_LENGTH)), ends, hits);
    collect(text, at, INDEX.get(char), ends, hits);
  }
  return hits;
}

function isWordChar(char: string): boolean {
  const code = char.charCodeAt(0);
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95;
  return WORD_CHAR.test(char);
}

function collect(
  text: string,
  at: number,
  terms: readonly Term[] | undefined,
  ends: Map<Tag, number>,
  hits: Hit[],
): void {
  if (!terms) return;
  for (const term of terms) {
    if (at < (ends.get(term.tag) ?? 0) || !text.startsWith(term.text, at)) continue;
    const end = at + term.text.length;
    if (term.isWord && isWordChar(text.charAt(end - 1)) && continuesWord(text.charAt(end))) continue;
    ends.set(term.tag, end);
    hits.push({ tag: term.tag, language: term.language, start: at, end });
  }
}

const continuesWord = (char: string): boolean => char !== '' && isWordChar(char) && !UNSPACED.test(char);
