export { atomsOf, isCopy } from './atoms.ts';
export type { PackCheck } from './check.ts';
export { wordsOfPack } from './document.ts';
export { readPack } from './read-pack.ts';
