import { type Contract, findVariable } from '../program/program.ts';
import type { Expr } from '../syntax/ast.ts';
import type { Env, Guard, Op, WriteOp } from './trace.ts';
import { dependsOn, isInput, isOriginExpr, isSenderExpr, rootOf, slotOf, typeOf } from './values.ts';

const NEGATED: Readonly<Record<string, string>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
};

/** A condition as a tree: `all` for a conjunction, `any` for a disjunction. */
type Clause = { readonly all: readonly Clause[] } | { readonly any: readonly Clause[] } | Atom;
type Atom = { readonly expr: Expr; readonly holds: boolean };

function clauseOf(expr: Expr, holds: boolean): Clause {
  if (expr.kind === 'unary' && expr.op === '!') return clauseOf(expr.arg, !holds);
  if (expr.kind === 'binary' && (expr.op === '&&' || expr.op === '||')) {
    const parts = [clauseOf(expr.left, holds), clauseOf(expr.right, holds)];
    return (expr.op === '&&') === holds ? { all: parts } : { any: parts };
  }
  return { expr, holds };
}

const every = (clause: Clause, test: (atom: Atom) => boolean): boolean => {
  if ('all' in clause) return clause.all.some((part) => every(part, test));
  if ('any' in clause) return clause.any.every((part) => every(part, test));
  return test(clause);
};

/** Whether a guard can hold only if at least one part passes the test. */
export const needs = (
  { test, holds }: Pick<Guard, 'test' | 'holds'>,
  atom: (expr: Expr, op: string) => boolean,
): boolean =>
  every(clauseOf(test, holds), ({ expr, holds: positive }) => {
    if (expr.kind !== 'binary') return atom(expr, positive ? 'true' : 'false');
    return atom(expr, positive ? expr.op : (NEGATED[expr.op] ?? expr.op));
  });

const CHECK_CALL =
  /role|owner|admin|auth|allowed|can|permission|whitelist|verify|valid|signature|recover|approved|operator|guardian|member|minter|keeper|trusted|proof/i;
const isSenderOrOrigin = (expr: Expr): boolean => isSenderExpr(expr) || isOriginExpr(expr);
const NAMED_CHECK =
  /^_*(only|check|require|auth|authorize|enforce|restrict|validate|ensure|assert|protected|owner|admin|gov|initializer|reinitializer|if)/i;

/** A lookup of a number, such as a balance: it shows how much the caller owns, not who the caller is. */
const isAmountLookup = (expr: Expr, env: Env, contract: Contract): boolean => {
  const type = typeOf(expr, env, contract);
  return type?.kind === 'elementary' && /^u?int\d*$/.test(type.name);
};

/**
 * Whether only some callers pass: the guard compares the sender with a value that the caller does not choose, looks it
 * up in an allowlist, or verifies a signature.
 */
export function isAuthority(guard: Guard, contract: Contract): boolean {
  const { env, isAssumed, test } = guard;
  if (isAssumed) return test.kind === 'call' && test.callee.kind === 'id' && NAMED_CHECK.test(test.callee.name);
  return needs(guard, (expr, op) => isAuthorityAtom(expr, op, env, contract));
}

function isAuthorityAtom(expr: Expr, op: string, env: Env, contract: Contract): boolean {
  const touches = (part: Expr): boolean => dependsOn(part, env, isSenderOrOrigin) || isProof(part, env);
  if (expr.kind === 'binary') {
    if (op !== '==' && !/^(>|>=|<|<=)$/.test(op) && !(op === '!=' && isZeroish(expr.right))) return false;
    for (const [side, other] of [
      [expr.left, expr.right],
      [expr.right, expr.left],
    ] as const) {
      if (!touches(side)) continue;
      if (op === '!=' && isSenderOrOrigin(rootOf(side, env).expr)) continue;
      if (isAmountLookup(side, env, contract) && !isProof(side, env)) continue;
      if (op === '==' && isSelfCheck(side, other, env)) continue;
      if (isChosenByCaller(other, env) && !isProof(side, env)) continue;
      return true;
    }
    return false;
  }
  // `!isOwner()`: a negated check grants no authority.
  if (op !== 'true') return false;
  if (expr.kind === 'call') return isProof(expr, env) || (touches(expr) && CHECK_CALL.test(nameOf(expr)));
  const root = rootOf(expr, env);
  if (root.expr !== expr) return isAuthorityAtom(root.expr, op, root.env, contract);
  // `isAdmin[msg.sender]`
  return expr.kind === 'index' && dependsOn(expr, env, isSenderOrOrigin) && !isAmountLookup(expr, env, contract);
}

