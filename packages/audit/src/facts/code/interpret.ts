import type { Span, Unit } from '../../model.ts';
import type { Argument, Expr, FunctionNode, Program, Stmt } from '../../parse/code/ir.ts';
import type { Analysis } from '../analysis.ts';
import { createSession, type ShellSession } from '../shell/session.ts';
import { pickTelling } from '../shell/sources.ts';
import { concat, mergeTaints, shown, type Value } from '../value.ts';
import { recordCall } from './call.record.ts';
import type { CallModel, CallSite } from './call-site.ts';
import { type CodeValue, either, fromValue, list, NOTHING, refersTo, text, withTaints } from './code-value.ts';
import { environmentVariable, FILE_CALLS, FILE_METHODS } from './file.calls.ts';
import { ELEMENTS_MAX, elementsOf, foldOperator, slice } from './fold.ts';
import { collectFunctions } from './functions.ts';
import { callHandedOver, isNameTable, reachedByName } from './hand-over.ts';
import { NETWORK_CALLS, NETWORK_METHODS } from './network.calls.ts';
import { OTHER_CALLS, OTHER_METHODS } from './other.calls.ts';
import { PROCESS_CALLS, PROCESS_METHODS } from './process.calls.ts';
import { Scopes } from './scopes.ts';
import { TEXT_CALLS, TEXT_METHODS } from './text.calls.ts';
import { ENVIRONMENTS, PRINTERS, wellKnown } from './well-known.ts';

const CALLS: ReadonlyMap<string, CallModel> = new Map([
  ...TEXT_CALLS,
  ...FILE_CALLS,
  ...NETWORK_CALLS,
  ...PROCESS_CALLS,
  ...OTHER_CALLS,
]);
const METHODS: readonly ReadonlyMap<string, CallModel>[] = [
  OTHER_METHODS,
  PROCESS_METHODS,
  NETWORK_METHODS,
  FILE_METHODS,
  TEXT_METHODS,
];

export const INTERPRET_LIMITS = { stepsMax: 400_000, callDepthMax: 4 } as const;

/** Walks a program without running it: folds constants, follows data, records what calls would do. */
export function interpretProgram(program: Program, unit: Unit, analysis: Analysis): Value {
  if (program.isTruncated) analysis.recorder.limit('parsed code', unit.file);
  const interpreter = new CodeInterpreter(program, unit, analysis);
  interpreter.runAll(program);
  return interpreter.output();
}

/** Methods that put their argument into what they are called on. */
const TAKES_IN = new Set(['append', 'push', 'add', 'extend', 'insert', 'unshift', 'update', 'appendleft', 'concat!']);

class CodeInterpreter {
  private readonly unit: Unit;
  private readonly analysis: Analysis;
  private readonly session: ShellSession = createSession();
  private readonly functions: ReadonlyMap<string, FunctionNode>;
  private readonly called = new Set<FunctionNode>();
  /** Functions without a name; whoever holds one may call it. */
  private readonly made = new Set<FunctionNode>();
  private readonly constructors: ReadonlyMap<string, FunctionNode>;
  private readonly scopes = new Scopes();
  private callDepth = 0;
  private blockDepth = 0;
  private steps = 0;
  private readonly printed: CodeValue[] = [];
  /** A name that a function gives a value may be one from outside. */
  private readonly isClosed: boolean;

  constructor(program: Program, unit: Unit, analysis: Analysis) {
    this.unit = unit;
    this.isClosed = unit.lang !== 'python';
    this.analysis = analysis;
    const { byName, constructors } = collectFunctions(program.body);
    this.functions = byName;
    this.constructors = constructors;
  }

  runAll(program: Program): void {
    this.run(program.body);
    for (const fn of this.functions.values()) {
      if (!this.called.has(fn))
        this.callFunction(
          fn,
          fn.params.map((name) => this.parameter(name, fn)),
        );
    }
    for (const fn of this.made) {
      if (!this.called.has(fn))
        this.callFunction(
          fn,
          fn.params.map((name) => this.parameter(name, fn)),
        );
    }
  }

  output(): Value {
    return this.printed.length === 0 ? NOTHING : concat(this.printed);
  }

