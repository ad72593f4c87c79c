import type { PlacedHit } from '@assay/analysis/result/at-places';
import { needs } from '../flow/guards.ts';
import type { CallOp, Guard, Loop, WriteOp } from '../flow/trace.ts';
import { dependsOn, isInput, isNumberType, isSender, isTainted, rootOf, slotOf } from '../flow/values.ts';
import type { Contract } from '../program/program.ts';
import type { Expr, StateVariable } from '../syntax/ast.ts';
import type { ReviewedContract } from './rule.ts';
import { callsIn, contractRule, entryOf, inEntries, isAdminOnly, placeOf, type Visit, writesIn } from './support.ts';

const denial = contractRule({
  id: 'CON-19',
  title: 'Denial of service by a recipient or a loop',
  question: 'Can a caller make a function revert permanently?',
  severity: 'MEDIUM',
  references: ['SWC-113', 'SWC-128', 'CWE-400', 'CWE-703'],
  why: 'One recipient that reverts, or a list that exceeds the gas limit, blocks all other users.',
  fix: 'Let users withdraw their own share, and process lists in batches.',
  blindTo:
    'The finding is HIGH if the loop sends value or if a recipient can revert. The real length of a list is not known.',
  check: (facts) =>
    inEntries(facts, (visit) => [
      ...pushLoops(visit),
      ...longLoops(visit),
      ...refusals(visit),
      ...clearings(visit),
      ...floods(visit),
    ]),
});

const failsWhole = (op: CallOp): boolean => op.reached.name === 'transfer' || op.reached.isChecked;

function pushLoops({ reviewed, contract, trace }: Visit): PlacedHit[] {
  return callsIn(trace).flatMap((op): PlacedHit[] => {
    const { how, target, value } = op.reached;
    const isPay = (how === 'ether' || (how === 'low' && value !== null)) && op.loops.length > 0 && target !== null;
    if (!isPay || !failsWhole(op) || isFixedTarget(op, contract)) return [];
    const loop = op.loops.at(-1);
    if (
      loop === undefined ||
      !dependsOn(target.expr, target.env, (part, env) => slotOf(part, env, contract)?.keys.length !== undefined)
    )
      return [];
    return [
      {
        at: placeOf(op),
        confidence: 'firm',
        severity: 'HIGH',
        note: 'One recipient that reverts blocks all payments.',
        entry: entryOf(reviewed, trace.entry),
      },
    ];
  });
}

const isFixedTarget = ({ reached: { target } }: CallOp, contract: Contract): boolean =>
  target !== null && isSender(target.expr, target.env) && contract.line.length > 0;

/** A loop over a list that any caller can extend, or up to a count that any caller can raise. */
function longLoops({ reviewed, contract, trace }: Visit): PlacedHit[] {
  const seen = new Set<number>();
  if (trace.entry.mutability === 'view' || trace.entry.mutability === 'pure') return [];
  return trace.ops.flatMap((op): PlacedHit[] => {
    const loop = op.loops.at(-1);
    if (loop === undefined || seen.has(loop.start)) return [];
    seen.add(loop.start);
    const bound = boundOf(loop, contract);
    if (bound === undefined || !growthOf(bound, reviewed).some((write) => !isAdminOnly(write, contract))) return [];
    return [
      {
        at: { file: loop.env.fn.file, start: loop.start, end: Math.min(loop.end, loop.start + 80) },
        confidence: 'firm',
        note: `Any caller can raise ${bound.name} until this loop exceeds the gas limit of a block.`,
        entry: entryOf(reviewed, trace.entry),
      },
    ];
  });
}

/** The variable that bounds a loop: a stored list or a stored count. */
function boundOf({ test, env }: Loop, contract: Contract): StateVariable | undefined {
  let bound: StateVariable | null | undefined;
  if (test === null) return undefined;
  dependsOn(test, env, (part, at) => {
    if (part.kind === 'member' && part.name === 'length') bound = slotOf(part.object, at, contract)?.variable;
    return bound != null;
  });
  if (bound != null || test.kind !== 'binary' || !/^[<>!]=?$/.test(test.op)) return bound ?? undefined;
  for (const side of [test.left, test.right]) {
    const root = rootOf(side, env);
    const slot = slotOf(root.expr, root.env, contract);
    if (slot?.variable != null && slot.keys.length === 0 && isNumberType(slot.type)) return slot.variable;
  }
  return undefined;
}

const LIST_SAFE_MAX = 256;

/** Writes that extend a list or raise a count without a limit that fits into a block. */
const growthOf = (variable: StateVariable, { entries, contract }: ReviewedContract): WriteOp[] =>
  entries.flatMap((trace) =>
    writesIn(trace).filter(
      (write) =>
        write.slot.variable === variable &&
        isGrowth(write) &&
        !write.guards.some((guard) => isCapped(guard, variable, contract)),
    ),
  );

/** Appends to a list, raises a count, or replaces a list with caller input. */
const isGrowth = ({ op, slot, value, env }: WriteOp): boolean => {
  const isMore = /^(\+\+|\+=)$/.test(op) || (op === '=' && value?.kind === 'binary' && value.op === '+');
  if (op === 'push' || slot.members.includes('length')) return op === 'push' || isMore;
  if (slot.type?.kind === 'array') return op === '=' && value !== null && isTainted(value, env);
  return slot.keys.length === 0 && isMore;
};

