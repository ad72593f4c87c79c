import type { Script } from '../../languages/shell/ast.ts';
import { normalisePath } from '../../models/paths/path-class.ts';
import type { Unit } from '../../types/index.ts';
import { isOfSecrets, type Taint, type Value } from '../value.ts';
import { joinWords } from './words.ts';

/** The state of a shell between commands. The fences of one document share one session. */
export type ShellSession = {
  readonly variables: Map<string, Value>;
  /** Content of files written so far, by path. */
  readonly files: Map<string, Value>;
  /** Functions with the unit that defines them. */
  readonly functions: Map<string, { readonly body: Script; readonly unit: Unit }>;
  /** Sourced files. Each is sourced once. */
  readonly taken: Set<string>;
  /** Results of function calls by `callKey`. */
  readonly calls: Map<string, Value>;
  readonly aliases: Map<string, string>;
  /** Unpacked archives and cloned repositories. A program that runs from one of them is fetched. */
  readonly unpacked: { readonly folder: string; readonly taint: Taint }[];
  /** Set while a file is sourced. Its functions are followed where the file itself is read and where they are called. */
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
  unpacked: [],
  isTakingOver: false,
  folder: '',
  steps: 0,
});

/**
 * The secrets that earlier commands wrote to a folder, because packing the folder includes them. The current folder contains
 * files with a relative path and files that were written with the full path of the folder.
 */
export function gathered({ files, folder }: ShellSession, from: string, name: string): Value[] {
  const isHere = /^(?:\.\/?|\*|\.\/\*)$/.test(name);
  const place = normalisePath(isHere ? from || folder : `${from === '' ? '' : `${from}/`}${name}`).replace(/\/+$/, '');
  const isInside = (path: string): boolean =>
    (place !== '' && path.startsWith(`${place}/`)) ||
    (isHere && from === '' && !/^(?:[~/$␀]|\.\.|[a-z]:|__)/i.test(path));
  return [...files].filter(([path, value]) => isInside(path) && isOfSecrets(value)).map(([, value]) => value);
}

const WORD = /^(?:\d+|[@*])$/;

/** Runs a callback with these positional parameters, then restores the previous ones. */
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

/** The positional parameters as separate values. */
export function givenWords({ variables }: ShellSession): Value[] {
  const words: Value[] = [];
  for (let at = 1; ; at += 1) {
    const word = variables.get(String(at));
    if (word === undefined) return words;
    words.push(word);
  }
}

/** The pattern between words: whitespace and the separators in `IFS`. */
export function wordGap({ variables }: ShellSession): RegExp {
  const separators = variables.get('IFS')?.text?.replace(/[\s␀]/g, '') ?? '';
  return separators === '' ? /\s+/ : new RegExp(`[\\s${separators.replace(/[\\\]^-]/g, '\\$&')}]+`);
}

/** Commands interpreted per session, and the depth of nested commands. */
export const SESSION_LIMITS = { stepsMax: 40_000, depthMax: 12 } as const;

/** The key of a call. A call with the same arguments and the same variables has the same result. */
export function callKey({ variables, functions }: ShellSession, name: string, words: readonly Value[]): string {
  const sign = ({ text, taints }: Value): string =>
    `${text}|${taints.map(({ class: kind, label }) => `${kind} ${label}`).join()}`;
  const held = [...variables].filter(([one]) => !/^[\d@*]/.test(one)).map(([one, value]) => `${one}=${sign(value)}`);
  return `${name} ${held.join(';')} ${functions.size} ${words.map(sign).join(' ')}`;
}

/** The separator between the words of `"$*"`. */
export const joinerOf = ({ variables }: ShellSession): string => variables.get('IFS')?.text?.slice(0, 1) ?? ' ';
