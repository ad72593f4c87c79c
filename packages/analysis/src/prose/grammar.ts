import { GRAMMAR, type GrammarLanguage, type GrammarTag } from './grammar.data.ts';

/** A small word with its place in the sentence. */
export type Hit = {
  readonly tag: GrammarTag;
  readonly language: GrammarLanguage;
  readonly start: number;
  readonly end: number;
};

/** Scripts written without spaces: a word may start and end inside a run of letters. */
const UNSPACED: ReadonlySet<GrammarLanguage> = new Set(['zh', 'ja', 'ko']);

const shapes = new Map<string, RegExp | undefined>();

function shapeOf(language: GrammarLanguage, tag: GrammarTag): RegExp | undefined {
  const key = `${language} ${tag}`;
  if (!shapes.has(key)) shapes.set(key, toShape(language, tag));
  return shapes.get(key);
}

function toShape(language: GrammarLanguage, tag: GrammarTag): RegExp | undefined {
  const words: Readonly<Partial<Record<GrammarTag, string>>> = GRAMMAR[language];
  const list = words[tag];
  if (list === undefined) return undefined;
  const any = list
    .split('|')
    .sort((a, b) => b.length - a.length)
    .map((word) => (word.endsWith('+') ? `${escaped(word.slice(0, -1))}s?` : escaped(word)))
    .join('|');
  const source = UNSPACED.has(language) ? any : `(?<![\\p{L}\\p{N}_])(?:${any})(?![\\p{L}\\p{N}_])`;
  return new RegExp(source, 'gu');
}

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const SCRIPTS: readonly (readonly [GrammarLanguage, RegExp])[] = [
  ['ja', /[\u3040-\u30ff]/],
  ['ko', /[\uac00-\ud7af]/],
  ['ru', /[\u0400-\u04ff]/],
  ['zh', /[\u4e00-\u9fff]/],
];

/** Words too common to carry a meaning tell which language a sentence is in. */
const SMALL_WORDS: Readonly<Partial<Record<GrammarLanguage, RegExp>>> = {
  en: /\b(?:the|and|of|to|is|are|that|it|for|with|this|by|be|or|not|from|as|you|your|do|never)\b/g,
  de: /\b(?:der|die|das|und|den|dem|des|ein|eine|mit|auf|ist|zu|nicht|von|im|oder|wird|sich|dass)\b/g,
  fr: /\b(?:le|la|les|des|du|et|un|une|aux|dans|pour|est|que|qui|par|sur|ce|cette|sans|avec|pas)\b/g,
  es: /\b(?:el|los|las|del|y|que|una|para|por|en|su|se|lo|con|sin|este|esta|como|al)\b/g,
  pt: /\b(?:os|as|do|da|dos|das|e|que|um|uma|para|por|em|na|seu|sua|com|sem|ao)\b/g,
};

/** The languages a sentence is written in: one of those that share the Latin alphabet, and every other script in it. */
export function languagesOf(text: string): GrammarLanguage[] {
  const scripts = SCRIPTS.filter(([, shape]) => shape.test(text)).map(([language]) => language);
  let latin: GrammarLanguage = 'en';
  let most = text.match(SMALL_WORDS.en ?? /$^/)?.length ?? 0;
  for (const [language, shape] of Object.entries(SMALL_WORDS) as [GrammarLanguage, RegExp][]) {
    const count = text.match(shape)?.length ?? 0;
    if (count > most) {
      latin = language;
      most = count;
    }
  }
  return [latin, ...scripts];
}

export function findWords(text: string, languages: readonly GrammarLanguage[], tag: GrammarTag): Hit[] {
  const found: Hit[] = [];
  for (const language of languages) {
    const shape = shapeOf(language, tag);
    if (shape === undefined) continue;
    for (const match of text.matchAll(shape))
      found.push({ tag, language, start: match.index, end: match.index + match[0].length });
  }
  return found.sort((a, b) => a.start - b.start);
}
