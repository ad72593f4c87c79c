import { type Contract, findVariable } from '../program/program.ts';
import type { Expr, TypeNode } from '../syntax/ast.ts';
import { partsOf } from '../syntax/walk.ts';
import type { Binding, Env, Slot } from './trace.ts';

const DEPTH_MAX = 24;

/** Follows names, casts and brackets to the origin of a value. */
export function rootOf(expr: Expr, env: Env, depth = 0): Binding {
  if (depth > DEPTH_MAX) return { expr, env };
  if (expr.kind === 'id') {
    const bound = env.values.get(expr.name);
    return bound === undefined || bound.expr === expr ? { expr, env } : rootOf(bound.expr, bound.env, depth + 1);
  }
  if (expr.kind === 'cast') return rootOf(expr.arg, env, depth + 1);
  if (expr.kind === 'call' && isCastCall(expr)) return rootOf(expr.args[0] ?? expr, env, depth + 1);
  return { expr, env };
}

/** `IERC20(x)`: one argument, and a name that looks like a type. */
export const isCastCall = (expr: Expr): boolean =>
  expr.kind === 'call' &&
  expr.args.length === 1 &&
  Object.keys(expr.options).length === 0 &&
  !expr.isYul &&
  ((expr.callee.kind === 'id' && /^I?[A-Z]/.test(expr.callee.name)) || expr.callee.kind === 'type');

/** Whether a value depends on an expression that passes the test, through its parts and through names. */
export function dependsOn(expr: Expr, env: Env, test: (part: Expr, env: Env) => boolean, depth = 0): boolean {
  if (depth > DEPTH_MAX) return false;
  if (test(expr, env)) return true;
  if (expr.kind === 'id') {
    const bound = env.values.get(expr.name);
    if (bound !== undefined && bound.expr !== expr && dependsOn(bound.expr, bound.env, test, depth + 1)) return true;
  }
  return partsOf(expr).some((part) => dependsOn(part, env, test, depth + 1));
}

const isMember = (expr: Expr, object: string, name: string): boolean =>
  expr.kind === 'member' && expr.name === name && expr.object.kind === 'id' && expr.object.name === object;

const SENDER_CALLS = /^_?msgSender$/i;

export const isSenderExpr = (expr: Expr): boolean =>
  isMember(expr, 'msg', 'sender') ||
  (expr.kind === 'call' &&
    expr.callee.kind === 'id' &&
    (SENDER_CALLS.test(expr.callee.name) || (expr.isYul && expr.callee.name === 'caller')));

export const isOriginExpr = (expr: Expr): boolean =>
  isMember(expr, 'tx', 'origin') ||
  (expr.kind === 'call' && expr.isYul && expr.callee.kind === 'id' && expr.callee.name === 'origin');

export const isSender = (expr: Expr, env: Env): boolean => isSenderExpr(rootOf(expr, env).expr);

export const isValueExpr = (expr: Expr): boolean =>
  isMember(expr, 'msg', 'value') ||
  (expr.kind === 'call' && expr.isYul && expr.callee.kind === 'id' && expr.callee.name === 'callvalue');

export const isThis = (expr: Expr, env: Env): boolean => {
  const { expr: root } = rootOf(expr, env);
  return root.kind === 'id' && root.name === 'this';
};

/** `address(this).balance`, `this.balance`, `selfbalance()`. */
export const isOwnBalance = (expr: Expr, env: Env): boolean =>
  (expr.kind === 'member' && expr.name === 'balance' && isThis(expr.object, env)) ||
  (expr.kind === 'call' && expr.isYul && expr.callee.kind === 'id' && expr.callee.name === 'selfbalance');

/** A parameter of the entry function, or raw call data. */
export function isInput(expr: Expr, env: Env): boolean {
  const root = rootOf(expr, env);
  const at = root.expr;
  if (isMember(at, 'msg', 'data')) return true;
  if (at.kind === 'call' && at.isYul && at.callee.kind === 'id' && /^calldata(load|copy)$/.test(at.callee.name))
    return true;
  if (at.kind !== 'id' || root.env.caller !== null) return false;
  return root.env.fn.params.some(({ name }) => name === at.name);
}

