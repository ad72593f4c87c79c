import type { World } from '../world/world.ts';

/** `path` is where the code stands in the fake file system; `stdin` and output are byte strings (latin1). */
export type CodeCall = {
  code: string;
  path: string;
  args: string[];
  stdin?: string;
  firstLine?: number;
  /** Functions of a shell script to call one by one, instead of running it. */
  functions?: readonly string[];
};
export type CodeResult = { stdout: string; stderr: string; exitCode: number };
/** A shell call also says which of its branches were never taken. */
export type ShellResult = CodeResult & { untaken: string[] };

/** The three engines over one fake world. Each can call the others, as real programs do. */
export type Machine = {
  world: World;
  shell(call: CodeCall): Promise<ShellResult>;
  script(call: CodeCall): Promise<CodeResult>;
  python(call: CodeCall): Promise<CodeResult>;
  /** A new unit may start as many programs as the one before. */
  reset(): void;
};

/** The code was not run at all, for the reason that is its message. */
export class NotRunError extends Error {}

/** The code is not what its label says, as far as the engine can tell: the unit is not exercised. */
export class CodeSyntaxError extends Error {}
