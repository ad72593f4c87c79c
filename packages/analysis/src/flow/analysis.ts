import type { Program } from '../languages/code/ir.ts';
import type { Parsers } from '../languages/code/parsers.ts';
import type { Language, Span, Unit, UnitOrigin, View } from '../types/index.ts';
import type { CodeModule } from './code/code-module.ts';
import type { Recorder } from './recorder.ts';
import type { ShellSession } from './shell/terminal.ts';
import type { Value } from './value.ts';

/** A file of the bundle is run or imported with these arguments; flows through its parameters are joined later. */
export type Invocation = {
  readonly target: string;
  readonly args: readonly Value[];
  readonly stdin: Value | null;
  readonly unit: Unit;
  readonly at: Span;
};

/** A write to a file by a program of the bundle. */
export type Written = {
  readonly path: string;
  readonly value: Value;
  readonly unit: Unit;
  readonly at: Span;
};

/** The services for analysers: the recorder, access to other files and the analysis of nested code. */
export type Analysis = {
  readonly recorder: Recorder;
  readonly parsers: Parsers;
  readonly invocations: Invocation[];
  readonly written: Written[];
  /** Programs of the bundle that other programs import, by file. */
  readonly modules: Map<string, CodeModule>;
  /** The whole file as a unit. */
  unitOf(file: string): Unit | undefined;
  /** The shell session that the code of a script or a document shares. */
  sessionOf(unit: Unit): ShellSession;
  /** The program of a unit, parsed once; `undefined` when the unit is no program or the read budget is spent. */
  programOf(unit: Unit): Program | undefined;
  /** The whole text of a bundle file by a path as a script names it, or `undefined`. */
  findFile(path: string, from: string): View | undefined;
  /** The bytes of a binary file, one character per byte; `undefined` when there is no such file. */
  findOpaque(path: string, from: string): string | undefined;
  /** Analyses `text` found at `at` inside `unit` as nested code and returns what it would print. */
  descend(code: NestedCode): Value;
  noteRun(run: Run): void;
};

/** An interpreter runs a bundle file or all files of a path pattern. For the language `unknown` the first line decides. */
export type Run = {
  readonly path: string;
  readonly language: Language;
  readonly unit: Unit;
  readonly at: Span;
};

export type NestedCode = {
  readonly lang: Language;
  readonly text: string;
  readonly at: Span;
  readonly unit: Unit;
  readonly origin: UnitOrigin;
  readonly layer: string | null;
  /** Shell variables that are set before the code starts. */
  readonly variables?: ReadonlyMap<string, Value>;
};
