import type { Contract } from '../program/program.ts';
import type { Call, Expr, Fn } from '../syntax/ast.ts';
import type { Binding, Env, Reached, ReachedKind } from './trace.ts';
import { isAddressType, isSenderExpr, isThis, rootOf, typeOf } from './values.ts';

const LOW: Readonly<Record<string, ReachedKind>> = {
  call: 'low',
  delegatecall: 'delegate',
  callcode: 'delegate',
  staticcall: 'static',
};
/** Yul's `call(gas, target, value, …)`. */
const YUL: Readonly<Record<string, ReachedKind>> = {
  call: 'low',
  callcode: 'delegate',
  delegatecall: 'delegate',
  staticcall: 'static',
  create: 'create',
  create2: 'create',
};
/** Members of values, not functions of another contract. */
const PURE =
  /^(push|pop|length|encode\w*|decode|concat|add|sub|mul|div|mod|toUint\d+|toInt\d+|selector|wrap|unwrap|max|min|code|codehash)$/;
const GLOBALS = new Set(['abi', 'bytes', 'string', 'block', 'tx', 'msg', 'type', 'console', 'vm']);

/** The external effect of a call; `undefined` if the call stays in this contract. */
export function reachOutside(call: Call, env: Env, contract: Contract, isUsed: boolean): Reached | undefined {
  const bind = (expr: Expr | undefined): Binding | null => (expr === undefined ? null : { expr, env });
  const base = { call, args: call.args.map((expr) => ({ expr, env })), isChecked: isUsed, declared: null };
  const { callee } = call;
  if (call.isYul) return reachYul(call, base, bind);
  const value = bind(call.options.value);
  const gas = bind(call.options.gas);
  if (callee.kind === 'new')
    return callee.type.kind === 'user'
      ? { ...base, how: 'create', name: callee.type.name, target: null, value, gas }
      : undefined;
  if (callee.kind === 'id') {
    const isKnown = /^[A-Z]/.test(callee.name) || contract.line.some(({ events }) => events.includes(callee.name));
    return isKnown ? undefined : { ...base, how: 'opaque', name: callee.name, target: null, value, gas };
  }
  if (callee.kind !== 'member') return undefined;
  const { object, name } = callee;
  if (object.kind === 'id' && (GLOBALS.has(object.name) || object.name === 'super')) return undefined;
  const target = bind(object);
  const low = LOW[name];
  if (low !== undefined && mayBeAddress(object, env, contract)) return { ...base, how: low, name, target, value, gas };
  if ((name === 'transfer' || name === 'send') && call.args.length === 1 && mayBeAddress(object, env, contract))
    return { ...base, how: 'ether', name, target, value: bind(call.args[0]), gas };
  if (PURE.test(name) && !isContractLike(object, env, contract))
    return name === 'push' || name === 'pop' ? { ...base, how: 'library', name, target, value, gas } : undefined;
  const isLibrary =
    object.kind === 'id' &&
    (contract.program.nodes.get(object.name)?.kind === 'library' || isUnknownName(object, env, contract));
  if (isLibrary) return { ...base, how: 'library', name, target, value, gas };
  return {
    ...base,
    how: 'high',
    name,
    target,
    value,
    gas,
    declared: declaredFunction(object, name, call.args.length, env, contract),
  };
}

function reachYul(
  call: Call,
  base: Pick<Reached, 'call' | 'args' | 'isChecked' | 'declared'>,
  bind: (expr: Expr | undefined) => Binding | null,
): Reached | undefined {
  const name = call.callee.kind === 'id' ? call.callee.name : '';
  const how = Object.hasOwn(YUL, name) ? YUL[name] : undefined;
  if (how === undefined) return undefined;
  const [gas, target, value] = call.args;
  const isCreate = how === 'create';
  return {
    ...base,
    how,
    name,
    target: isCreate ? null : bind(target),
    value: isCreate ? bind(gas) : how === 'low' ? bind(value) : null,
    gas: isCreate ? null : bind(gas),
  };
}

/** An undeclared name: a library or contract of a missing import. */
const isUnknownName = (object: Expr, env: Env, contract: Contract): boolean =>
  object.kind === 'id' &&
  /^[A-Z]/.test(object.name) &&
  !env.locals.has(object.name) &&
  !contract.variables.some(({ name }) => name === object.name);

function mayBeAddress(object: Expr, env: Env, contract: Contract): boolean {
  const { expr, env: home } = rootOf(object, env);
  if (isSenderExpr(expr) || isThis(object, env)) return true;
  const type = typeOf(object, env, contract) ?? typeOf(expr, home, contract);
  if (type === undefined) return true;
  return (
    isAddressType(type) ||
    (type.kind === 'user' &&
      !contract.program.nodes.get(type.name)?.functions.some((fn) => fn.name === 'transfer' && fn.params.length === 1))
  );
}

const isContractLike = (object: Expr, env: Env, contract: Contract): boolean => {
  const type = typeOf(object, env, contract);
  return (
    type?.kind === 'user' &&
    contract.program.nodes.get(type.name)?.kind !== undefined &&
    contract.program.structs.get(type.name) === undefined
  );
};

function declaredFunction(object: Expr, name: string, count: number, env: Env, contract: Contract): Fn | null {
  const { nodes } = contract.program;
  const type = typeOf(object, env, contract);
  const own = isThis(object, env) ? contract.node : type?.kind === 'user' ? nodes.get(type.name) : undefined;
  const functions =
    own?.functions ??
    [...nodes.values()].filter(({ kind }) => kind === 'interface').flatMap(({ functions: all }) => all);
  return functions.find((fn) => fn.name === name && fn.params.length === count) ?? null;
}
