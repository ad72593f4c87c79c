import type { Pack } from './pack.ts';

/** Everything a pack says in words, as one document: what a reader of it would be swayed by. Samples are data. */
export const wordsOfPack = ({ prose, rules }: Pack): string =>
  [prose, ...rules.flatMap(({ title, message, fix }) => [title, message, fix])].join('\n\n');
