import type { Language } from '../types/index.ts';

const OTHER_QUOTES = /(?:%[qQ]|\bqq?)\s*[({[<|!]([^(){}[\]<>|!\n]{0,200})[)}\]>|!]/g;
const WORD_LIST = /%w[({[<|!]([^(){}[\]<>|!\n]{0,400})[)}\]>|!]/g;
/** Between two texts that become one. */
const JOIN = /(["'])[ \t]*(?:\+|\.{1,2}|&|<>|~)[ \t]*\1/g;
const LIST = /"[^"\\\s]{0,60}"(?:\s*,\s*"[^"\\\s]{0,60}"){1,5}/g;
const LISTS_MAX = 400;

const quoted = (text: string): string => `"${text.replaceAll('"', "'")}"`;

/** A program of a language that is only read word by word, its texts put together as it may put them together. */
export function putTogether(text: string, language: Language, isTelling: (path: string) => boolean): string {
  const plain = language === 'perl' || language === 'ruby' ? withPlainQuotes(text) : text;
  const whole = plain.replace(JOIN, '');
  const lists = [...whole.matchAll(LIST)].slice(0, LISTS_MAX).flatMap(([list]) => joinsOf(list));
  return [whole, ...new Set(lists.filter(isTelling).map(quoted))].join('\n');
}

const withPlainQuotes = (text: string): string =>
  text
    .replace(WORD_LIST, (_, words: string) => words.trim().split(/\s+/).map(quoted).join(', '))
    .replace(OTHER_QUOTES, (_, inner: string) => quoted(inner));

/** Every way to join a few pieces, with a slash or with nothing between two of them. */
function joinsOf(list: string): string[] {
  const [first = '', ...rest] = list.split(/"\s*,\s*"/).map((piece) => piece.replaceAll('"', ''));
  return rest.reduce<string[]>((made, piece) => made.flatMap((one) => [`${one}/${piece}`, `${one}${piece}`]), [first]);
}
