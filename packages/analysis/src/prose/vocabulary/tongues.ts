import { type Concept, TONGUES } from './tongues.data.ts';

/** A word for something, with its place. */
type Place = { readonly start: number; readonly end: number };

/** Scripts without blanks: a word may begin and end among other letters. */
const UNSPACED: ReadonlySet<string> = new Set(['zh', 'ja', 'ko']);

const toShape = (word: string): string =>
  word
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll("'", "['’]")
    .replaceAll('_', '[\\s’-]+')
    .replaceAll('*', '\\p{L}*');

function compile(words: Readonly<Record<string, string>>, isEnglish: boolean): RegExp {
  const of = (isUnspaced: boolean): string =>
    Object.entries(words)
      .filter(([language]) => (language === 'en') === isEnglish && UNSPACED.has(language) === isUnspaced)
      .flatMap(([, list]) => list.split(' '))
      .sort((a, b) => b.length - a.length)
      .map(toShape)
      .join('|');
  const [spaced, unspaced] = [of(false), of(true)];
  const shapes = [spaced === '' ? '' : `(?<![\\p{L}_])(?:${spaced})(?![\\p{L}_])`, unspaced];
  return new RegExp(shapes.filter((shape) => shape !== '').join('|') || '$^', 'giu');
}

type Shapes = { readonly isEnglish: boolean; readonly compiled: Map<Concept, RegExp> };
const ENGLISH: Shapes = { isEnglish: true, compiled: new Map() };
const ABROAD: Shapes = { isEnglish: false, compiled: new Map() };

/** Compiled when first asked for: many a process never asks, and all of them together are a tenth of its start. */
function shapeOf(concept: Concept, { isEnglish, compiled }: Shapes): RegExp {
  const known = compiled.get(concept);
  if (known !== undefined) return known;
  const made = compile(TONGUES[concept], isEnglish);
  compiled.set(concept, made);
  return made;
}

const PLACES_MAX = 40;
const findIn = (shapes: Shapes, concept: Concept, text: string): Place[] =>
  [...text.matchAll(shapeOf(concept, shapes))]
    .slice(0, PLACES_MAX)
    .map(({ index, 0: word }) => ({ start: index, end: index + word.length }));

export const inEnglish = (concept: Concept, text: string): Place[] => findIn(ENGLISH, concept, text);
export const abroad = (concept: Concept, text: string): Place[] => findIn(ABROAD, concept, text);

const SMALL_ENGLISH = /\b(?:the|and|of|is|are|that|for|with|this|by|from|as|you|your|to)\b/gi;
const SMALL_ABROAD =
  /(?<!\p{L})(?:de|over|der|die|das|den|dem|des|und|mit|auf|ist|zu|von|ein|eine|wird|le|la|les|du|et|un|une|aux|au|dans|pour|est|que|qui|el|los|las|del|y|para|por|en|se|con|al|il|lo|gli|di|che|per|è|os|do|da|dos|não|uma|em|com|het|een|van|op|niet|voor|nie|na|z|w|jest|att|och|som|för|är|ve|bir|bu|için|nel|nella|nelle|nei|della|delle|dei|degli|dal|dalla|alla|tua|tue|suo|sua|pelo|pela|ao|aos|nas|się|od|tej|tego|ze|oraz|lub|für|bei|nicht|aus|dein|deine|deiner|sus|ces|sur|tes|votre|vos|av|på|till|ett|uw|ook)(?!\p{L})/giu;
const OTHER_SCRIPT = /[\u0400-\u04ff\u3040-\u9fff\uac00-\ud7af]{2,}/;

/** Words of other languages are read as such only where the sentence is in one: "die", "pin" and "no" are English too. */
export const isAbroad = (text: string): boolean =>
  OTHER_SCRIPT.test(text) ||
  (text.match(SMALL_ABROAD)?.length ?? 0) > (text.match(SMALL_ENGLISH)?.length ?? 0) ||
  (/[áéíóúñçãõâêôàèùäöüßåęąśłżźćńğışœ]/i.test(text) && (text.match(SMALL_ENGLISH)?.length ?? 0) <= 1);

/** One before the other, in the same clause. */
export const isBefore = (text: string, first: readonly Place[], second: readonly Place[], charsMax: number): boolean =>
  first.some((one) =>
    second.some(
      (two) =>
        two.start >= one.end && two.start - one.end <= charsMax && !/[.;,:!?]/.test(text.slice(one.end, two.start)),
    ),
  );

/** Near each other, whichever comes first. */
export const isBeside = (first: readonly Place[], second: readonly Place[], charsMax: number): boolean =>
  first.some((one) => second.some((two) => two.start - one.end <= charsMax && one.start - two.end <= charsMax));
