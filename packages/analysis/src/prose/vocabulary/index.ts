export { fold, glossOf, toEnglishWord, withGloss } from './lexicon.ts';
export { abroad, inEnglish, isAbroad, isBefore, isBeside } from './tongues.ts';
