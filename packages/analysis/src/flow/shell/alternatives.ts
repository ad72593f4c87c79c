import type { CompoundCommand, Pipeline } from '../../languages/shell/ast.ts';
import type { Value } from '../value.ts';
import { eachWay, eitherWay } from '../ways.ts';

type Variables = Map<string, Value>;

/** Compound commands of which only one body runs. */
const WAYS = /^(?:if|case)$/;

export const runWays = (
  { keyword }: CompoundCommand,
  variables: Variables,
  bodies: readonly (() => Value)[],
): Value[] => (WAYS.test(keyword) ? eachWay(variables, bodies) : bodies.map((run) => run()));

/** `x=$(one) || x=other`: the values of the variables that are assigned only when the previous command fails. */
export function heldBefore(
  variables: Variables,
  between: string,
  { commands: [first] }: Pipeline,
): readonly (readonly [string, Value])[] {
  if (between.trim() !== '||' || first?.kind !== 'simple') return [];
  return first.assignments.flatMap(({ name }) => {
    const held = variables.get(name);
    return held === undefined ? [] : [[name, held] as const];
  });
}

export function keepHeld(variables: Variables, before: readonly (readonly [string, Value])[]): void {
  for (const [name, one] of before) {
    const other = variables.get(name);
    if (other !== undefined) variables.set(name, eitherWay(one, other));
  }
}
