export { atomsOf, isCopy } from './atoms.ts';
export type { PackCheck } from './check.ts';
export { wordsOfPack } from './document.ts';
export { foldPacks, isCorroborated } from './fold.ts';
export { PACK_LIMITS } from './limits.ts';
export type { Pack, PackIssue, ReadPack, Surface } from './pack.ts';
export { readPack } from './read-pack.ts';
export type { PackRun } from './run.ts';
