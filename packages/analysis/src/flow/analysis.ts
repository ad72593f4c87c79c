import type { Program } from '../languages/code/ir.ts';
import type { Parsers } from '../languages/code/parsers.ts';
import type { BundleAbout, Language, Span, Unit, UnitOrigin, View } from '../types/index.ts';
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

/** What a program of the bundle puts into a file. */
export type Written = {
  readonly path: string;
  readonly value: Value;
  readonly unit: Unit;
  readonly at: Span;
  /** Files of the bundle that were read as data by whoever writes it. */
  readonly ownData: ReadonlySet<string>;
};

/** What every analyser may use: where to write, how to look at other files, how to descend into code inside code. */
export type Analysis = {
  readonly recorder: Recorder;
  readonly parsers: Parsers;
  readonly about: BundleAbout;
  readonly invocations: Invocation[];
  readonly written: Written[];
  /** Programs of the bundle that others import, by file. */
  readonly modules: Map<string, CodeModule>;
  /** The whole file as a unit. */
  unitOf(file: string): Unit | undefined;
  /** The terminal that code inside a script or a document works in. */
  sessionOf(unit: Unit): ShellSession;
  /** The program of a unit, parsed once; `undefined` where it is no program or too much was read already. */
  programOf(unit: Unit): Program | undefined;
  /** Whole-file text of the bundle by path as a script would name it, or `undefined`. */
  findFile(path: string, from: string): View | undefined;
  /** Texts of the bundle that a name with unknown parts may mean. */
  findOneOf(path: string, from: string): readonly View[];
  /** Bytes of a file that is no text, one character per byte; `undefined` when there is no such file. */
  findOpaque(path: string, from: string): string | undefined;
  /** Analyses `text` found at `at` inside `unit` as code of its own, and answers with what it would print. */
  descend(code: NestedCode): Value;
  noteRun(run: Run): void;
};

/** A file of the bundle, or a pattern of them, is handed to an interpreter; `unknown` is what its first line says. */
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
  /** What the variables of a shell hold before it starts. */
  readonly variables?: ReadonlyMap<string, Value>;
};
