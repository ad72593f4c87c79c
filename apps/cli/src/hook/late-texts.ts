import { keepsFiles } from './keeps-files.ts';
import { type Script, type SimpleCommand, toPlainText } from './shell-words.ts';

/** What a shell expands. Texts with white space or operators are parsed anyway. */
const EXPANDED = /[*?[{~`]|\$[\w{@*]/;
const PARSED = /[\s;|&()<>]/;
/** A folder whose name begins with a dot. */
const HIDDEN = /(?:^|\/)\.[^./]/;

/** Quoted words of one piece that another shell can expand: `eval '.c*'`. What only shows or searches text expands nothing, unless its output goes on. */
export function lateTexts(command: SimpleCommand, { commands }: Script): string[] {
  const late = command.words
    .filter((word) => word.some((part) => part.kind === 'text' && part.isQuoted && EXPANDED.test(part.text)))
    .map(toPlainText)
    .filter((text) => !PARSED.test(text));
  if (late.length === 0) return [];
  const peers = commands.filter((each) => each.pipeline === command.pipeline);
  if (peers.every(isInert)) return [];
  return late
    .flatMap((text) => [text, ...text.split('!').slice(1)])
    .map((text) => (HIDDEN.test(text) ? text : text.replaceAll(/\*\*+/g, '*')));
}

const isInert = (command: SimpleCommand): boolean =>
  keepsFiles(command, false) &&
  (!command.isWriting || command.redirects.every((word) => /^(?:\/dev\/null|\d)$/.test(toPlainText(word))));
