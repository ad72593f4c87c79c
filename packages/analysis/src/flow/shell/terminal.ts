import type { Script } from '../../languages/shell/ast.ts';
import { normalisePath } from '../../models/paths/path-class.ts';
import type { Unit } from '../../types/index.ts';
import { isOfSecrets, type Taint, type Value } from '../value.ts';
import { joinWords } from './words.ts';

/** What a terminal remembers from one command to the next. Fences of one document share one session. */
export type ShellSession = {
  readonly variables: Map<string, Value>;
  /** Content of files written so far, by path. */
  readonly files: Map<string, Value>;
  /** Each with the unit it is written in. */
  readonly functions: Map<string, { readonly body: Script; readonly unit: Unit }>;
  /** Files read into this shell, each once. */
  readonly taken: Set<string>;
  /** What calls of functions came to, by their words. */
  readonly calls: Map<string, Value>;
  readonly aliases: Map<string, string>;
  /** Other names of a variable: `declare -n other=name`. */
  readonly namerefs: Map<string, string[]>;
  /** Archives unpacked and repositories cloned: anything run from there came from outside. */
  readonly unpacked: { readonly folder: string; readonly taint: Taint }[];
  /** Folders that a command went to so far. */
  readonly visited: string[];
  /** Files of the bundle that were read here as data. */
  readonly ownData: Set<string>;
  /** Names of files that were compared with a digest which stands in the bundle. */
  readonly verified: Set<string>;
  /** A file is read into this shell: its functions are looked at where it is read itself, and where they are called. */
  isTakingOver: boolean;
  folder: string;
  steps: number;
};

export const createSession = (): ShellSession => ({
  variables: new Map(),
  files: new Map(),
  functions: new Map(),
  taken: new Set(),
  calls: new Map(),
  aliases: new Map(),
  namerefs: new Map(),
  unpacked: [],
  visited: [],
  ownData: new Set(),
  verified: new Set(),
  isTakingOver: false,
  folder: '',
  steps: 0,
});

/** A file that holds what was fetched is one that was compared with a digest of the bundle: it is those bytes or nothing. */
export const isVerified = ({ verified, files }: ShellSession, fetched: Taint | undefined): boolean =>
  fetched !== undefined &&
  [...files].some(([path, { taints }]) => verified.has(nameOf(path)) && taints.some(({ at }) => at === fetched.at));

/**
 * What the commands before have put into a folder goes along with the folder. In the one at hand lies whatever has no other
 * place in its name, and what was put there under its full name.
 */
export function gathered({ files, folder }: ShellSession, from: string, name: string): Value[] {
  const isHere = /^(?:\.\/?|\*|\.\/\*)$/.test(name);
  const place = normalisePath(isHere ? from || folder : `${from === '' ? '' : `${from}/`}${name}`).replace(/\/+$/, '');
  const isInside = (path: string): boolean =>
    (place !== '' && path.startsWith(`${place}/`)) ||
    (isHere && from === '' && !/^(?:[~/$␀]|\.\.|[a-z]:|__)/i.test(path));
  return [...files].filter(([path, value]) => isInside(path) && isOfSecrets(value)).map(([, value]) => value);
}

const nameOf = (path: string): string => path.split('/').at(-1) ?? path;

const WORD = /^(?:\d+|[@*])$/;

/** With these words as its arguments; afterwards those from before are back. */
export function withWords<T>({ variables }: ShellSession, args: readonly Value[], run: () => T): T {
  const clear = (): void => {
    for (const name of [...variables.keys()]) if (WORD.test(name)) variables.delete(name);
  };
  const before = [...variables].filter(([name]) => WORD.test(name));
  clear();
  for (const [index, arg] of args.entries()) variables.set(String(index + 1), arg);
  for (const name of ['@', '*']) variables.set(name, joinWords(args));
  const result = run();
  clear();
  for (const [name, value] of before) variables.set(name, value);
  return result;
}

/** The words it was called with, each as it was given. */
export function givenWords({ variables }: ShellSession): Value[] {
  const words: Value[] = [];
  for (let at = 1; ; at += 1) {
    const word = variables.get(String(at));
    if (word === undefined) return words;
    words.push(word);
  }
}

/** What parts words: blanks, and whatever the script made a separator. */
export function wordGap({ variables }: ShellSession): RegExp {
  const separators = variables.get('IFS')?.text?.replace(/[\s␀]/g, '') ?? '';
  return separators === '' ? /\s+/ : new RegExp(`[\\s${separators.replace(/[\\\]^-]/g, '\\$&')}]+`);
}

/** Commands interpreted per session; past it only the tree is looked at. */
export const SESSION_LIMITS = { stepsMax: 40_000, depthMax: 12 } as const;

/** A call with the same words, while all variables hold the same, does the same again. */
export function callKey({ variables, functions }: ShellSession, name: string, words: readonly Value[]): string {
  const sign = ({ text, taints }: Value): string =>
    `${text}|${taints.map(({ class: kind, label }) => `${kind} ${label}`).join()}`;
  const held = [...variables].filter(([one]) => !/^[\d@*]/.test(one)).map(([one, value]) => `${one}=${sign(value)}`);
  return `${name} ${held.join(';')} ${functions.size} ${words.map(sign).join(' ')}`;
}

/** What `"$*"` puts between the words. */
export const joinerOf = ({ variables }: ShellSession): string => variables.get('IFS')?.text?.slice(0, 1) ?? ' ';
