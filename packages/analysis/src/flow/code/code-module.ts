import type { FunctionNode, Program } from '../../languages/code/ir.ts';
import type { CodeValue } from './code-value.ts';

/** A program of the bundle that another one takes things from: walked once, its functions are called where they stand. */
export type CodeModule = {
  readonly program: Program;
  functionOf(name: string): FunctionNode | undefined;
  /** What the module is to whoever imports it: its functions, classes and values by name. */
  exported(): CodeValue;
  invoke(fn: FunctionNode, args: readonly CodeValue[], depth: number): CodeValue;
};
