import type { PlacedHit } from '@assay/analysis/result/at-places';
import type { Env, Op } from '../flow/trace.ts';
import {
  dependsOn,
  isInput,
  isNumberType,
  isOwnBalance,
  isTainted,
  isValueExpr,
  rootOf,
  slotOf,
  typeOf,
} from '../flow/values.ts';
import type { Contract } from '../program/program.ts';
import type { Binary, Expr, TypeNode } from '../syntax/ast.ts';
import type { ContractFacts } from './rule.ts';
import {
  contractRule,
  entryOf,
  inEntries,
  isAdminOnly,
  isOrdered,
  placeIn,
  placeOf,
  textOf,
  type Visit,
  writesIn,
} from './support.ts';

/** Whether the required compiler version wraps on overflow. */
const wrapsByDefault = ({ program }: ContractFacts, file: string): boolean => {
  const pragma = program.units.find((unit) => unit.file === file)?.pragma ?? '';
  const minors = [...pragma.matchAll(/0\.(\d+)/g)].map(([, minor]) => Number(minor));
  return minors.length > 0 && Math.min(...minors) < 8;
};

type MathOp = Extract<Op, { kind: 'math' }>;

const wraparound = contractRule({
  id: 'CON-14',
  title: 'Integer overflow or truncation',
  question: 'Can an amount overflow, underflow or be truncated?',
  severity: 'HIGH',
  references: ['SWC-101', 'CWE-190', 'CWE-191', 'CWE-681'],
  why: 'A caller chooses an amount that wraps around and obtains a balance that was never deposited.',
  fix: 'Use Solidity 0.8 or later, or check the bounds first. Use checked casts.',
  blindTo:
    'Bounds are recognized as comparisons of the same values. Sums that the total supply bounds are reported too.',
  check: (facts) => inEntries(facts, (visit) => [...wraps(facts, visit), ...cuts(visit)]),
});

function wraps(facts: ContractFacts, visit: Visit): PlacedHit[] {
  const { trace, contract, reviewed } = visit;
  return trace.ops.flatMap((op, at): PlacedHit[] => {
    if (op.kind !== 'math' || op.at.kind !== 'binary' || !/^(\+|-|\*|\*\*)$/.test(op.op)) return [];
    if (!op.isUnchecked && !wrapsByDefault(facts, op.env.fn.file)) return [];
    if (isAdminOnly(op, contract) || op.loops.length > 1 || isInAssembly(op)) return [];
    if (!isRisky(op, op.at, contract) || isBounded(op, op.at, trace.ops, at)) return [];
    const entry = entryOf(reviewed, trace.entry);
    // A result that is never used has a low severity.
    return [
      { at: placeOf(op), confidence: 'firm', entry, ...(matters(op, visit) ? {} : { severity: 'LOW' as const }) },
    ];
  });
}

const isInAssembly = (op: MathOp): boolean => op.at.kind === 'call';

const isLiteral = (expr: Expr, env: Env): boolean => {
  const { expr: root } = rootOf(expr, env);
  return root.kind === 'literal' || (root.kind === 'binary' && isLiteral(root.left, env) && isLiteral(root.right, env));
};

/** An operand that a caller chooses freely: not a payment, a time or the length of a list. */
function isRisky(op: MathOp, { left, right }: Binary, contract: Contract): boolean {
  const isFree = (expr: Expr): boolean => {
    const root = rootOf(expr, op.env);
    return isInput(root.expr, root.env) && isNumberOrUnknown(typeOf(root.expr, root.env, contract));
  };
  const isState = (expr: Expr): boolean => slotOf(expr, op.env, contract) !== undefined;
  const isPaid = (expr: Expr): boolean =>
    dependsOn(expr, op.env, (part, env) => isValueExpr(part) || isOwnBalance(part, env));
  if (isPaid(left) || isPaid(right)) return false;
  if (op.op === '-')
    return (
      (isState(left) && (isFree(right) || isTainted(right, op.env))) ||
      (isFree(left) && isFree(right)) ||
      (isState(left) &&
        isLiteral(right, op.env) &&
        slotOf(left, op.env, contract)?.keys.length === 0 &&
        contract.node.name !== '')
    );
  return isFree(left) || isFree(right) || (isTainted(left, op.env) && isTainted(right, op.env));
}

const isNumberOrUnknown = (type: TypeNode | undefined): boolean => type === undefined || isNumberType(type);