export const isTainted = (expr: Expr, env: Env): boolean => dependsOn(expr, env, isInput);

/** The state variable that an expression accesses, and its keys. */
export function slotOf(expr: Expr, env: Env, contract: Contract, depth = 0): Slot | undefined {
  if (depth > DEPTH_MAX) return undefined;
  if (expr.kind === 'index') {
    const base = slotOf(expr.base, env, contract, depth + 1);
    if (base === undefined) return undefined;
    const keys = expr.index === null ? base.keys : [...base.keys, { expr: expr.index, env }];
    return { ...base, keys, type: elementOf(base.type) };
  }
  if (expr.kind === 'member') {
    const base = slotOf(expr.object, env, contract, depth + 1);
    if (base === undefined) return undefined;
    return { ...base, members: [...base.members, expr.name], type: memberType(base.type, expr.name, contract) };
  }
  if (expr.kind !== 'id') return undefined;
  const local = env.locals.get(expr.name);
  if (local !== undefined) {
    const bound = env.values.get(expr.name);
    const isPointer =
      local.location === 'storage' ||
      local.type.kind === 'mapping' ||
      (local.location === '' && local.type.kind === 'elementary' && local.type.name === 'var');
    return isPointer && bound !== undefined && bound.expr !== expr
      ? slotOf(bound.expr, bound.env, contract, depth + 1)
      : undefined;
  }
  const variable = findVariable(contract, expr.name);
  if (variable === undefined || variable.isConstant) return undefined;
  return { variable, keys: [], members: [], type: variable.type };
}

const elementOf = (type: TypeNode | undefined): TypeNode | undefined =>
  type?.kind === 'mapping' ? type.value : type?.kind === 'array' ? type.base : undefined;

function memberType(type: TypeNode | undefined, name: string, { program }: Contract): TypeNode | undefined {
  if (type?.kind !== 'user') return name === 'length' ? { kind: 'elementary', name: 'uint256' } : undefined;
  return program.structs.get(type.name)?.members.find((member) => member.name === name)?.type;
}

/** The declared type of an expression, as far as names determine it. */
export function typeOf(expr: Expr, env: Env, contract: Contract, depth = 0): TypeNode | undefined {
  if (depth > DEPTH_MAX) return undefined;
  switch (expr.kind) {
    case 'id': {
      const local = env.locals.get(expr.name);
      if (local !== undefined && !(local.type.kind === 'elementary' && local.type.name === 'var')) return local.type;
      return findVariable(contract, expr.name)?.type;
    }
    case 'index':
      return elementOf(typeOf(expr.base, env, contract, depth + 1));
    case 'member':
      if (isSenderExpr(expr) || isOriginExpr(expr)) return { kind: 'elementary', name: 'address' };
      if (/^(value|timestamp|number|balance|length|gasprice)$/.test(expr.name))
        return { kind: 'elementary', name: 'uint256' };
      return memberType(typeOf(expr.object, env, contract, depth + 1), expr.name, contract);
    case 'cast':
      return expr.type;
    case 'call':
      if (expr.callee.kind === 'id' && contract.program.nodes.has(expr.callee.name) && expr.args.length === 1)
        return { kind: 'user', name: expr.callee.name };
      return undefined;
    case 'binary':
      if (/^(==|!=|<|>|<=|>=|&&|\|\|)$/.test(expr.op)) return { kind: 'elementary', name: 'bool' };
      return typeOf(expr.left, env, contract, depth + 1) ?? typeOf(expr.right, env, contract, depth + 1);
    case 'unary':
      return typeOf(expr.arg, env, contract, depth + 1);
    case 'choice':
      return typeOf(expr.yes, env, contract, depth + 1);
    default:
      return undefined;
  }
}

export const isNumberType = (type: TypeNode | undefined): boolean =>
  type?.kind === 'elementary' && /^u?int\d*$/.test(type.name);

export const isAddressType = (type: TypeNode | undefined): boolean =>
  type?.kind === 'elementary' && type.name.startsWith('address');
