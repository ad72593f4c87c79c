import type { Place, PlacedHit } from '@assay/analysis/result/at-places';
import type { Nature, Severity } from '@assay/analysis/types';
import { isAuthority, isLocked, needs } from '../flow/guards.ts';
import type { Binding, CallOp, Env, Guard, Op, Slot, Trace, WriteOp } from '../flow/trace.ts';
import { dependsOn, isInput, isSender, isSenderExpr, isValueExpr, rootOf, slotOf, typeOf } from '../flow/values.ts';
import type { Contract } from '../program/program.ts';
import { findVariable } from '../program/program.ts';
import type { Expr, Fn } from '../syntax/ast.ts';
import type { ContractFacts, ContractRule, ReviewedContract } from './rule.ts';

type Words = {
  readonly id: string;
  readonly title: string;
  readonly question: string;
  readonly severity: Severity;
  readonly nature?: Nature;
  readonly references: readonly string[];
  readonly why: string;
  readonly fix: string;
  readonly blindTo: string;
  readonly check: ContractRule['check'];
};

export const contractRule = ({ nature = 'weakness', ...words }: Words): ContractRule => ({
  ...words,
  nature,
  category: 'CON',
  family: 'contract',
  contexts: ['executable'],
  since: '2026.12',
});

export const placeOf = ({ at, env }: Pick<Op, 'at' | 'env'>): Place => ({
  file: env.fn.file,
  start: at.start,
  end: at.end,
});
export const placeIn = (file: string, { start, end }: { start: number; end: number }): Place => ({ file, start, end });

export const entryOf = ({ contract }: ReviewedContract, fn: Fn) => ({
  contract: contract.node.name,
  fn: fn.name === '' ? fn.kind : fn.name,
});

export type Visit = { readonly reviewed: ReviewedContract; readonly contract: Contract; readonly trace: Trace };

/** Visits every entry of every contract that can be deployed or inherited. */
export function inEntries(facts: ContractFacts, look: (visit: Visit) => readonly PlacedHit[]): PlacedHit[] {
  return facts.contracts.flatMap((reviewed) =>
    reviewed.contract.node.kind === 'contract'
      ? reviewed.entries.flatMap((trace) => [...look({ reviewed, contract: reviewed.contract, trace })])
      : [],
  );
}

export const callsIn = ({ ops }: Trace): CallOp[] => ops.filter((op) => op.kind === 'call');
export const writesIn = ({ ops }: Trace): WriteOp[] => ops.filter((op) => op.kind === 'write');

/** Whether only known accounts reach the operation: the check does not depend on caller input. */
export const isAdminOnly = (op: Pick<Op, 'guards'>, contract: Contract): boolean =>
  op.guards.some((guard) => isAuthority(guard, contract) && !dependsOn(guard.test, guard.env, isInput));

export const isAuthorisedAt = (op: Pick<Op, 'guards'>, contract: Contract): boolean =>
  op.guards.some((guard) => isAuthority(guard, contract));

/** Whether two operations never happen in one run. */
export const areExclusive = (a: Pick<Op, 'guards'>, b: Pick<Op, 'guards'>): boolean =>
  a.guards.some((one) => b.guards.some((other) => one.test === other.test && one.holds !== other.holds));

export const isKeyedBySender = ({ keys }: Slot): boolean =>
  keys.some(({ expr, env }) => isSender(expr, env) || dependsOn(expr, env, isSenderExpr));

const VIEW_NAME =
  /^(balanceOf|allowance|totalSupply|decimals|symbol|name|owner|ownerOf|get\w*|is[A-Z]\w*|has[A-Z]\w*|preview\w*|convert\w*|latest\w*|supportsInterface|token0|token1|slot0|nonces|price\w*|quote\w*|max\w*|min[A-Z]\w*)$/;

const isViewCall = ({ reached }: CallOp): boolean =>
  reached.how === 'static' ||
  (reached.declared !== null
    ? /^(view|pure)$/.test(reached.declared.mutability)
    : reached.how === 'high' && VIEW_NAME.test(reached.name));

/** The caller, or an address that a caller chooses. */
const isUntrusted = (expr: Expr, env: Env, contract: Contract): boolean => {
  const root = rootOf(expr, env);
  if (isSenderExpr(root.expr) || isInput(root.expr, root.env)) return true;
  const slot = slotOf(root.expr, root.env, contract);
  if (slot === undefined) return dependsOn(root.expr, root.env, (part, at) => isSenderExpr(part) || isInput(part, at));
  return slot.keys.length > 0 || (slot.members.length > 0 && slot.keys.length > 0);
};

