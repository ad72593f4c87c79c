import type { Expr, FunctionNode } from '../../languages/code/ir.ts';
import { classifyPath, isSecretPath } from '../../models/paths/path-class.ts';
import type { Span, Unit } from '../../types/index.ts';
import type { Analysis } from '../analysis.ts';
import { quoted } from '../manifests/json.ts';
import { concat, isFullyKnown, mergeTaints, shown, type Taint } from '../value.ts';
import { KEYS } from './account.ts';
import {
  ADDRESS_REF,
  type CodeValue,
  either,
  fieldTaints,
  fromValue,
  list,
  NOTHING,
  refersTo,
  taintsOfLength,
  text,
  withTaints,
} from './code-value.ts';
import { environmentVariable } from './file.calls.ts';
import { ELEMENTS_MAX, elementsOf, foldOperator, slice, sumOf } from './fold.ts';
import { isNameTable } from './hand-over.ts';
import { oneOf, TABLE_MAX } from './one-of.ts';
import { Scopes } from './scopes.ts';
import { linesOf } from './settings.calls.ts';
import { ENVIRONMENTS, wellKnown } from './well-known.ts';

export const INTERPRET_LIMITS = { stepsMax: 400_000, callDepthMax: 4, namedDepthMax: 8, secretDepthMax: 24 } as const;

const PUBLIC_HALF = /^(?:publicKey|public_key|pubkey|pub_key|getPublicKey|address|fingerprint|verify_key)$/;

/** Modules whose functions start programs. A computed name may select any of these functions. */
const STARTERS = /^(?:child_process|subprocess|os|builtins|__builtins__|vm)$/;

const LIFECYCLE = /^(?:(?:pre|post)install|prepare)$/;
/** Words of a command that downloads or decodes content. */
const FETCHES = /https?:\/\/|\b(?:curl|wget|iwr|irm)\s|\bbase64\b/;

const nameOf = (expr: Expr): string => (expr.kind === 'name' || expr.kind === 'member' ? expr.name : '');

/** The letters of a text, which are its elements when it is spread. */
function lettersOf(value: CodeValue): CodeValue[] | undefined {
  if (!isFullyKnown(value) || value.text.length > LETTERS_MAX) return undefined;
  return [...value.text].map((letter) => ({ ...value, text: letter }));
}
const LETTERS_MAX = 2_000;

const isOfEnvironment = ({ taints }: CodeValue): boolean => taints.some(({ class: kind }) => kind === 'environment');

export const isSpread = (expr: Expr): boolean => expr.kind === 'op' && expr.op === 'spread';

/** Evaluates expressions without running them, as far as possible. */
export abstract class Evaluator {
  protected readonly unit: Unit;
  protected readonly analysis: Analysis;
  protected readonly scopes = new Scopes();
  protected abstract readonly functions: ReadonlyMap<string, FunctionNode>;
  /** The current element of each loop that is followed turn by turn. */
  protected readonly atTurn = new Map<Expr, CodeValue>();
  private steps = 0;

  constructor(unit: Unit, analysis: Analysis) {
    this.unit = unit;
    this.analysis = analysis;
  }

  protected abstract call(expr: Extract<Expr, { kind: 'call' }>): CodeValue;
  protected abstract assign(target: Expr, value: CodeValue): void;
  protected abstract invokeOwn(fn: FunctionNode, args: readonly CodeValue[]): CodeValue;
  /** Registers a function without a name. Any holder may call it. */
  protected abstract meet(fn: FunctionNode): void;
  /** Whether the name is a class of this program. */
  protected abstract isClass(name: string): boolean;

  protected span(start: number, end: number): Span {
    const base = this.unit.span;
    return { view: base.view, start: base.start + start, end: base.start + end };
  }

  /** Whether half of the steps are spent. Optional work stops then. */
  protected isHalfSpent(): boolean {
    return this.steps * 2 > INTERPRET_LIMITS.stepsMax;
  }

  protected isSpent(): boolean {
    this.steps += 1;
    if (this.steps <= INTERPRET_LIMITS.stepsMax) return false;
    this.analysis.recorder.limit('code steps', this.unit.file);
    return true;
  }

