import type { Expr, FunctionNode, Stmt } from '../../languages/code/ir.ts';
import { toUrlValue, UNKNOWN_PART } from '../../models/origins/origin.ts';
import { mergeTaints, shown, taintsOfField } from '../value.ts';
import type { CallSite } from './call-site.ts';
import { OWN_OBJECT } from './classes.ts';
import { type CodeValue, NOTHING, withTaints } from './code-value.ts';
import { Evaluator } from './evaluate.ts';
import { unpacked } from './fold.ts';
import { exchangedFor } from './payee.ts';
import { isDefault, isPaymentAddress, isRecipient, patternOf } from './payment.ts';
import { pairedWith, testedFor } from './picked.calls.ts';
import { ENVIRONMENTS } from './well-known.ts';

/** Calls that give fields of an object other values, or make another object with them. */
const MERGES = /^(?:update|_?replace|assign|merge|evolve|model_copy|copy_with|extend|defaults)$/;

/** Calls that put a text in the place of whatever has a shape. */
const SUBSTITUTES = /^(?:replace(?:All)?|subn?|gsub!?|preg_replace)$/;

/** What goes into names, fields and places of a list, and what that says about money. */
export abstract class Assigner extends Evaluator {
  /** A name that a function gives a value may be one from outside. */
  protected abstract readonly isClosed: boolean;
  protected isAboveAmount = false;
  /** What each function has put into its parameters when it was called last. */
  protected readonly grown = new Map<FunctionNode, ReadonlyMap<string, CodeValue>>();

  protected assign(target: Expr, value: CodeValue): void {
    if (target.kind === 'name') {
      this.noteReplacement(target, value);
      if (this.isClosed) this.scopes.redefine(target.name, value);
      else this.scopes.define(target.name, value);
    } else if (target.kind === 'list')
      for (const [item, part] of unpacked(target.items, value)) this.assign(item, part);
    else if (target.kind === 'member') this.assignMember(target, value);
    else if (target.kind === 'index') this.assignIndex(target, value);
    else if (target.kind === 'op') for (const inner of target.args) this.assign(inner, withTaints(value.taints));
  }

  /** What came from outside becomes a payment address out of the code. */
  private noteReplacement(target: Extract<Expr, { kind: 'name' }>, value: CodeValue): void {
    const by = value.taints.length > 0 ? null : exchangedFor(target.name, value, this.isAboveAmount);
    const before = this.scopes.lookup(target.name);
    if (by === null || before === undefined || before.taints.length === 0 || before.text !== null) return;
    const at = this.span(target.start, target.end);
    if (!isDefault(at, target.name))
      this.analysis.recorder.add('replacement', { name: target.name, by }, this.unit, at);
  }

  private assignMember(target: Extract<Expr, { kind: 'member' }>, value: CodeValue): void {
    this.scopes.setField(target.name, value, target.on);
    this.noteLifecycle(target, target.name, value);
    if (target.on.kind === 'name') {
      const on = this.scopes.lookup(target.on.name);
      if (on !== undefined) this.noteExchanged(target, target.name, on, value);
      if (on !== undefined) this.mutate(target.on.name, on, target.name, value);
    } else if (target.on.kind === 'member' || target.on.kind === 'index')
      this.noteExchanged(target, target.name, this.eval(target.on), value);
    this.noteVisited(target, value);
    const sink = { class: 'html', label: target.name, destination: null } as const;
    if (/^(?:innerHTML|outerHTML|srcdoc)$/.test(target.name))
      this.analysis.recorder.flow(value.taints, sink, 'argument', this.unit, this.span(target.start, target.end));
  }

