import { baseOf, type Contract, resolveFunction, resolveLibrary, resolveModifier } from '../program/program.ts';
import type { Assign, Call, ContractNode, Expr, Fn, Invocation, Stmt, Unary, Variable } from '../syntax/ast.ts';
import { alwaysEnds, reverts } from './endings.ts';
import { reachOutside } from './reach.ts';
import type { Binding, Env, Guard, Loop, Op, Trace } from './trace.ts';
import { isCastCall, slotOf, typeOf } from './values.ts';

const TRACE_LIMITS = { depth: 12, ops: 4_000 } as const;

/** Names of checks; used if the code behind a name is missing. */
const CHECK_NAME =
  /^_*(only|check|require|auth|authorize|enforce|restrict|validate|ensure|assert|protected|requires|owner|admin|gov|initializer|reinitializer|nonReentrant|lock|noReentr|when|if)/i;

type Unpinned<T> = T extends Op ? Omit<T, 'guards' | 'loops' | 'isUnchecked'> : never;

/** Walks one entry with its modifiers and internal calls, in the order of execution. */
export class Tracer {
  private readonly contract: Contract;
  private readonly ops: Op[] = [];
  private guards: readonly Guard[] = [];
  private loops: readonly Loop[] = [];
  private isUnchecked = false;
  private isCut = false;
  private readonly stack: Fn[] = [];
  /** Return values of the function being walked. */
  private returned: Binding[] = [];

  constructor(contract: Contract) {
    this.contract = contract;
  }

  trace(entry: Fn): Trace {
    const env = newEnv(entry, null);
    this.run(entry, env);
    return { entry, ops: this.ops, env, isCut: this.isCut };
  }

  private run(fn: Fn, env: Env): void {
    this.stack.push(fn);
    const modifiers = fn.invocations.filter(({ name }) => baseOf(name, this.contract.program) === undefined);
    this.through(modifiers, env, () => fn.body !== null && this.statement(fn.body, env));
    this.stack.pop();
    this.guards = this.guards.filter(({ isLocal, env: of }) => !isLocal || of !== env);
  }

  /** Modifiers wrap the body from the outside in; `_` runs the next one. */
  private through(invocations: readonly Invocation[], env: Env, body: () => void): void {
    const [first, ...rest] = invocations;
    if (first === undefined) return void body();
    const modifier = resolveModifier(this.contract, first.name);
    if (modifier?.body == null || this.stack.includes(modifier)) {
      this.assume(first, env);
      return void this.through(rest, env, body);
    }
    const inner = newEnv(modifier, env, first.args);
    this.inner = [...this.inner, () => this.through(rest, env, body)];
    this.stack.push(modifier);
    this.statement(modifier.body, inner);
    this.stack.pop();
    this.inner = this.inner.slice(0, -1);
  }

  private inner: readonly (() => void)[] = [];

  private assume({ name, args, start, end }: Invocation, env: Env): void {
    const test: Expr = {
      kind: 'call',
      start,
      end,
      callee: { kind: 'id', start, end, name },
      args,
      options: {},
      isYul: false,
    };
    if (CHECK_NAME.test(name)) this.guard({ test, holds: true, env, isAssumed: true, isLocal: false });
  }

  private guard(guard: Guard): void {
    this.guards = [...this.guards, guard];
  }

  private add(op: Unpinned<Op>): void {
    if (this.ops.length >= TRACE_LIMITS.ops) {
      this.isCut = true;
      return;
    }
    this.ops.push({ ...op, guards: this.guards, loops: this.loops, isUnchecked: this.isUnchecked } as Op);
  }

  private statement(stmt: Stmt, env: Env): void {
    switch (stmt.kind) {
      case 'block': {
        const before = this.isUnchecked;
        this.isUnchecked = before || stmt.isUnchecked;
        for (const one of stmt.body) this.statement(one, env);
        this.isUnchecked = before;
        return;
      }
      case 'assembly':
        for (const one of stmt.body) this.statement(one, env);
        return;
      case 'if':
        return void this.branch(stmt, env);
      case 'loop':
        return void this.loop(stmt, env);
      case 'declare':
        return void this.introduce(stmt.names, stmt.value, env);
      case 'expr':
        return void this.expression(stmt.expr, env, false);
      case 'return':
        if (stmt.value !== null) this.expression(stmt.value, env);
        if (stmt.value === null) return;
        if (env.caller === null) this.add({ kind: 'give', at: stmt.value, env, value: stmt.value });
        else this.returned.push(this.frozen(stmt.value, env));
        return;
      case 'emit':
        return void this.expression(stmt.call, env);
      case 'try':
        this.expression(stmt.call, env, true);
        for (const one of stmt.returns) env.locals.set(one.name, one);
        this.statement(stmt.body, env);
        for (const one of stmt.catches) this.statement(one, env);
        return;
      case 'placeholder': {
        const next = this.inner.at(-1);
        const outer = this.inner;
        this.inner = outer.slice(0, -1);
        next?.();
        this.inner = outer;
        return;
      }
      default:
    }
  }