/** A guard compares the operands before, or the result after. */
function isBounded(op: MathOp, { left, right, op: sign }: Binary, ops: readonly Op[], at: number): boolean {
  const a = textOf(left, op.env);
  const b = textOf(right, op.env);
  if (sign === '-' && op.isUnchecked && isConserved(op, ops, right)) return true;
  if (sign === '-')
    return isOrdered(op.guards, a, b, textOf) || op.guards.some((guard) => mentionsBoth(guard.test, guard.env, a, b));
  const whole = textOf(op.at, op.env);
  const later = ops
    .slice(at)
    .some((one) => one.kind === 'check' && textOf(one.test, one.env).includes(whole) && one.test.kind === 'binary');
  const before = op.guards.some(
    (guard) =>
      guard.test.kind === 'binary' &&
      /^[<>]=?$/.test(guard.test.op) &&
      (textOf(guard.test, guard.env).includes(whole) || mentionsEither(guard.test, guard.env, a, b)),
  );
  return later || before || isConserved(op, ops, right);
}

const mentionsBoth = (test: Expr, env: Env, a: string, b: string): boolean => {
  const text = textOf(test, env);
  return test.kind === 'binary' && /^[<>]=?$/.test(test.op) && text.includes(a) && text.includes(b);
};

/** A comparison bounds the operand itself. */
function mentionsEither(test: Expr, env: Env, a: string, b: string): boolean {
  if (test.kind !== 'binary') return false;
  const sides = [textOf(test.left, env), textOf(test.right, env)];
  return sides.some((side) => side === a || side === b);
}

/** The same amount is subtracted from another balance under a check, so the sum is conserved. */
function isConserved(op: MathOp, ops: readonly Op[], amount: Expr): boolean {
  const text = textOf(amount, op.env);
  return ops.some((one) => {
    if (one === op || one.kind !== 'math' || one.op !== '-' || one.at.kind !== 'binary') return false;
    if (textOf(one.at.right, one.env) !== text) return false;
    const isChecked = op.isUnchecked && !one.isUnchecked;
    return isChecked || isOrdered(one.guards, textOf(one.at.left, one.env), text, textOf);
  });
}

/** The result is stored, paid or compared. */
function matters(op: MathOp, { trace, contract }: Visit): boolean {
  if (
    op.at.kind === 'binary' &&
    slotOf(op.at.left, op.env, contract) !== undefined &&
    writesIn(trace).some(({ at }) => at.start === op.at.start && at.end === op.at.end)
  )
    return true;
  const isIn = (expr: Expr | null | undefined, env: Env): boolean =>
    expr != null && dependsOn(expr, env, (part) => part.start === op.at.start && part.end === op.at.end);
  return trace.ops.some((one) => {
    if (one.kind === 'write') return isIn(one.value, one.env);
    if (one.kind === 'check') return isIn(one.test, one.env);
    return (
      one.kind === 'call' &&
      (isIn(one.reached.value?.expr, one.env) || one.reached.args.some(({ expr, env }) => isIn(expr, env)))
    );
  });
}

const bitsOf = (type: TypeNode | undefined): number => {
  const bits = type?.kind === 'elementary' ? /^u?int(\d+)$/.exec(type.name)?.[1] : undefined;
  return bits === undefined ? 0 : Number(bits);
};

/** `uint8(amount)`: every compiler version silently truncates a larger value. */
function cuts({ trace, contract, reviewed }: Visit): PlacedHit[] {
  return writesIn(trace).flatMap((op): PlacedHit[] => {
    if (op.value === null) return [];
    const found: PlacedHit[] = [];
    dependsOn(op.value, op.env, (part, env) => {
      if (part.kind !== 'cast' || bitsOf(part.type) === 0 || bitsOf(part.type) >= 128) return false;
      const root = rootOf(part.arg, env);
      const from = bitsOf(typeOf(root.expr, root.env, contract));
      const isCut = isInput(root.expr, root.env) && from > bitsOf(part.type);
      const text = textOf(part.arg, env);
      const isChecked = op.guards.some((guard) => textOf(guard.test, guard.env).includes(text));
      if (isCut && !isChecked && !isAdminOnly(op, contract))
        found.push({
          at: placeIn(op.env.fn.file, part),
          confidence: 'firm',
          note: 'A larger amount is truncated.',
          entry: entryOf(reviewed, trace.entry),
        });
      return false;
    });
    return found;
  });
}

export const NUMBER_RULES = [wraparound];
