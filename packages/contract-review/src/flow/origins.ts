import type { ReviewedContract } from '../rules/rule.ts';
import type { Expr, Fn, StateVariable } from '../syntax/ast.ts';
import type { Binding, Env, Op, Trace, WriteOp } from './trace.ts';
import { dependsOn, rootOf, slotOf } from './values.ts';

type Test = (part: Expr, env: Env) => boolean;

/** Functions inside functions that answers are followed through. */
const GIVEN_DEPTH_MAX = 6;

const givenBy = (expr: Expr, env: Env): readonly Binding[] => (expr.kind === 'call' ? (env.given.get(expr) ?? []) : []);

/** Like `dependsOn`, and also through what functions of the contract gave back. */
export function comesFrom(expr: Expr, env: Env, test: Test, depth = 0): boolean {
  return dependsOn(
    expr,
    env,
    (part, at) =>
      test(part, at) ||
      (depth < GIVEN_DEPTH_MAX && givenBy(part, at).some((given) => comesFrom(given.expr, given.env, test, depth + 1))),
  );
}

/** Like `rootOf`, and also through a function that only gives something back. */
export function sourceOf(expr: Expr, env: Env, depth = 0): Binding {
  const root = rootOf(expr, env);
  const [given, ...others] = givenBy(root.expr, root.env);
  if (given === undefined || others.length > 0 || depth >= GIVEN_DEPTH_MAX) return root;
  return sourceOf(given.expr, given.env, depth + 1);
}

/** Where something stands that belongs to no function. */
export const nowhere = (fn: Fn): Env => ({
  fn,
  values: new Map(),
  locals: new Map(),
  caller: null,
  given: new Map(),
});

const tracesOf = ({ entries, constructors }: ReviewedContract): readonly Trace[] => [...entries, ...constructors];

const isWrite = (op: Op): op is WriteOp => op.kind === 'write';

/** Variables whose value rests on something, whoever wrote it and by whatever detour through others. */
export function variablesFrom(reviewed: ReviewedContract, test: Test): ReadonlySet<StateVariable> {
  const { contract, fns } = reviewed;
  const found = new Set<StateVariable>();
  const isFound: Test = (part, env) => {
    if (test(part, env)) return true;
    const variable = part.kind === 'id' ? slotOf(part, env, contract)?.variable : undefined;
    return variable != null && found.has(variable);
  };
  const [first] = fns;
  if (first !== undefined)
    for (const one of contract.variables)
      if (one.value !== null && dependsOn(one.value, nowhere(first), test)) found.add(one);
  const writes = tracesOf(reviewed).flatMap(({ ops }) => ops.filter(isWrite));
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const { slot, value, env } of writes)
      if (slot.variable !== null && value !== null && !found.has(slot.variable) && comesFrom(value, env, isFound))
        found.add(slot.variable);
  }
  return found;
}

/** The written number that a name always has: a constant, or a variable that nobody writes after it was declared. */
export function settledValue(expr: Expr, env: Env, reviewed: ReviewedContract): Expr {
  const { expr: root, env: home } = rootOf(expr, env);
  if (root.kind !== 'id' || home.locals.has(root.name)) return root;
  const variable = [...reviewed.contract.variables].reverse().find(({ name }) => name === root.name);
  if (variable?.value == null) return root;
  const isWritten = tracesOf(reviewed).some(({ ops }) =>
    ops.some((op) => isWrite(op) && op.slot.variable === variable),
  );
  return isWritten ? root : variable.value;
}
