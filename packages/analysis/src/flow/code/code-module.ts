import type { FunctionNode, Program } from '../../languages/code/ir.ts';
import type { CodeValue } from './code-value.ts';

/** A program of the bundle that another program imports. It is followed once, and its functions run with its own names. */
export type CodeModule = {
  readonly program: Program;
  functionOf(name: string): FunctionNode | undefined;
  /** The module as an importer sees it: its functions, classes and values by name. */
  exported(): CodeValue;
  invoke(fn: FunctionNode, args: readonly CodeValue[], depth: number): CodeValue;
};
