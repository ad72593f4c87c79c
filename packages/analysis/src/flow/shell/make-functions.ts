import type { Script } from '../../languages/shell/ast.ts';
import { isFullyKnown, known, UNKNOWN, type Value } from '../value.ts';
import type { ShellSession } from './terminal.ts';
import { joinWords } from './words.ts';

const words = (text = ''): string[] => text.split(/\s+/).filter((word) => word !== '');
const each = (text: string | undefined, change: (word: string) => string): string => words(text).map(change).join(' ');
const at = (list: readonly string[], index: number): string => list.at(index) ?? '';

/** `%` stands for the same letters on both sides. */
function patternSubstitute(from = '', to = '', text = ''): string {
  const [head = '', tail = ''] = from.split('%');
  return each(text, (word) => {
    const isMeant = from.includes('%')
      ? word.startsWith(head) && word.endsWith(tail) && word.length >= head.length + tail.length
      : word === from;
    return isMeant ? to.replace('%', word.slice(head.length, word.length - tail.length)) : word;
  });
}

/** Functions of make that put text together, each with how many commas part its arguments. */
const FUNCTIONS: Readonly<
  Record<string, { readonly commas: number; readonly of: (args: readonly string[]) => string }>
> = {
  subst: { commas: 2, of: ([from = '', to = '', text = '']) => (from === '' ? text : text.replaceAll(from, to)) },
  patsubst: { commas: 2, of: ([from, to, text]) => patternSubstitute(from, to, text) },
  strip: { commas: 0, of: ([text]) => words(text).join(' ') },
  word: { commas: 1, of: ([index, text]) => at(words(text), Number(index) - 1) },
  wordlist: {
    commas: 2,
    of: ([from, to, text]) =>
      words(text)
        .slice(Number(from) - 1, Number(to))
        .join(' '),
  },
  firstword: { commas: 0, of: ([text]) => at(words(text), 0) },
  lastword: { commas: 0, of: ([text]) => at(words(text), -1) },
  addprefix: { commas: 1, of: ([prefix = '', text]) => each(text, (word) => `${prefix}${word}`) },
  addsuffix: { commas: 1, of: ([suffix = '', text]) => each(text, (word) => `${word}${suffix}`) },
  join: {
    commas: 1,
    of: ([one, other]) =>
      words(one)
        .map((word, index) => word + at(words(other), index))
        .join(' '),
  },
  notdir: { commas: 0, of: ([text]) => each(text, (path) => path.replace(/^.*\//, '')) },
  or: { commas: 1, of: (args) => args.find((arg) => arg.trim() !== '')?.trim() ?? '' },
  and: { commas: 1, of: (args) => (args.every((arg) => arg.trim() !== '') ? at(args, -1).trim() : '') },
  if: { commas: 1, of: ([test = '', yes = '', no = '']) => (test.trim() === '' ? no : yes) },
};

/** What a function of make puts together; `undefined` when it is none of them, so that a program of that name is meant. */
export function makeFunction(name: string, args: readonly Value[]): Value | undefined {
  const fn = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  const given = joinWords(args);
  const parts = (given.text ?? '').split(',');
  if (fn === undefined || parts.length <= fn.commas || (fn.commas === 0 && PROGRAMS.has(name))) return undefined;
  // The last argument takes the commas that are left over.
  const last = Math.max(fn.commas, 0);
  const told =
    name === 'or' || name === 'and' || name === 'if' ? parts : [...parts.slice(0, last), parts.slice(last).join(',')];
  return isFullyKnown(given)
    ? { ...given, ...known(fn.of(told)), taints: given.taints }
    : { ...UNKNOWN, taints: given.taints };
}

const PROGRAMS: ReadonlySet<string> = new Set(['strip']);

/** `$(name)` in a makefile is a variable when it has one of that name. */
export function madeVariable(
  { pipelines: [pipeline, ...more] }: Script,
  { variables }: ShellSession,
): Value | undefined {
  const [command] = pipeline?.commands ?? [];
  if (more.length > 0 || command?.kind !== 'simple' || command.words.length !== 1) return undefined;
  const [word] = command.words[0]?.parts ?? [];
  return word?.kind === 'text' ? variables.get(word.value) : undefined;
}
