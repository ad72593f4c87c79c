import type { World } from '../world/world.ts';

/** `path` is the path of the code in the fake file system. `stdin` and output are byte strings (latin1). */
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
/** A shell call also reports the branches that were never taken. */
export type ShellResult = CodeResult & { untaken: string[] };

/** The three engines over one fake world. Each can call the others, as real programs do. */
export type Machine = {
  world: World;
  shell(call: CodeCall): Promise<ShellResult>;
  script(call: CodeCall): Promise<CodeResult>;
  python(call: CodeCall): Promise<CodeResult>;
  /** Resets the limit on started programs for a new unit. */
  reset(): void;
};

/** The code was not run at all. The message is the reason. */
export class NotRunError extends Error {}

/** The engine cannot parse the code in its declared language, so the unit is not exercised. */
export class CodeSyntaxError extends Error {}
