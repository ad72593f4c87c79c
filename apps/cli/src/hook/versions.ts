const baseOf = (word: string): string => word.slice(word.lastIndexOf('/') + 1);

import { wordList } from './word-list.ts';

/** Git commands that show no file content. */
const GIT_NAMES = wordList(
  'add stage status commit push fetch rm mv shortlog ls-files ls-tree ls-remote rev-parse rev-list branch tag notes remote config init check-ignore check-attr',
);
/** Options of git itself whose value is the next word. */
const GIT_VALUES = wordList('-C -c --git-dir --work-tree --namespace --exec-path --config-env');
/** Options of `git log` that show content. */
export const LOG_CONTENT =
  /^-\w*[pucLWU]|^--(?:patch|unified|cc|ext-diff|textconv|word-diff|color-words|remerge-diff|diff-merges|binary|dd$)/;

export type Call = { readonly program: string; readonly args: readonly string[] };

/** Every word is a candidate, because a program can follow others: `sudo`, `env`, `timeout 5`. */
export const callsIn = (words: readonly string[]): Call[] =>
  words.map((word, index) => ({ program: baseOf(word), args: words.slice(index + 1) }));

export function gitVerb(args: readonly string[]): { verb: string; rest: readonly string[] } {
  let at = 0;
  while (args[at]?.startsWith('-')) at += GIT_VALUES.test(args[at] ?? '') ? 2 : 1;
  return { verb: args[at] ?? '', rest: args.slice(at + 1) };
}

/** Whether the command can show or use files of another commit. */
export const readsOtherVersions = (words: readonly string[]): boolean =>
  callsIn(words).some(({ program, args }) => {
    if (program !== 'git' || args.length === 0) return false;
    const { verb, rest } = gitVerb(args);
    return verb === 'log' ? rest.some((word) => LOG_CONTENT.test(word)) : !GIT_NAMES.test(verb);
  });
