import type { Unit } from '../../model.ts';
import type { Script } from '../../parse/shell/ast.ts';
import type { Taint, Value } from '../value.ts';

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
  /** Archives unpacked and repositories cloned: anything run from there came from outside. */
  readonly unpacked: { readonly folder: string; readonly taint: Taint }[];
  /** Files of the bundle that were read here as data. */
  readonly ownData: Set<string>;
  /** A digest or signature was compared. */
  hasVerified: boolean;
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
  unpacked: [],
  ownData: new Set(),
  hasVerified: false,
  isTakingOver: false,
  folder: '',
  steps: 0,
});

/** Commands interpreted per session; past it only the tree is looked at. */
export const SESSION_LIMITS = { stepsMax: 20_000, depthMax: 12 } as const;

/** A call with the same words, while as many variables hold something from outside, does the same again. */
export function callKey({ variables, functions }: ShellSession, name: string, words: readonly Value[]): string {
  const sign = ({ text, taints }: Value): string =>
    `${text}|${taints.map(({ class: kind, label }) => `${kind} ${label}`).join()}`;
  const held = [...variables.values()].filter(({ taints }) => taints.length > 0).length;
  return `${name} ${held} ${functions.size} ${words.map(sign).join(' ')}`;
}
