import type { Span, Unit } from '../../types/index.ts';
import type { Analysis } from '../analysis.ts';
import type { Value } from '../value.ts';
import type { ShellSession } from './terminal.ts';

/** One command as its handler sees it. */
export type Invoked = {
  readonly program: string;
  readonly args: readonly Value[];
  readonly stdin: Value | null;
  readonly span: Span;
  readonly isElevated: boolean;
  readonly context: ShellContext;
};

/** What a handler may use: the session, the recorder and the way back into the interpreter. */
export type ShellContext = {
  readonly session: ShellSession;
  readonly analysis: Analysis;
  readonly unit: Unit;
  readonly depth: number;
  readFile(path: string, span: Span): Value;
  writeFile(path: string, value: Value, span: Span, isAppend: boolean): void;
  /** Runs text as shell code. */
  runText(code: Value, span: Span, origin?: 'startup' | 'carried'): Value;
  /** Passes code to an interpreter. */
  execute(code: Value, how: Execution): Value;
  runFile(path: string, args: readonly Value[], how: Execution): void;
  /** Sources a file of the bundle in this shell, which then has the functions and variables of the file. */
  takeOver(path: string): void;
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
    | 'lua'
    | 'applescript'
    | 'unknown';
  readonly span: Span;
  readonly isElevated: boolean;
  readonly stdin?: Value | null;
  /** The origin of the unit, when something else than the current command starts the code. */
  readonly origin?: 'startup' | 'carried';
};

export type Handler = (invoked: Invoked) => Value;