  private branch({ test, yes, no }: Extract<Stmt, { kind: 'if' }>, env: Env): void {
    this.expression(test, env);
    this.add({ kind: 'check', at: test, env, test, holds: !reverts(yes) });
    const before = this.guards;
    this.guard({ test, holds: true, env, isAssumed: false, isLocal: false });
    this.statement(yes, env);
    this.guards = before;
    if (no !== null) {
      this.guard({ test, holds: false, env, isAssumed: false, isLocal: false });
      this.statement(no, env);
      this.guards = before;
    }
    if (alwaysEnds(yes)) this.guard({ test, holds: false, env, isAssumed: false, isLocal: !reverts(yes) });
    else if (no !== null && alwaysEnds(no))
      this.guard({ test, holds: true, env, isAssumed: false, isLocal: !reverts(no) });
  }

  private loop({ init, test, update, body, start, end }: Extract<Stmt, { kind: 'loop' }>, env: Env): void {
    if (init !== null) this.statement(init, env);
    const before = this.loops;
    const guards = this.guards;
    this.loops = [...before, { test, env, start, end }];
    if (test !== null) this.expression(test, env);
    if (test !== null) this.guard({ test, holds: true, env, isAssumed: false, isLocal: true });
    this.statement(body, env);
    if (update !== null) this.expression(update, env, false);
    this.loops = before;
    this.guards = guards;
  }

  private introduce(names: readonly (Variable | null)[], value: Expr | null, env: Env): void {
    if (value !== null) this.expression(value, env, true);
    const items = value?.kind === 'tuple' && names.length > 1 ? value.items : undefined;
    names.forEach((variable, position) => {
      if (variable === null) return;
      env.locals.set(variable.name, variable);
      const given = items === undefined ? value : items[position];
      if (given == null) env.values.delete(variable.name);
      else env.values.set(variable.name, this.frozen(given, env));
    });
  }

  /** A copy of the environment, so that a later assignment to the name does not change this value. */
  private frozen(expr: Expr, env: Env): Binding {
    return { expr, env: { ...env, values: new Map(env.values) } };
  }

  /** `isUsed`: the surrounding code uses the value. */
  private expression(expr: Expr, env: Env, isUsed = true): void {
    switch (expr.kind) {
      case 'assign':
        return void this.assign(expr, env);
      case 'unary':
        return void this.unary(expr, env);
      case 'binary': {
        this.expression(expr.left, env);
        const before = this.guards;
        if (expr.op === '&&' || expr.op === '||')
          this.guard({ test: expr.left, holds: expr.op === '&&', env, isAssumed: false, isLocal: true });
        this.expression(expr.right, env);
        this.guards = before;
        if (/^(\+|-|\*|\/|%|\*\*|<<|>>)$/.test(expr.op)) this.add({ kind: 'math', at: expr, env, op: expr.op });
        return;
      }
      case 'call':
        return void this.call(expr, env, isUsed);
      case 'choice':
        this.expression(expr.test, env);
        this.expression(expr.yes, env);
        return void this.expression(expr.no, env);
      case 'tuple':
        for (const item of expr.items) if (item !== null) this.expression(item, env, isUsed);
        return;
      case 'cast':
        return void this.expression(expr.arg, env);
      case 'unknown':
        for (const part of expr.parts) this.expression(part, env);
        return;
      default:
        this.read(expr, env);
    }
  }

  private read(expr: Expr, env: Env): void {
    if (expr.kind === 'index') {
      this.read(expr.base, env);
      if (expr.index !== null) this.expression(expr.index, env);
    } else if (expr.kind === 'member') this.expression(expr.object, env);
    if (expr.kind !== 'id' && expr.kind !== 'member' && expr.kind !== 'index') return;
    const slot = slotOf(expr, env, this.contract);
    if (slot !== undefined) this.add({ kind: 'read', at: expr, env, slot });
  }