  protected eval(expr: Expr): CodeValue {
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
      case 'join': {
        const values = expr.parts.map((part) => this.eval(part));
        return sumOf(expr.parts, values) ?? this.join(values);
      }
      case 'list':
        return this.list(expr);
      case 'map':
        return this.map(expr);
      case 'function':
        this.meet(expr.fn);
        return { ...NOTHING, fn: expr.fn };
      case 'op':
        return this.op(expr);
    }
  }

  private list(expr: Extract<Expr, { kind: 'list' }>): CodeValue {
    const items = expr.items.flatMap((item) => {
      const value = this.eval(item);
      if (!isSpread(item)) return [value];
      return value.items ?? lettersOf(value) ?? [value];
    });
    const [pattern, by] = items;
    if (items.length === 2 && pattern?.text != null && by !== undefined) this.noteLifecycle(expr, pattern.text, by);
    return list(items);
  }

  private join(values: readonly CodeValue[]): CodeValue {
    if (values.length > 0 && values.every(({ items }) => items !== null))
      return list(values.flatMap(({ items }) => items ?? []));
    return fromValue(concat(values.map((value) => this.asText(value))));
  }

  protected name(name: string, expr: Expr): CodeValue {
    const value = this.scopes.lookup(name);
    if (value !== undefined) return value;
    const fn = this.functions.get(name);
    if (fn !== undefined) return { ...NOTHING, fn, ref: name };
    return wellKnown(name, this.span(expr.start, expr.end)) ?? refersTo(name);
  }

  private member(expr: Extract<Expr, { kind: 'member' }>): CodeValue {
    return this.memberOf(this.eval(expr.on), expr);
  }

  protected memberOf(on: CodeValue, expr: Extract<Expr, { kind: 'member' }>, isCalled = false): CodeValue {
    const entry = on.entries?.get(expr.name);
    if (entry !== undefined) return entry.fn?.isGetter ? this.invokeOwn(entry.fn, []) : entry;
    if (expr.name === '__dict__') return on.ref === 'self' ? withTaints(this.scopes.fieldTaints(expr.on)) : on;
    // One function answers every property access of a proxy.
    const answers = on.entries?.get('<get>')?.fn;
    if (answers != null) return this.invokeOwn(answers, [NOTHING, text(expr.name)]);
    // The constructor of any function is `Function`, which compiles text.
    if (expr.name === 'constructor' && (on.fn !== null || /\.|\)$/.test(on.ref ?? '') || expr.on.kind === 'member'))
      return refersTo('Function');
    if (expr.name === 'href' && on.ref === ADDRESS_REF) return on;
    if (expr.name === 'name' && on.file !== null) return text(on.file.path);
    if (on.ref !== null && ENVIRONMENTS.has(on.ref)) return this.fromEnvironment(expr.name, on, expr);
    if (on.ref !== null && (on.ref === 'self' || on.ref === 'this' || this.isClass(on.ref))) {
      const isStatic = on.ref !== 'self' && on.ref !== 'this';
      const own =
        this.scopes.field(expr.name) ??
        this.asked(expr.name, isCalled) ??
        this.ownMethod(expr.name, isCalled) ??
        (isStatic ? this.scopes.lookup(expr.name) : undefined);
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
    // The public half of a key is no secret.
    const taints = PUBLIC_HALF.test(expr.name)
      ? on.taints.filter(({ class: kind }) => !KEYS.has(kind))
      : expr.name === 'length'
        ? taintsOfLength(on)
        : fieldTaints(on, expr.name);
    return { ...NOTHING, ref, taints, isDecoded: on.isDecoded };
  }

  /** A computed property of the receiver: a getter of that name, or the function for all names. */
  private asked(name: string, isCalled: boolean): CodeValue | undefined {
    const getter = this.functions.get(name);
    if (getter?.isGetter) return this.invokeOwn(getter, [refersTo('self')].slice(0, getter.params.length));
    const forAll = this.functions.get('__getattr__') ?? this.functions.get('__getattribute__');
    if (forAll === undefined || isCalled || getter !== undefined) return undefined;
    return this.invokeOwn(forAll, [refersTo('self'), text(name)]);
  }

  /** A method that is used as a value. Any holder may call it. */
  private ownMethod(name: string, isCalled: boolean): CodeValue | undefined {
    const fn = isCalled ? undefined : this.functions.get(name);
    return fn === undefined ? undefined : { ...NOTHING, fn, ref: name };
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
    // The key is any name of the environment, so the value is any variable.
    if (on.ref !== null && ENVIRONMENTS.has(on.ref) && key.text === null && isOfEnvironment(key))
      return withTaints(key.taints);
    if (on.ref !== null && ENVIRONMENTS.has(on.ref)) return this.fromEnvironment(shown(key), on, expr);
    const held = isFullyKnown(key) ? fieldTaints(on, key.text) : on.taints;
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
          taints: held,
          isDecoded: key.isDecoded,
        };
    }
    if (on.ref !== null && STARTERS.test(on.ref)) return refersTo('<computed>');
    // The index is unknown, so the most informative element represents the whole map or list.
    const all = [...(on.entries?.values() ?? on.items ?? [])];
    const secret = all.find(({ text: known }) => known !== null && isSecretPath(classifyPath(known)));
    if (key.text === null && on.entries !== null && all.length > 0 && all.every(({ items }) => items !== null))
      return list(all.flatMap(({ items }) => items ?? []).slice(0, ELEMENTS_MAX));
    const isTable = on.entries !== null && all.length <= TABLE_MAX && all[0]?.text != null;
    const telling = secret ?? (isTable ? all[0] : undefined);
    if (telling !== undefined) return { ...telling, taints: mergeTaints([on.taints, key.taints]) };
    return { ...withTaints(mergeTaints([held, key.taints])), isDecoded: on.isDecoded };
  }

  private map(expr: Extract<Expr, { kind: 'map' }>): CodeValue {
    const entries = new Map<string, CodeValue>();
    const spread: CodeValue[] = [];
    const rest: (readonly Taint[])[] = [];
    for (const { key, value } of expr.entries) {
      const evaluated = this.eval(value);
      if (key === null) {
        for (const [name, inner] of evaluated.entries ?? []) entries.set(name, inner);
        spread.push(evaluated);
        rest.push(evaluated.rest ?? evaluated.taints);
      } else {
        const name = this.eval(key);
        entries.set(shown(name), evaluated);
        if (!isFullyKnown(name)) rest.push(evaluated.taints);
      }
    }
    for (const [pattern, value] of entries) this.noteLifecycle(expr, pattern, value);
    const parts = [...entries.values(), ...spread];
    this.commandOf(entries, expr);
    return {
      ...NOTHING,
      entries,
      rest: mergeTaints(rest),
      taints: mergeTaints(parts.map(({ taints }) => taints)),
      isDecoded: parts.some(({ isDecoded }) => isDecoded),
    };
  }

  /** An install script that the program writes into package settings. It runs on every machine that installs the package. */
  protected noteLifecycle({ start, end }: Expr, name: string, { text: command }: CodeValue): void {
    if (!LIFECYCLE.test(name) || command === null || !FETCHES.test(command)) return;
    const at = this.span(start, end);
    this.analysis.descend({ lang: 'shell', text: command, at, unit: this.unit, origin: 'startup', layer: null });
  }

  /** `{ type: 'command', command: … }`, `{ command, args }`: data that describes a command of an agent or a tool. */
  private commandOf(entries: ReadonlyMap<string, CodeValue>, { start, end }: Expr): void {
    // An exported function in an environment. Every shell that starts with this environment has the function.
    for (const [name, { text }] of entries)
      if (name.startsWith('BASH_FUNC_') && text !== null)
        this.analysis.descend({
          lang: 'shell',
          text: `made ${text}`,
          at: this.span(start, end),
          unit: this.unit,
          origin: 'carried',
          layer: null,
        });
    const command = entries.get('command')?.text ?? null;
    const args = entries.get('args')?.items ?? null;
    if (command === null || (entries.get('type')?.text !== 'command' && args === null)) return;
    const line = [command, ...(args ?? []).map((arg) => quoted(shown(arg)))].join(' ');
    const at = this.span(start, end);
    // The format in which agents store the commands for their events.
    if (entries.get('type')?.text === 'command')
      this.analysis.recorder.add('hook', { event: 'an event of the agent', command }, this.unit, at);
    this.analysis.descend({ lang: 'shell', text: line, at, unit: this.unit, origin: 'hook', layer: null });
  }

  /** The text of an object is the result of the conversion method of its class. */
  protected asText(value: CodeValue): CodeValue {
    return this.byOwn(value, ['__str__', '__repr__', 'toString', 'to_s', 'toJSON', '__format__']) ?? value;
  }

  private byOwn({ ref }: CodeValue, names: readonly string[]): CodeValue | undefined {
    const fn =
      ref === 'self' ? names.map((name) => this.functions.get(name)).find((one) => one !== undefined) : undefined;
    return fn === undefined ? undefined : this.invokeOwn(fn, [refersTo('self')].slice(0, fn.params.length));
  }

  /** Applies the default of a parameter when the argument is missing. Without a known caller, either value is possible. */
  private fallBack([target, fallback]: readonly Expr[]): CodeValue {
    if (target?.kind !== 'name' || fallback === undefined) return NOTHING;
    const given = this.scopes.lookup(target.name) ?? NOTHING;
    const other = this.eval(fallback);
    const isOpen = given.taints.some(({ class: kind }) => kind === 'parameter');
    if (given === NOTHING || isOpen) this.scopes.define(target.name, isOpen ? either([other, given]) : other);
    return NOTHING;
  }

  private op(expr: Extract<Expr, { kind: 'op' }>): CodeValue {
    if (expr.op === 'comprehension') return this.comprehension(expr.args);
    if (expr.op === 'default') return this.fallBack(expr.args);
    if (expr.op === 'global_statement' || expr.op === 'nonlocal_statement') {
      this.scopes.declareOuter(expr.args.map(nameOf));
      return NOTHING;
    }
    if (expr.op === 'bind') {
      const [target, value] = expr.args;
      const evaluated = value === undefined ? NOTHING : this.eval(value);
      if (target !== undefined) this.assign(target, evaluated);
      return evaluated;
    }
    const turn = expr.op === 'each' ? this.atTurn.get(expr) : undefined;
    if (turn !== undefined) return turn;
    const values = expr.args.map((arg) => this.eval(arg));
    if (expr.op === 'SequenceExpression') return values.at(-1) ?? NOTHING;
    if (expr.op === 'each') return this.each(values[0] ?? NOTHING);
    if (expr.op === 'spread') return values[0] ?? NOTHING;
    if (expr.op === 'either') return either(values.filter((_, at) => at !== this.testAt(expr)));
    return foldOperator(expr.op, values);
  }

  /** The index of the condition in a conditional expression. Its value does not flow into the result. */
  private testAt({ args }: Extract<Expr, { kind: 'op' }>): number {
    if (args.length !== 3) return -1;
    return this.unit.lang === 'python' ? 1 : 0;
  }

  private each(given: CodeValue): CodeValue {
    const value = this.byOwn(given, ['__iter__', '__aiter__', '__next__', 'each', '[Symbol.iterator]']) ?? given;
    // The elements of a file are its lines.
    if (value.items === null && value.file !== null && value.text !== null) return this.each(list(linesOf(value)));
    if (value.items === null) return withTaints(value.taints);
    return oneOf(value.items, value.taints);
  }

  /** The body comes first in the tree, but it is evaluated last, after the loop variables are bound. */
  private comprehension(parts: readonly Expr[]): CodeValue {
    const [body, ...clauses] = parts;
    let source: CodeValue = NOTHING;
    for (const clause of clauses) {
      if (clause.kind !== 'op' || clause.op !== 'each') continue;
      const [target, over] = clause.args;
      if (target === undefined || over === undefined) continue;
      const looped = this.eval(over);
      // The elements of a file are its lines.
      source = looped.file !== null && looped.text !== null ? list(linesOf(looped)) : elementsOf(looped);
      // The result of a filter is unknown, so all elements stay. The filter is evaluated for the calls in it.
      const tests = clauses.filter((one) => one !== clause);
      const isOnly = tests.every((one) => one.kind !== 'op' || one.op !== 'each');
      if (source.items !== null && isOnly && source.items.length <= ELEMENTS_MAX && body !== undefined) {
        return list(
          source.items.map((item) => {
            this.assign(target, item);
            for (const test of tests) this.eval(test);
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
}
