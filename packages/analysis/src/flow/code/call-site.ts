import type { Expr, FunctionNode } from '../../languages/code/ir.ts';
import type { SinkPosition, SinkValue, Span, Unit } from '../../types/index.ts';
import type { Analysis } from '../analysis.ts';
import type { ShellSession } from '../shell/terminal.ts';
import type { Taint } from '../value.ts';
import type { CodeValue } from './code-value.ts';

/** One call as its model sees it: the name resolved, the arguments evaluated. */
export type CallSite = {
  readonly callee: string;
  /** Last part of the name: the method. */
  readonly method: string;
  readonly receiver: CodeValue;
  readonly args: readonly CodeValue[];
  readonly named: ReadonlyMap<string, CodeValue>;
  readonly span: Span;
  readonly unit: Unit;
  readonly analysis: Analysis;
  readonly session: ShellSession;
  /** Evaluates a callback with these arguments. */
  call(fn: FunctionNode, args: readonly CodeValue[]): CodeValue;
  /** The member of a value with this name. */
  member(on: CodeValue, name: string): CodeValue;
  readonly expr: Expr;
};

/** Returns the result of a call; `undefined` when this model does not apply after all. */
export type CallModel = (site: CallSite) => CodeValue | undefined;

/** Records that the sources of these taints reach the sink at this call. */
export const recordFlow = (
  { analysis, unit, span }: Pick<CallSite, 'analysis' | 'unit' | 'span'>,
  taints: readonly Taint[],
  sink: SinkValue,
  position: SinkPosition,
): void => analysis.recorder.flow(taints, sink, position, unit, span);

export const argument = (site: CallSite, index: number, ...names: readonly string[]): CodeValue | undefined => {
  for (const name of names) {
    const value = site.named.get(name);
    if (value !== undefined) return value;
  }
  return site.args[index];
};

/** Options may be keyword arguments or a trailing object. */
export function option(site: CallSite, name: string): CodeValue | undefined {
  const named = site.named.get(name);
  if (named !== undefined) return named;
  for (const arg of [...site.args].reverse()) {
    const entry = arg.entries?.get(name);
    if (entry !== undefined) return entry;
  }
  return undefined;
}