  private parameter(name: string, fn: FunctionNode): CodeValue {
    if (/^(?:self|cls|this)$/.test(name)) return refersTo('self');
    return withTaints([
      { class: 'parameter', label: name, at: this.span(fn.start, fn.start), isEncoded: false, url: null },
    ]);
  }

  private span(start: number, end: number): Span {
    const base = this.unit.span;
    return { view: base.view, start: base.start + start, end: base.start + end };
  }

  private isSpent(): boolean {
    this.steps += 1;
    if (this.steps <= INTERPRET_LIMITS.stepsMax) return false;
    this.analysis.recorder.limit('code steps', this.unit.file);
    return true;
  }

  /** The value of the first `return` met, joined with later ones. */
  private run(body: readonly Stmt[]): CodeValue | undefined {
    const returned: CodeValue[] = [];
    for (const stmt of body) {
      if (this.isSpent()) break;
      const value = this.statement(stmt);
      if (value !== undefined) returned.push(value);
    }
    return returned.length === 0 ? undefined : either(returned);
  }

  private statement(stmt: Stmt): CodeValue | undefined {
    switch (stmt.kind) {
      case 'assign': {
        const value = this.eval(stmt.value);
        for (const target of stmt.targets) this.assign(target, value);
        return undefined;
      }
      case 'do':
        this.eval(stmt.value);
        return undefined;
      case 'return':
        return stmt.value === null ? undefined : this.eval(stmt.value);
      case 'import':
        this.importModule(stmt);
        return undefined;
      case 'class':
        return this.run(stmt.body.filter(({ kind }) => kind !== 'function'));
      case 'block':
        return this.block(stmt);
      case 'function':
        return undefined;
    }
  }

  private block(stmt: Extract<Stmt, { kind: 'block' }>): CodeValue | undefined {
    if (stmt.role === 'guard') this.blockDepth += 1;
    for (const head of stmt.head) this.eval(head);
    const value = this.run(stmt.body);
    if (stmt.role === 'guard') this.blockDepth -= 1;
    return value;
  }

  private importModule(stmt: Extract<Stmt, { kind: 'import' }>): void {
    const module = stmt.module.replace(/^node:/, '').replace(/^fs\/promises$/, 'fs');
    this.analysis.recorder.add('import', { module }, this.unit, this.span(stmt.start, stmt.end));
    if (stmt.as !== '')
      this.scopes.define(
        stmt.as,
        refersTo(stmt.names.length === 0 && stmt.as === module.split('.')[0] ? stmt.as : module),
      );
    for (const { name, as } of stmt.names)
      this.scopes.define(as, refersTo(name === 'default' ? module : `${module}.${name}`));
  }

  private assign(target: Expr, value: CodeValue): void {
    if (target.kind === 'name') {
      if (this.isClosed) this.scopes.redefine(target.name, value);
      else this.scopes.define(target.name, value);
    } else if (target.kind === 'list') {
      for (const [index, item] of target.items.entries())
        this.assign(item, value.items?.[index] ?? withTaints(value.taints));
    } else if (target.kind === 'member') this.assignMember(target, value);
    else if (target.kind === 'index') this.assignIndex(target, value);
    else if (target.kind === 'op') for (const inner of target.args) this.assign(inner, withTaints(value.taints));
  }

  private assignMember(target: Extract<Expr, { kind: 'member' }>, value: CodeValue): void {
    this.scopes.setField(target.name, value);
    if (target.on.kind === 'name') {
      const on = this.scopes.lookup(target.on.name);
      if (on !== undefined) this.mutate(target.on.name, on, target.name, value);
    }
    if (/^(?:innerHTML|outerHTML|srcdoc)$/.test(target.name)) {
      this.analysis.recorder.flow(
        value.taints,
        { class: 'html', label: target.name, destination: null },
        'argument',
        this.unit,
        this.span(target.start, target.end),
      );
    }
  }

  private assignIndex(target: Extract<Expr, { kind: 'index' }>, value: CodeValue): void {
    const [key] = target.key;
    if (target.on.kind !== 'name' || key === undefined) return;
    const on = this.scopes.lookup(target.on.name) ?? NOTHING;
    this.mutate(target.on.name, on, shown(this.eval(key)), value);
  }

