import { concat, known, shown, type Value } from '../value.ts';
import type { Execution } from './session.ts';

/** The option with which an interpreter receives code. */
type CodeOption = {
  /** The option. The rest of the same word is the code, otherwise the next word. */
  readonly flag: RegExp;
  /** Other options may stand between the option and the code, as in every shell. */
  readonly hasOptionsBehind?: boolean;
};

/** Options without a value may precede `c` in the same word. */
const SHELL: CodeOption = { flag: /^-[a-zA-Z]*c()$/, hasOptionsBehind: true };
const BY_LANGUAGE: Partial<Record<Execution['lang'], CodeOption>> = {
  shell: SHELL,
  python: { flag: /^-[bBdEhiIOPqsSuvVx]*c([\s\S]*)$/ },
  javascript: { flag: /^(?:-e|-p|-pe|--eval|--print|eval)(?:=([\s\S]+))?$/ },
  perl: { flag: /^-[acdlnpsStTuUvwWX0-9]*[eE]([\s\S]*)$/ },
  ruby: { flag: /^-[acdlnpsSvwW0-9]*e([\s\S]*)$/ },
  php: { flag: /^(?:-[rBRE]|--(?:run|process-(?:code|begin|end)))=?([\s\S]*)$/ },
  lua: { flag: /^-e([\s\S]*)$/ },
  unknown: { flag: /^-e([\s\S]*)$/ },
};

/** All code in the arguments of an interpreter, joined; `undefined` when there is none. */
export function codeAmong(args: readonly Value[], lang: Execution['lang']): Value | undefined {
  const option = BY_LANGUAGE[lang];
  if (option === undefined) return undefined;
  const found: Value[] = [];
  for (const [at, arg] of args.entries()) {
    const match = option.flag.exec(shown(arg));
    if (match === null) continue;
    const attached = match[1] ?? '';
    const behind = option.hasOptionsBehind ? firstWord(args.slice(at + 1)) : args[at + 1];
    if (attached !== '') found.push({ ...arg, text: attached });
    else if (behind !== undefined) found.push(behind);
    if (option.hasOptionsBehind) break;
  }
  const [first, ...rest] = found;
  return first === undefined ? undefined : concat([first, ...rest.flatMap((code) => [known('\n'), code])]);
}

/** The code after `-c`. A shell reads its other options first. */
function firstWord(args: readonly Value[]): Value | undefined {
  for (let at = 0; at < args.length; at += 1) {
    const word = shown(args[at] ?? known(''));
    if (word === '--') return args[at + 1];
    if (/^[-+]o$/.test(word)) at += 1;
    else if (!/^[-+][a-zA-Z]+$/.test(word) && !/^--[a-z]/.test(word)) return args[at];
  }
  return undefined;
}

/** Whether a word is code and not a file name. */
export const isCodeItself = (word: string): boolean => /[;(){}]|=\s*\S/.test(word) && !/^[\w./~-]+$/.test(word);
