import type { Span, Unit } from '../../model.ts';
import type { Script } from '../../parse/shell/ast.ts';
import type { Analysis } from '../analysis.ts';
import type { Taint, Value } from '../value.ts';

/** What a terminal remembers from one command to the next. Fences of one document share one session. */
export type ShellSession = {
  readonly variables: Map<string, Value>;
  /** Content of files written so far, by path. */
  readonly files: Map<string, Value>;
  readonly functions: Map<string, Script>;
  readonly aliases: Map<string, string>;
  /** Archives unpacked and repositories cloned: anything run from there came from outside. */
  readonly unpacked: { readonly folder: string; readonly taint: Taint }[];
  /** A digest or signature was compared. */
  hasVerified: boolean;
  folder: string;
  steps: number;
};

export const createSession = (): ShellSession => ({
  variables: new Map(),
  files: new Map(),
  functions: new Map(),
  aliases: new Map(),
  unpacked: [],
  hasVerified: false,
  folder: '',
  steps: 0,
});

/** Commands interpreted per session; past it only the tree is looked at. */
export const SESSION_LIMITS = { stepsMax: 20_000, depthMax: 12 } as const;

/** One command as its handler sees it. */
export type Invoked = {
  readonly program: string;
  readonly args: readonly Value[];
  readonly stdin: Value | null;
  readonly span: Span;
  readonly isElevated: boolean;
  readonly context: ShellContext;
};

/** The hands a handler has: session, records, and the way back into the interpreter. */
export type ShellContext = {
  readonly session: ShellSession;
  readonly analysis: Analysis;
  readonly unit: Unit;
  readonly depth: number;
  readFile(path: string, span: Span): Value;
  writeFile(path: string, value: Value, span: Span, isAppend: boolean): void;
  /** Runs text as shell code. */
  runText(code: Value, span: Span): Value;
  /** Something is handed to an interpreter. */
  execute(code: Value, how: Execution): Value;
  runFile(path: string, args: readonly Value[], how: Execution): void;
  /** Runs `args` as a command line of its own (after a wrapper like `sudo`). */
  runArgs(args: readonly Value[], stdin: Value | null, span: Span, isElevated: boolean): Value;
};

export type Execution = {
  readonly lang:
    | 'shell'
    | 'batch'
    | 'python'
    | 'javascript'
    | 'powershell'
    | 'ruby'
    | 'perl'
    | 'php'
    | 'applescript'
    | 'unknown';
  readonly span: Span;
  readonly isElevated: boolean;
  readonly stdin?: Value | null;
};

export type Handler = (invoked: Invoked) => Value;