  private assign({ op, left, right, start, end }: Assign, env: Env): void {
    this.expression(right, env, true);
    if (left.kind === 'tuple') {
      const items = right.kind === 'tuple' ? right.items : undefined;
      left.items.forEach((item, position) => {
        if (item !== null) this.write(item, op, items?.[position] ?? right, env, { start, end });
      });
      return;
    }
    if (op !== '=') this.read(left, env);
    if (op !== '=')
      this.add({
        kind: 'math',
        at: { kind: 'binary', start, end, op: op.slice(0, -1), left, right },
        env,
        op: op.slice(0, -1),
      });
    this.write(left, op, right, env, { start, end });
  }

  private write(left: Expr, op: string, value: Expr | null, env: Env, place: { start: number; end: number }): void {
    if (left.kind === 'index' && left.index !== null) this.expression(left.index, env);
    const slot = slotOf(left, env, this.contract);
    const at: Expr = { kind: 'unknown', ...place, parts: [] };
    if (slot !== undefined && !this.isPointer(left, env))
      return void this.add({ kind: 'write', at, env, slot, op, value });
    // `x.slot := y` in assembly changes the slot of a storage pointer.
    if (left.kind === 'id' && left.name.endsWith('.slot') && value !== null)
      return void this.add({ kind: 'store', at, env, slotExpr: value, value: null });
    if (left.kind !== 'id') return;
    if (op === '=' && value !== null) env.values.set(left.name, this.frozen(value, env));
    // A compound assignment: the new value also depends on the old one.
    else if (value !== null)
      env.values.set(
        left.name,
        this.frozen(
          {
            kind: 'binary',
            ...place,
            op: op.slice(0, -1),
            left: env.values.get(left.name)?.expr ?? left,
            right: value,
          },
          env,
        ),
      );
  }

  /** Assigning a storage pointer writes nothing. */
  private isPointer(left: Expr, env: Env): boolean {
    return left.kind === 'id' && env.locals.has(left.name);
  }

  private unary({ op, arg, start, end }: Unary, env: Env): void {
    if (op !== '++' && op !== '--' && op !== 'delete') return void this.expression(arg, env);
    if (op !== 'delete') this.read(arg, env);
    if (op !== 'delete') {
      const one: Expr = { kind: 'literal', start: end, end, value: '1', of: 'number' };
      this.add({
        kind: 'math',
        at: { kind: 'binary', start, end, op: op.slice(0, 1), left: arg, right: one },
        env,
        op,
      });
    }
    this.write(arg, op, null, env, { start, end });
  }

  private call(call: Call, env: Env, isUsed: boolean): void {
    const { callee, args } = call;
    for (const arg of args) this.expression(arg, env);
    for (const option of Object.values(call.options)) this.expression(option, env);
    if (isCastCall(call) && callee.kind === 'id' && this.isType(callee.name)) return;
    if (callee.kind === 'id' && this.builtin(call, callee.name, env)) return;
    if (callee.kind === 'member') this.expression(callee.object, env);
    const inside = this.resolve(call, env);
    if (inside !== undefined) return void this.inline(call, inside, env);
    const outside = reachOutside(call, env, this.contract, isUsed);
    if (outside === undefined) return;
    this.add({ kind: 'call', at: call, env, reached: outside });
    if (callee.kind === 'id' && CHECK_NAME.test(callee.name) && outside.how === 'opaque')
      this.guard({ test: call, holds: true, env, isAssumed: true, isLocal: false });
    if (outside.how === 'opaque' || callee.kind !== 'member') return;
    this.mutateArray(call, env);
  }

  private mutateArray(call: Call, env: Env): void {
    if (call.callee.kind !== 'member' || !/^(push|pop)$/.test(call.callee.name)) return;
    const slot = slotOf(call.callee.object, env, this.contract);
    if (slot !== undefined)
      this.add({ kind: 'write', at: call, env, slot, op: call.callee.name, value: call.args[0] ?? null });
  }

  private isType(name: string): boolean {
    const { program, line } = this.contract;
    return (
      program.nodes.has(name) ||
      line.some(({ enums }) => enums.includes(name)) ||
      resolveFunction(this.contract, name, 1) === undefined
    );
  }

