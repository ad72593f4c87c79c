import type { ReviewedContract } from '../rules/rule.ts';
import type { Expr, Fn, StateVariable } from '../syntax/ast.ts';
import type { Binding, Env, Op, Trace, WriteOp } from './trace.ts';
import { dependsOn, slotOf } from './values.ts';

type Test = (part: Expr, env: Env) => boolean;

/** Maximum depth of calls through which return values are followed. */
const GIVEN_DEPTH_MAX = 6;

const givenBy = (expr: Expr, env: Env): readonly Binding[] => (expr.kind === 'call' ? (env.given.get(expr) ?? []) : []);

/** Like `dependsOn`, but also follows return values of the contract's functions. */
export function comesFrom(expr: Expr, env: Env, test: Test, depth = 0): boolean {
  return dependsOn(
    expr,
    env,
    (part, at) =>
      test(part, at) ||
      (depth < GIVEN_DEPTH_MAX && givenBy(part, at).some((given) => comesFrom(given.expr, given.env, test, depth + 1))),
  );
}

/** Environment of an expression outside any function. */
const nowhere = (fn: Fn): Env => ({
  fn,
  values: new Map(),
  locals: new Map(),
  caller: null,
  given: new Map(),
});

const tracesOf = ({ entries, constructors }: ReviewedContract): readonly Trace[] => [...entries, ...constructors];

const isWrite = (op: Op): op is WriteOp => op.kind === 'write';

/** Variables whose value depends on an expression that passes the test, directly or through other variables. */
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
