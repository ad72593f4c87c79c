export { fold, glossOf, toEnglishWord, withGloss } from './lexicon.ts';