const GAS_SAFE_MAX = 10_000;

/** Whether the called contract can call back before this function ends. */
export function mayReenter(op: CallOp, contract: Contract): boolean {
  const { how, gas, target, name } = op.reached;
  if (target === null || isThisTarget(op)) return false;
  if (how === 'low') return !isSmallGas(gas?.expr ?? null) && !isFixed(target.expr, target.env, contract);
  const isOut = how === 'high' && !isViewCall(op) && !isTokenCall(name) && !isAttached(target, contract);
  return isOut && isUntrusted(target.expr, target.env, contract);
}

/** A value whose type is not a contract: its member functions are attached by `using`. */
function isAttached({ expr, env }: Binding, contract: Contract): boolean {
  const type = typeOf(expr, env, contract);
  if (type?.kind !== 'user') return type?.kind === 'elementary' && !/^(address|var)/.test(type.name);
  const { nodes, structs } = contract.program;
  return !nodes.has(type.name) && (structs.has(type.name) || type.name.includes('.') || !/^I[A-Z]/.test(type.name));
}

const isThisTarget = ({ reached: { target } }: CallOp): boolean => {
  if (target === null) return false;
  const { expr } = rootOf(target.expr, target.env);
  return expr.kind === 'id' && expr.name === 'this';
};

export const TOKEN_CALLS =
  /^(transfer|transferFrom|approve|safeTransfer|safeTransferFrom|safeApprove|forceApprove|safeIncreaseAllowance|permit|mint|burn|burnFrom)$/;
const isTokenCall = (name: string): boolean => TOKEN_CALLS.test(name);

const isSmallGas = (gas: Expr | null): boolean => gas?.kind === 'literal' && Number(gas.value) <= GAS_SAFE_MAX;

/** An address literal, a constant or an immutable. */
function isFixed(expr: Expr, env: Env, contract: Contract): boolean {
  const { expr: root } = rootOf(expr, env);
  if (root.kind === 'literal') return true;
  if (root.kind !== 'id' || env.locals.has(root.name)) return false;
  const variable = findVariable(contract, root.name);
  return variable !== undefined && (variable.isConstant || variable.isImmutable);
}

export { isLocked };

export const isPlainSlot = ({ variable, keys, members }: Slot): boolean =>
  variable !== null && keys.length === 0 && members.length === 0;

export const usesValue = (trace: Trace): boolean =>
  trace.ops.some((op) => {
    if (op.kind === 'check') return dependsOn(op.test, op.env, isValueExpr);
    if (op.kind === 'write') return op.value !== null && dependsOn(op.value, op.env, isValueExpr);
    return (
      op.kind === 'call' &&
      op.reached.value !== null &&
      dependsOn(op.reached.value.expr, op.reached.value.env, isValueExpr)
    );
  });

/** Whether a guard ensures `left >= right`, in any spelling. */
export const isOrdered = (
  guards: readonly Guard[],
  left: string,
  right: string,
  text: (expr: Expr, env: Env) => string,
): boolean =>
  guards.some((guard) =>
    needs(guard, (expr, op) => {
      if (expr.kind !== 'binary') return false;
      const a = text(expr.left, guard.env);
      const b = text(expr.right, guard.env);
      if (op === '>=' || op === '>') return a === left && b === right;
      if (op === '<=' || op === '<') return b === left && a === right;
      return op === '==' && ((a === left && b === right) || (a === right && b === left));
    }),
  );

/** An expression as text with names resolved. Equal texts usually mean equal values. */
export function textOf(expr: Expr, env: Env, depth = 0): string {
  if (depth > 12) return '…';
  const again = (part: Expr, at: Env = env): string => textOf(part, at, depth + 1);
  switch (expr.kind) {
    case 'id': {
      const bound = env.values.get(expr.name);
      return bound === undefined || bound.expr === expr ? expr.name : again(bound.expr, bound.env);
    }
    case 'literal':
      return expr.value;
    case 'member':
      return `${again(expr.object)}.${expr.name}`;
    case 'index':
      return `${again(expr.base)}[${expr.index === null ? '' : again(expr.index)}]`;
    case 'cast':
      return again(expr.arg);
    case 'call':
      return isSenderExpr(expr) ? 'msg.sender' : `${again(expr.callee)}(${expr.args.map((arg) => again(arg)).join()})`;
    case 'binary':
      return `(${again(expr.left)}${expr.op}${again(expr.right)})`;
    case 'unary':
      return `${expr.op}${again(expr.arg)}`;
    default:
      return `${expr.kind}@${expr.start}`;
  }
}