/** `list.length < 100` */
const isCapped = (guard: Guard, variable: StateVariable, contract: Contract): boolean =>
  !guard.isAssumed &&
  needs(guard, (expr, op) => {
    if (expr.kind !== 'binary' || !/^[<>]=?$/.test(op)) return false;
    const [less, more] = op.startsWith('<') ? [expr.left, expr.right] : [expr.right, expr.left];
    const isOfList = dependsOn(less, guard.env, (part, env) => slotOf(part, env, contract)?.variable === variable);
    const { expr: limit } = rootOf(more, guard.env);
    return isOfList && !(limit.kind === 'literal' && Number(limit.value.replaceAll('_', '')) > LIST_SAFE_MAX);
  });

/**
 * Clearing a list costs gas in proportion to its length: once it exceeds the block limit, the line reverts for every
 * caller.
 */
function clearings({ reviewed, contract, trace }: Visit): PlacedHit[] {
  return writesIn(trace).flatMap((op): PlacedHit[] => {
    const { variable, keys } = op.slot;
    const isList = variable?.type.kind === 'array' && !variable.type.isFixed && keys.length === 0;
    if (!isList || !isEmptying(op)) return [];
    if (!growthOf(variable, reviewed).some((write) => !isAdminOnly(write, contract))) return [];
    return [
      {
        at: placeOf(op),
        confidence: 'firm',
        note: `Any caller can extend ${variable.name} until deleting it exceeds the gas limit.`,
        entry: entryOf(reviewed, trace.entry),
      },
    ];
  });
}

/** `delete list`, `list = new address[](0)`, `list.length = 0`. */
function isEmptying({ op, value }: WriteOp): boolean {
  if (op === 'delete') return true;
  if (op !== '=' || value === null) return false;
  const size = value.kind === 'call' && value.callee.kind === 'new' ? value.args[0] : value;
  return size?.kind === 'literal' && size.value === '0';
}

/** One caller can add any number of entries to a shared list. */
function floods({ reviewed, contract, trace }: Visit): PlacedHit[] {
  return writesIn(trace).flatMap((op): PlacedHit[] => {
    const { variable } = op.slot;
    const loop = op.loops.at(-1);
    const isList = variable?.type.kind === 'array' && !variable.type.isFixed;
    if (!isList || loop?.test == null || isAdminOnly(op, contract) || !isGrowth(op)) return [];
    const count = countIn(loop.test, loop.env);
    const isBounded = op.guards.some(
      (guard) => guard.test !== loop.test && count !== undefined && isOrder(guard, count),
    );
    return count === undefined || isBounded
      ? []
      : [
          {
            at: placeOf(op),
            confidence: 'firm',
            note: `One call can set ${variable.name} to a list of any length.`,
            entry: entryOf(reviewed, trace.entry),
          },
        ];
  });
}

/** A number from the caller. A list from the caller is not a risk, because its sender pays gas for its length. */
const countIn = (test: Expr, env: Loop['env']): Expr | undefined => {
  if (test.kind !== 'binary') return undefined;
  return [test.left, test.right]
    .map((side) => rootOf(side, env))
    .find(({ expr, env: at }) => expr.kind === 'id' && isInput(expr, at))?.expr;
};

const isOrder = (guard: Guard, count: Expr): boolean =>
  needs(
    guard,
    (expr, op) =>
      expr.kind === 'binary' &&
      /^[<>]=?$/.test(op) &&
      [expr.left, expr.right].some((side) => sameRoot(rootOf(side, guard.env).expr, count)),
  );
const sameRoot = (a: Expr, b: Expr): boolean => a.kind === 'id' && b.kind === 'id' && a.name === b.name;

/**
 * The function pays the previous holder before it replaces them, so a holder that rejects the payment blocks the
 * replacement.
 */
function refusals({ reviewed, contract, trace }: Visit): PlacedHit[] {
  return callsIn(trace).flatMap((op): PlacedHit[] => {
    const { how, target, value } = op.reached;
    if (
      (how !== 'ether' && how !== 'low') ||
      target === null ||
      value === null ||
      !failsWhole(op) ||
      op.loops.length > 0
    )
      return [];
    const root = rootOf(target.expr, target.env);
    const slot = slotOf(root.expr, root.env, contract);
    if (slot?.variable == null || slot.keys.length > 0 || slot.variable.isConstant || slot.variable.isImmutable)
      return [];
    const { variable } = slot;
    const isReplaced = writesIn(trace).some(
      (write) => write.slot.variable === variable && write.value !== null && isSender(write.value, write.env),
    );
    if (!isReplaced || isAdminOnly(op, contract)) return [];
    return [
      {
        at: placeOf(op),
        confidence: 'firm',
        severity: 'HIGH',
        note: `The account in ${variable.name} can reject the payment and block every later caller.`,
        entry: entryOf(reviewed, trace.entry),
      },
    ];
  });
}

export const DENIAL_RULES = [denial];