  private mutate(name: string, on: CodeValue, key: string, value: CodeValue): void {
    const entries = new Map(on.entries ?? []).set(key, value);
    this.scopes.redefine(name, { ...on, entries, taints: mergeTaints([on.taints, value.taints]) });
  }

  /** What goes into a name, or into a field of the object itself. */
  private takeIn(target: Expr, added: readonly CodeValue[]): void {
    const isField = target.kind === 'member' && target.on.kind === 'name' && /^(?:self|this)$/.test(target.on.name);
    if (target.kind === 'name' || (isField && target.kind === 'member'))
      this.scopes.takeIn(target.name, isField, added);
  }

  private eval(expr: Expr): CodeValue {
    if (this.isSpent()) return NOTHING;
    switch (expr.kind) {
      case 'text':
        return text(expr.value);
      case 'number':
        return text(String(expr.value));
      case 'name':
        return this.name(expr.name, expr);
      case 'member':
        return this.member(expr);
      case 'index':
        return this.index(expr);
      case 'call':
        return this.call(expr);
      case 'join':
        return this.join(expr.parts.map((part) => this.eval(part)));
      case 'list':
        return list(expr.items.map((item) => this.eval(item)));
      case 'map':
        return this.map(expr);
      case 'function':
        this.made.add(expr.fn);
        return { ...NOTHING, fn: expr.fn };
      case 'op':
        return this.op(expr);
    }
  }

  private join(values: readonly CodeValue[]): CodeValue {
    if (values.length > 0 && values.every(({ items }) => items !== null))
      return list(values.flatMap(({ items }) => items ?? []));
    return fromValue(concat(values));
  }

  private name(name: string, expr: Expr): CodeValue {
    const value = this.scopes.lookup(name);
    if (value !== undefined) return value;
    const fn = this.functions.get(name);
    if (fn !== undefined) return { ...NOTHING, fn, ref: name };
    return wellKnown(name, this.span(expr.start, expr.end)) ?? refersTo(name);
  }

  private member(expr: Extract<Expr, { kind: 'member' }>): CodeValue {
    return this.memberOf(this.eval(expr.on), expr);
  }

  private memberOf(on: CodeValue, expr: Extract<Expr, { kind: 'member' }>): CodeValue {
    const entry = on.entries?.get(expr.name);
    if (entry !== undefined) return entry;
    if (expr.name === '__dict__') return on;
    if (on.ref !== null && ENVIRONMENTS.has(on.ref)) return this.fromEnvironment(expr.name, on, expr);
    if (on.ref === 'self' || on.ref === 'this') {
      const own = this.scopes.field(expr.name);
      if (own !== undefined) return own;
    }
    const ref =
      on.ref === null
        ? null
        : `${on.ref.replace(/^(?:globalThis|window|global|self|builtins|__builtins__)$/, '')}.${expr.name}`
            .replace(/^\./, '')
            .replace(/^fs\.promises$/, 'fs');
    const known = ref === null ? undefined : wellKnown(ref, this.span(expr.start, expr.end));
    if (known !== undefined) return known;
    return { ...NOTHING, ref, taints: on.taints, isDecoded: on.isDecoded };
  }

  private fromEnvironment(name: string, on: CodeValue, expr: Expr): CodeValue {
    if (/^(?:get|items|keys|values|copy|entries|fetch|toObject|to_h|setdefault|update|pop)$/.test(name))
      return { ...NOTHING, ref: `${on.ref}.${name}`, taints: on.taints };
    return environmentVariable(
      { analysis: this.analysis, unit: this.unit, span: this.span(expr.start, expr.end) },
      name,
    );
  }

