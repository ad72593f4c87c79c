import { type Address, findAddresses } from './addresses.ts';
import { ROLES, type Tag } from './lexicon/lexicon.ts';
import { foldCase, type Hit, tagText } from './tagger.ts';

/** A sentence with its tagged words. Offsets of hits are relative to `start`. */
export type Sentence = {
  readonly start: number;
  readonly end: number;
  /** As written. */
  readonly raw: string;
  /** Case-folded, same length. */
  readonly text: string;
  readonly hits: readonly Hit[];
  /** Words that play a role in a frame, kept apart: there are many, and few readers want them. */
  readonly roles: readonly Hit[];
  /** `text` with the addresses blanked out. */
  readonly words: string;
  /** Places named in it; their letters are not searched for words. */
  readonly addresses: readonly Address[];
};

const SENTENCE_CHARS_MAX = 600;
const ENDS =
  /[.!?]+["'”’)\]*_]{0,3}(?=\s|$)|[。！？]+|\n\s*\n|\n(?=\s{0,12}(?:[-*+•>]|\d{1,3}[.)])\s)|(\n)(?=\s{0,3}[*_`]{0,2}[A-Z])/g;
/** A line that ends with an address is over when the next begins with a capital letter. */
const ADDRESS_AT_END = /:\/\/\S+$/;
const ADDRESS_TAIL_CHARS = 200;
const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|no|fig|approx|z\. ?b|p\. ?ej|\d{1,3}|[a-z])\.$/i;

/** Splits text into sentences. Dots inside names, numbers and abbreviations do not end one; no piece is unbounded. */
export function splitSentences(text: string, offset = 0): Sentence[] {
  const sentences: Sentence[] = [];
  let start = 0;
  const close = (end: number) => {
    for (let from = start; from < end; ) {
      const to = end - from <= SENTENCE_CHARS_MAX ? end : softEnd(text, from);
      push(sentences, text, from, to, offset);
      from = to;
    }
    start = end;
  };
  for (const match of text.matchAll(ENDS)) {
    const end = match.index + match[0].length;
    const isWrapped =
      match[1] !== undefined &&
      !ADDRESS_AT_END.test(text.slice(Math.max(start, match.index - ADDRESS_TAIL_CHARS), match.index));
    if (isWrapped) continue;
    if (match[0].startsWith('.') && ABBREVIATION.test(text.slice(Math.max(start, end - 8), end))) continue;
    close(end);
  }
  close(text.length);
  return sentences;
}

function softEnd(text: string, from: number): number {
  const hard = from + SENTENCE_CHARS_MAX;
  const space = text.slice(from, hard + 1).lastIndexOf(' ');
  return space > 0 ? from + space + 1 : hard;
}

function push(sentences: Sentence[], text: string, from: number, to: number, offset: number): void {
  const raw = text.slice(from, to);
  const lead = raw.length - raw.trimStart().length;
  const trimmed = raw.trim();
  if (trimmed === '') return;
  const folded = foldCase(trimmed);
  const start = offset + from + lead;
  const addresses = findAddresses(trimmed);
  const words = mask(folded, addresses);
  const spoken = ownLanguage(tagText(words), words);
  const hits = spoken.filter(({ tag }) => !ROLE_TAGS.has(tag));
  const roles = spoken.filter(({ tag }) => ROLE_TAGS.has(tag));
  sentences.push({ start, end: start + trimmed.length, raw: trimmed, text: folded, words, hits, roles, addresses });
}

const ROLE_TAGS: ReadonlySet<Tag> = new Set(ROLES);

/** Stands for every letter of an address; no word class knows it. */
export const ADDRESS_MARK = '•';

function mask(text: string, addresses: readonly Address[]): string {
  let masked = text;
  for (const { start, end } of addresses)
    masked = masked.slice(0, start) + ADDRESS_MARK.repeat(end - start) + masked.slice(end);
  return masked;
}

const LATIN: readonly string[] = ['en', 'es', 'pt', 'fr', 'de'];

/** Words too common to carry a meaning tell best which language a sentence is in. */
const SMALL_WORDS = byWord({
  en: 'the and of to is are that it for with this by be or not from as you your',
  de: 'der die das und den dem des ein eine einen mit für auf ist zu nicht dir dich du von im am jede jeden jedes oder wird werden sich dass',
  fr: 'le la les des du et un une à au aux dans pour est que qui ta ton tes par sur ce cette sans avec ne pas il elle',
  es: 'el la los las del y que un una para por en su sus se lo con sin no este esta tu tus como al',
  pt: 'o os as do da dos das e que um uma para por em no na seu sua se com sem não este esta ao como',
});
/** So many times more English words settle it without looking closer. */
const CLEAR_MAJORITY = 4;

function byWord(lists: Readonly<Record<string, string>>): ReadonlyMap<string, readonly string[]> {
  const languages = new Map<string, string[]>();
  for (const [language, list] of Object.entries(lists))
    for (const word of list.split(' ')) languages.set(word, [...(languages.get(word) ?? []), language]);
  return languages;
}

/** Languages that share an alphabet share spellings ("still", "die"): only the ones with most words in a sentence speak. */
function ownLanguage(hits: readonly Hit[], words: string): readonly Hit[] {
  const counts = new Map<string, number>();
  for (const { language } of hits) counts.set(language, (counts.get(language) ?? 0) + 1);
  const foreign = Math.max(...LATIN.slice(1).map((language) => counts.get(language) ?? 0));
  if (foreign === 0) return hits;
  if ((counts.get('en') ?? 0) < foreign * CLEAR_MAJORITY)
    for (const word of words.split(' '))
      for (const language of SMALL_WORDS.get(word) ?? []) counts.set(language, (counts.get(language) ?? 0) + 2);
  const most = Math.max(...LATIN.map((language) => counts.get(language) ?? 0));
  const speaks = (language: string) =>
    counts.get(language) === most && (language === 'en' || counts.get('en') !== most);
  return hits.filter(({ language }) => !LATIN.includes(language) || speaks(language));
}

export const hitsOf = (sentence: Sentence, tag: Tag): Hit[] => sentence.hits.filter((hit) => hit.tag === tag);

export const has = (sentence: Sentence, tag: Tag): boolean => sentence.hits.some((hit) => hit.tag === tag);

/** First `a` followed by a `b` that starts at most `gapMax` characters after it ends. */
export function findPair(sentence: Sentence, a: Tag, b: Tag, gapMax: number): readonly [Hit, Hit] | undefined {
  for (const first of sentence.hits) {
    if (first.tag !== a) continue;
    const second = sentence.hits.find(
      (hit) => hit.tag === b && hit.start >= first.end && hit.start - first.end <= gapMax,
    );
    if (second) return [first, second];
  }
  return undefined;
}

/** Like `findPair`, in either order: Japanese, Korean and German put the verb last. */
export function findNear(sentence: Sentence, verb: Tag, object: Tag, gapMax: number): readonly [Hit, Hit] | undefined {
  const forward = findPair(sentence, verb, object, gapMax);
  if (forward) return forward;
  const backward = findPair(sentence, object, verb, gapMax);
  if (!backward || !VERB_LAST.has(backward[1].language)) return undefined;
  return [backward[1], backward[0]];
}

const VERB_LAST: ReadonlySet<string> = new Set(['ja', 'ko', 'de', 'zh', 'ru', 'es', 'pt', 'fr']);