const isZeroish = (expr: Expr): boolean =>
  (expr.kind === 'literal' && /^(0|0x0+)$/.test(expr.value)) || (expr.kind === 'cast' && isZeroish(expr.arg));

/** `msg.sender == tx.origin`, `msg.sender == address(0)`. */
const isSelfCheck = (side: Expr, other: Expr, env: Env): boolean => {
  const first = rootOf(side, env).expr;
  const second = rootOf(other, env).expr;
  return (isSenderOrOrigin(first) && isSenderOrOrigin(second)) || isZeroish(second);
};

/** A parameter that no check relates to storage. */
const isChosenByCaller = (expr: Expr, env: Env): boolean => isInput(rootOf(expr, env).expr, rootOf(expr, env).env);

export const nameOf = (expr: Expr): string => {
  if (expr.kind === 'id') return expr.name;
  if (expr.kind === 'member') return expr.name;
  return expr.kind === 'call' ? nameOf(expr.callee) : '';
};

const PROOF =
  /^(ecrecover|recover|tryRecover|isValidSignature\w*|verify\w*|processProof|checkSignature\w*|validateSignature)$/i;

/** A verified signature or membership proof. */
const isProof = (expr: Expr, env: Env): boolean =>
  dependsOn(expr, env, (part) => part.kind === 'call' && PROOF.test(nameOf(part)));

const LOCK_NAME = /nonreentran|lock|mutex|noreent|reentrancyguard/i;

/**
 * A reentrancy lock: a flag that is checked first and set before the external call, so that a reentrant call finds it
 * set.
 */
export function isLocked(op: Op, before: readonly Op[], contract: Contract): boolean {
  return op.guards.some((guard) => {
    if (guard.isAssumed) return LOCK_NAME.test(nameOf(guard.test));
    return before.some((earlier) => earlier.kind === 'write' && isLockWrite(earlier, guard, contract));
  });
}

function isLockWrite(write: WriteOp, guard: Guard, contract: Contract): boolean {
  const { variable, keys } = write.slot;
  if (variable === null || keys.length > 0) return false;
  const { type } = variable;
  if (type.kind !== 'elementary' || !/^(bool|u?int\d*|bytes32)$/.test(type.name)) return false;
  if (write.op !== '=' || write.value === null || !isSteady(write.value, write.env, contract)) return false;
  return dependsOn(guard.test, guard.env, (part, env) => slotOf(part, env, contract)?.variable === variable);
}

const isSteady = (expr: Expr, env: Env, contract: Contract): boolean => {
  const { expr: root } = rootOf(expr, env);
  if (root.kind === 'literal') return true;
  return root.kind === 'id' && findVariable(contract, root.name)?.isConstant === true;
};

/** Variables that decide access: compared with the sender, or indexed by it. */
export function authoritiesOf(ops: readonly Op[], contract: Contract): Set<string> {
  const names = new Set<string>();
  for (const { guards } of ops)
    for (const guard of guards) {
      if (guard.isAssumed || !isAuthority(guard, contract)) continue;
      dependsOn(guard.test, guard.env, (part, env) => {
        const slot = slotOf(part, env, contract);
        const type = slot?.type;
        const isPlain = type?.kind === 'elementary' && /^(address|bool|bytes32)/.test(type.name);
        if (slot?.variable != null && isPlain) names.add(slot.variable.name);
        return false;
      });
    }
  return names;
}