  /** `image.src = address`, `location.href = address`: whoever shows it asks for it. */
  private noteVisited({ name, start, end }: Extract<Expr, { kind: 'member' }>, { text, taints }: CodeValue): void {
    if (!/^(?:src|href|action|location)$/.test(name) || text === null || !/^(?:https?:)?\/\//.test(text)) return;
    const destination = toUrlValue(text) ?? null;
    const sink = { class: 'network', label: name, destination } as const;
    this.analysis.recorder.flow(taints, sink, 'query', this.unit, this.span(start, end));
  }

  private assignIndex(target: Extract<Expr, { kind: 'index' }>, value: CodeValue): void {
    const [key] = target.key;
    if (target.on.kind === 'member') this.takeIn(target.on, [value]);
    if (target.on.kind !== 'name' || key === undefined) return;
    const on = this.scopes.lookup(target.on.name) ?? NOTHING;
    const name = shown(this.eval(key));
    this.noteExchanged(target, name, on, value);
    this.noteLifecycle(target, name, value);
    this.mutate(target.on.name, on, name, value);
  }

  /** The field that says where money goes, of something that came from outside. */
  private noteExchanged(target: Expr, name: string, on: CodeValue, { text: by, taints }: CodeValue): void {
    if (by === null || taints.length > 0 || !isPaymentAddress(by) || !isRecipient(name)) return;
    const at = this.span(target.start, target.end);
    if (on.taints.length > 0 && !isDefault(at, name))
      this.analysis.recorder.add('replacement', { name, by }, this.unit, at);
  }

  /** `order.update(iban=OWN)`, `Object.assign(order, { iban: OWN })`: fields of something that came from outside. */
  protected noteMerged(site: CallSite): void {
    const { method, receiver, args, named, expr } = site;
    if (SUBSTITUTES.test(method)) this.noteSubstituted(site);
    if (!MERGES.test(method)) return;
    const on = receiver.taints.length > 0 ? receiver : (args[0] ?? receiver);
    for (const [name, value] of [...named, ...args.flatMap(({ entries }) => [...(entries ?? [])])])
      this.noteExchanged(expr, name, on, value);
  }

  /** `text.replace(/0x[0-9a-f]{40}/, OWN)`, `re.sub(SHAPE, OWN, text)`: whatever is an address becomes this one. */
  private noteSubstituted({ args: [pattern, by], expr }: CallSite): void {
    const shape = pattern?.text ?? patternOf(expr.kind === 'call' ? expr.args[0]?.value : undefined);
    if (shape !== null && by !== undefined) this.noteSwapped(expr, shape, by);
  }

  protected mutate(name: string, on: CodeValue, key: string, value: CodeValue): void {
    const entries = new Map(on.entries ?? []).set(key, value);
    const rest = on.rest !== undefined && key.includes(UNKNOWN_PART) ? mergeTaints([on.rest, value.taints]) : on.rest;
    this.scopes.grow(name, {
      ...on,
      ...(rest === undefined ? {} : { rest }),
      entries,
      taints: mergeTaints([on.taints, value.taints]),
    });
  }

  private testOf({ role, head }: Extract<Stmt, { kind: 'block' }>): string {
    const [test] = role === 'if' && head.length === 1 ? head : [];
    if (test === undefined) return '';
    const { view, start, end } = this.span(test.start, test.end);
    return view.text.slice(start, end);
  }

  /** Inside a test for one variable the line that was tested holds that one. */
  protected narrowed<T>(stmt: Extract<Stmt, { kind: 'block' }>, run: () => T): T {
    const { view, start, end } = this.span(stmt.start, stmt.end);
    const source = view.text.slice(start, end);
    const [name = '', variable = ''] =
      testedFor(stmt, source) ?? pairedWith(this.testOf(stmt), view.text.slice(0, start), source) ?? [];
    const before = this.scopes.lookup(name);
    if (before === undefined) return run();
    const one = { ...before, taints: taintsOfField(before.taints, variable) };
    this.scopes.redefine(name, one);
    const result = run();
    if (this.scopes.lookup(name) === one) this.scopes.redefine(name, before);
    return result;
  }

  /** What goes into a name, or into a field of the object itself; the environment stays the environment. */
  protected takeIn(target: Expr, added: readonly CodeValue[]): void {
    const isField =
      target.kind === 'member' &&
      target.on.kind === 'name' &&
      (OWN_OBJECT.test(target.on.name) || this.isClass(target.on.name));
    if (target.kind === 'name' || (isField && target.kind === 'member'))
      this.scopes.takeIn(target.name, isField, added);
    else if (target.kind === 'member' && target.on.kind === 'name') {
      const on = this.scopes.lookup(target.on.name);
      if (on !== undefined && !ENVIRONMENTS.has(`${on.ref}.${target.name}`))
        this.mutate(target.on.name, on, target.name, withTaints(mergeTaints(added.map(({ taints }) => taints))));
    }
  }

  /** What a function has put into something that it was given is in there for the caller, too. */
  protected giveBack(fn: FunctionNode, { expr }: CallSite, shift: number): void {
    const grown = this.grown.get(fn);
    const words = expr.kind === 'call' ? expr.args : [];
    for (const [index, { value: word }] of words.entries()) {
      const after = grown?.get(fn.params[index + shift] ?? '');
      if (after !== undefined && word.kind === 'name') this.scopes.grow(word.name, after);
      else if (after !== undefined && word.kind === 'member') this.takeIn(word, [after]);
    }
  }
}