  private builtin(call: Call, name: string, env: Env): boolean {
    const [first, second] = call.args;
    switch (name) {
      case 'require':
      case 'assert':
        if (first === undefined) return true;
        this.add({ kind: 'check', at: first, env, test: first, holds: true });
        this.guard({ test: first, holds: true, env, isAssumed: false, isLocal: false });
        return true;
      case 'selfdestruct':
      case 'suicide':
        this.add({ kind: 'destroy', at: call, env, to: first ?? null });
        return true;
      case 'sstore':
        if (call.isYul && first !== undefined)
          this.add({ kind: 'store', at: call, env, slotExpr: first, value: second ?? null });
        return call.isYul;
      default:
        return (
          /^(keccak256|sha3|sha256|ripemd160|ecrecover|addmod|mulmod|blockhash|gasleft|type|revert)$/.test(name) &&
          !call.isYul
        );
    }
  }

  /** The function that a call runs in this contract's context: its own, a base's, or a library's. */
  private resolve(call: Call, env: Env): { fn: Fn; args: readonly Expr[] } | undefined {
    const { callee, args } = call;
    if (call.isYul || this.stack.length >= TRACE_LIMITS.depth) return undefined;
    const usable = (fn: Fn | undefined): fn is Fn => fn !== undefined && fn.body !== null && !this.stack.includes(fn);
    if (callee.kind === 'id') {
      const fn = env.locals.has(callee.name) ? undefined : resolveFunction(this.contract, callee.name, args.length);
      return usable(fn) ? { fn, args } : undefined;
    }
    if (callee.kind !== 'member') return undefined;
    const { object, name } = callee;
    if (object.kind === 'id' && object.name === 'super') {
      const fn = resolveFunction(this.contract, name, args.length, this.homeOf(env.fn));
      return usable(fn) ? { fn, args } : undefined;
    }
    const named = object.kind === 'id' ? this.contract.program.nodes.get(object.name) : undefined;
    if (named !== undefined) {
      const fn =
        named.kind === 'library'
          ? resolveLibrary(this.contract.program, named.name, name, args.length)
          : named.functions.find((one) => one.name === name && one.params.length === args.length);
      return usable(fn) ? { fn, args } : undefined;
    }
    if (BUILT_IN_MEMBERS.has(name) || this.isDeclared(object, name, args.length, env)) return undefined;
    const attached = resolveLibrary(this.contract.program, undefined, name, args.length + 1);
    return usable(attached) ? { fn: attached, args: [object, ...args] } : undefined;
  }

  /** The other contract declares a function of this name itself, so the call is not one that `using` attached. */
  private isDeclared(object: Expr, name: string, count: number, env: Env): boolean {
    const type = typeOf(object, env, this.contract);
    const node = type?.kind === 'user' ? this.contract.program.nodes.get(type.name) : undefined;
    return node?.functions.some((fn) => fn.name === name && fn.params.length === count) ?? false;
  }

  private homeOf(fn: Fn): ContractNode | undefined {
    return this.contract.line.find(({ functions, modifiers }) => functions.includes(fn) || modifiers.includes(fn));
  }

  private inline(call: Call, { fn, args }: { fn: Fn; args: readonly Expr[] }, env: Env): void {
    const inner = newEnv(fn, env, args);
    const { inner: waiting, loops, returned } = this;
    this.inner = [];
    this.returned = [];
    this.run(fn, inner);
    const named = fn.returns.flatMap(({ name }) => inner.values.get(name) ?? []);
    env.given.set(call, [...this.returned, ...named]);
    this.inner = waiting;
    this.loops = loops;
    this.returned = returned;
  }
}

const BUILT_IN_MEMBERS = new Set([
  'call',
  'delegatecall',
  'staticcall',
  'callcode',
  'push',
  'pop',
  'encode',
  'encodePacked',
  'encodeWithSelector',
  'encodeWithSignature',
  'decode',
]);

function newEnv(fn: Fn, caller: Env | null, args: readonly Expr[] = []): Env {
  const values = new Map<string, Binding>();
  const locals = new Map<string, Variable>();
  for (const one of [...fn.params, ...fn.returns]) if (one.name !== '') locals.set(one.name, one);
  if (caller !== null) {
    const frozen: Env = { ...caller, values: new Map(caller.values) };
    fn.params.forEach(({ name }, position) => {
      const expr = args[position];
      if (name !== '' && expr !== undefined) values.set(name, { expr, env: frozen });
    });
  }
  return { fn, values, locals, caller, given: new Map() };
}
