import { UNKNOWN_VALUE } from './expand-word.ts';
import { toPlainText, type Word } from './shell-words.ts';
import { fromProgram } from './text-commands.ts';
import { wordList } from './word-list.ts';

/** A variable with more values than this counts as unknown. */
const VALUES_MAX = 32;
/** Commands that set the variables they name. */
const SETTERS = wordList('read mapfile readarray getopts nameref');

/** `NAME=value`, `NAME+=value`, `for NAME in values`, and commands whose variables are known only at run time. */
export function bindVariables(words: readonly Word[], variables: Map<string, readonly string[]>): void {
  const plain = words.map(toPlainText);
  const add = (name: string, values: readonly string[]) =>
    variables.set(name, [...new Set([...(variables.get(name) ?? []), ...values])].slice(0, VALUES_MAX));
  const [program = '', ...args] = fromProgram(plain);
  if (program === 'for' || program === 'select')
    add(
      args[0] ?? '',
      args[1] === 'in' && words.slice(-args.length).slice(2).every(isKnown) ? args.slice(2) : [UNKNOWN_VALUE],
    );
  if (SETTERS.test(program) || (program === 'printf' && args.some((word) => word.startsWith('-v'))))
    for (const name of args) add(name.replace(/^-v/, ''), [UNKNOWN_VALUE]);
  for (const [index, text] of plain.entries()) {
    if (!text.includes('=')) continue;
    const [, name, operator, value] = /^([A-Za-z_]\w*)(\+?=)(.*)$/s.exec(text) ?? [];
    if (name === undefined || value === undefined || name === 'PWD' || name === 'HOME') continue;
    const before = operator === '=' ? [] : (variables.get(name) ?? [UNKNOWN_VALUE]);
    const isUnknown = !isKnown(words[index] ?? []) || before.includes(UNKNOWN_VALUE);
    add(name, isUnknown ? [UNKNOWN_VALUE] : before.length === 0 ? [value] : before.map((each) => each + value));
    if ((variables.get(name)?.length ?? 0) >= VALUES_MAX) variables.set(name, [UNKNOWN_VALUE]);
  }
}
const isKnown = (word: Word): boolean => word.every((part) => part.kind === 'text');
