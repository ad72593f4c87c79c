import type { Pack } from './pack.ts';

/** All prose of a pack as one document: the text that could influence a reader. Samples are data. */
export const wordsOfPack = ({ prose, rules }: Pack): string =>
  [prose, ...rules.flatMap(({ title, message, fix }) => [title, message, fix])].join('\n\n');