  private index(expr: Extract<Expr, { kind: 'index' }>): CodeValue {
    const on = this.eval(expr.on);
    const keys = expr.key.map((key) => this.eval(key));
    const [key] = keys;
    if (expr.isSlice) return slice(on, keys);
    if (key === undefined) return withTaints(on.taints);
    if (on.ref !== null && ENVIRONMENTS.has(on.ref)) return this.fromEnvironment(shown(key), on, expr);
    if (key.text !== null) {
      if (isNameTable(on.ref)) return this.name(key.text, expr);
      const entry = on.entries?.get(key.text);
      if (entry !== undefined) return entry;
      const at = Number(key.text);
      if (on.items !== null && Number.isInteger(at)) return on.items.at(at) ?? withTaints(on.taints);
      if (on.text !== null && Number.isInteger(at)) return { ...on, text: on.text.at(at) ?? '' };
      if (on.ref !== null && !/^<|\)$/.test(on.ref))
        return {
          ...NOTHING,
          ref: `${on.ref.replace(/^(?:globalThis|window|global|self|builtins|__builtins__)$/, '')}.${key.text}`.replace(
            /^\./,
            '',
          ),
          taints: on.taints,
          isDecoded: key.isDecoded,
        };
    }
    return { ...withTaints(mergeTaints([on.taints, key.taints])), isDecoded: on.isDecoded };
  }

  private map(expr: Extract<Expr, { kind: 'map' }>): CodeValue {
    const entries = new Map<string, CodeValue>();
    const spread: CodeValue[] = [];
    for (const { key, value } of expr.entries) {
      const evaluated = this.eval(value);
      if (key === null) {
        for (const [name, inner] of evaluated.entries ?? []) entries.set(name, inner);
        spread.push(evaluated);
      } else entries.set(shown(this.eval(key)), evaluated);
    }
    const parts = [...[...entries].filter(([name]) => name !== 'env').map(([, value]) => value), ...spread];
    return {
      ...NOTHING,
      entries,
      taints: mergeTaints(parts.map(({ taints }) => taints)),
      isDecoded: parts.some(({ isDecoded }) => isDecoded),
    };
  }

  private op(expr: Extract<Expr, { kind: 'op' }>): CodeValue {
    if (expr.op === 'comprehension') return this.comprehension(expr.args);
    if (expr.op === 'bind') {
      const [target, value] = expr.args;
      const evaluated = value === undefined ? NOTHING : this.eval(value);
      if (target !== undefined) this.assign(target, evaluated);
      return evaluated;
    }
    const values = expr.args.map((arg) => this.eval(arg));
    if (expr.op === 'SequenceExpression') return values.at(-1) ?? NOTHING;
    if (expr.op === 'each') return this.each(values[0] ?? NOTHING);
    if (expr.op === 'either') return either(values);
    return foldOperator(expr.op, values);
  }

  private each(value: CodeValue): CodeValue {
    if (value.items === null) return withTaints(value.taints);
    const telling = pickTelling(value.items);
    return value.items.find((item) => item.text === telling.text) ?? fromValue(telling);
  }

  /** The body comes first in the tree but last in meaning: bind the loop variables, then look at it. */
  private comprehension(parts: readonly Expr[]): CodeValue {
    const [body, ...clauses] = parts;
    let source: CodeValue = NOTHING;
    for (const clause of clauses) {
      if (clause.kind !== 'op' || clause.op !== 'each') continue;
      const [target, over] = clause.args;
      if (target === undefined || over === undefined) continue;
      source = elementsOf(this.eval(over));
      if (source.items !== null && clauses.length === 1 && source.items.length <= ELEMENTS_MAX && body !== undefined) {
        return list(
          source.items.map((item) => {
            this.assign(target, item);
            return this.eval(body);
          }),
        );
      }
      this.assign(target, this.each(source));
    }
    const value = body === undefined ? NOTHING : this.eval(body);
    return {
      ...withTaints(mergeTaints([value.taints, source.taints])),
      isDecoded: value.isDecoded || source.isDecoded,
    };
  }

  private call(expr: Extract<Expr, { kind: 'call' }>): CodeValue {
    // Looked at once: in a chain of calls, twice would double with every link.
    const receiver = expr.callee.kind === 'member' ? this.eval(expr.callee.on) : NOTHING;
    const callee = expr.callee.kind === 'member' ? this.memberOf(receiver, expr.callee) : this.eval(expr.callee);
    const { args, named } = this.arguments(expr.args);
    const name = callee.ref ?? '';
    const method = expr.callee.kind === 'member' ? expr.callee.name : (name.split('.').at(-1) ?? name);
    const site: CallSite = {
      callee: name !== '' ? name : expr.callee.kind === 'member' ? `.${method}` : method,
      method,
      receiver,
      args,
      named,
      span: this.span(expr.start, expr.end),
      unit: this.unit,
      analysis: this.analysis,
      session: this.session,
      call: (fn, given) => this.callFunction(fn, given),
      expr,
    };
    if (PRINTERS.has(site.callee) && args[0] !== undefined) this.printed.push(args[0]);
    const isTopLevel = this.callDepth === 0 && this.blockDepth === 0;
    if (name !== '' || expr.callee.kind === 'member') recordCall(site, { isTopLevel, isAssembled: callee.isDecoded });
    if (expr.callee.kind === 'member' && TAKES_IN.has(method) && receiver.file === null)
      this.takeIn(expr.callee.on, args);
    return this.model(site, callee) ?? this.userFunction(site, callee) ?? reachedByName(site) ?? this.unknownCall(site);
  }

  private arguments(given: readonly Argument[]): { args: CodeValue[]; named: Map<string, CodeValue> } {
    const args: CodeValue[] = [];
    const named = new Map<string, CodeValue>();
    for (const { name, value } of given) {
      const evaluated = this.eval(value);
      if (name === null) args.push(evaluated);
      else if (name !== 'env') named.set(name, evaluated);
    }
    return { args, named };
  }

  private model(site: CallSite, callee: CodeValue): CodeValue | undefined {
    if (callee.fn !== null) return undefined;
    const exact = CALLS.get(site.callee) ?? CALLS.get(site.callee.split('.').slice(-2).join('.'));
    const isPlainName = !site.callee.includes('.');
    const result = exact === undefined || (isPlainName && this.functions.has(site.callee)) ? undefined : exact(site);
    if (result !== undefined) return result;
    if (site.expr.kind === 'call' && site.expr.callee.kind !== 'member') return undefined;
    if (this.functions.has(site.method) && (site.receiver.ref === 'self' || site.receiver.ref === 'this'))
      return undefined;
    for (const table of METHODS) {
      const value = table.get(site.method)?.(site);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  private userFunction(site: CallSite, callee: CodeValue): CodeValue | undefined {
    const made = this.constructors.get(site.callee);
    const fn = callee.fn ?? made ?? this.functions.get(site.method) ?? this.functions.get(site.callee);
    if (fn === undefined || fn === null) return undefined;
    const isMethod = /^(?:self|cls|this)$/.test(fn.params[0] ?? '');
    const values = isMethod ? [refersTo('self'), ...site.args] : [...site.args];
    const byName = fn.params.map((name, index) => site.named.get(name) ?? values[index] ?? NOTHING);
    const value = this.callFunction(fn, byName);
    return fn === made ? refersTo('self') : value;
  }

  private callFunction(fn: FunctionNode, args: readonly CodeValue[]): CodeValue {
    if (this.callDepth >= INTERPRET_LIMITS.callDepthMax)
      return withTaints(mergeTaints(args.map(({ taints }) => taints)));
    this.called.add(fn);
    this.callDepth += 1;
    this.scopes.enter(fn.params, args);
    const value = this.run(fn.body);
    this.scopes.leave();
    this.callDepth -= 1;
    return value ?? NOTHING;
  }

  /** Callbacks are looked at; the result depends on everything that went in. */
  private unknownCall(site: CallSite): CodeValue {
    callHandedOver(site);
    const taints = mergeTaints([
      site.receiver.taints,
      ...site.args.map((value) => value.taints),
      ...[...site.named.values()].map((value) => value.taints),
    ]);
    const isConstructor = /^[A-Z]/.test(site.method) && site.callee !== '';
    for (const { fn } of [...site.args, ...site.named.values()]) {
      if (fn !== null && !this.called.has(fn))
        this.callFunction(
          fn,
          fn.params.map(() => (site.method === 'then' ? site.receiver : withTaints(site.receiver.taints))),
        );
    }
    const isDecoded = site.receiver.isDecoded || site.args.some((value) => value.isDecoded && value.text === null);
    return {
      ...withTaints(taints),
      ref: isConstructor || site.receiver.ref !== null ? `${site.callee}()` : null,
      isDecoded,
    };
  }
}
