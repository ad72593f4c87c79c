import type { Expr, FunctionNode, Stmt } from '../../languages/code/ir.ts';
import { toUrlValue, UNKNOWN_PART } from '../../models/origins/origin.ts';
import { mergeTaints, shown, taintsOfField } from '../value.ts';
import type { CallSite } from './call-site.ts';
import { OWN_OBJECT } from './classes.ts';
import { type CodeValue, NOTHING, withTaints } from './code-value.ts';
import { Evaluator } from './evaluate.ts';
import { unpacked } from './fold.ts';
import { pairedWith } from './paired.ts';
import { ENVIRONMENTS } from './well-known.ts';

/** Assignments to names, fields and elements. */
export abstract class Assigner extends Evaluator {
  /** Whether an assignment in a function may change a name of an outer scope. */
  protected abstract readonly isClosed: boolean;
  /** The parameters to which each function added content in its last call. */
  protected readonly grown = new Map<FunctionNode, ReadonlyMap<string, CodeValue>>();

  protected assign(target: Expr, value: CodeValue): void {
    if (target.kind === 'name') {
      if (this.isClosed) this.scopes.redefine(target.name, value);
      else this.scopes.define(target.name, value);
    } else if (target.kind === 'list')
      for (const [item, part] of unpacked(target.items, value)) this.assign(item, part);
    else if (target.kind === 'member') this.assignMember(target, value);
    else if (target.kind === 'index') this.assignIndex(target, value);
    else if (target.kind === 'op') for (const inner of target.args) this.assign(inner, withTaints(value.taints));
  }

  private assignMember(target: Extract<Expr, { kind: 'member' }>, value: CodeValue): void {
    this.scopes.setField(target.name, value, target.on);
    this.noteLifecycle(target, target.name, value);
    if (target.on.kind === 'name') {
      const on = this.scopes.lookup(target.on.name);
      if (on !== undefined) this.mutate(target.on.name, on, target.name, value);
    }
    this.noteVisited(target, value);
  }

  /** `image.src = address`, `location.href = address`: the browser requests the URL. */
  private noteVisited({ name, start, end }: Extract<Expr, { kind: 'member' }>, { text, taints }: CodeValue): void {
    if (!/^(?:src|href|action|location)$/.test(name) || text === null || !/^(?:https?:)?\/\//.test(text)) return;
    const destination = toUrlValue(text) ?? null;
    const sink = { class: 'network', label: name, destination } as const;
    this.analysis.recorder.flow(taints, sink, 'query', this.unit, this.span(start, end));
  }

  private assignIndex(target: Extract<Expr, { kind: 'index' }>, value: CodeValue): void {
    const [key] = target.key;
    if (target.on.kind === 'member') this.addContent(target.on, [value]);
    if (target.on.kind !== 'name' || key === undefined) return;
    const on = this.scopes.lookup(target.on.name) ?? NOTHING;
    const name = shown(this.eval(key));
    this.noteLifecycle(target, name, value);
    this.mutate(target.on.name, on, name, value);
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

  /** Inside a test for the name of one variable, the tested value holds that variable alone. */
  protected narrowed<T>(stmt: Extract<Stmt, { kind: 'block' }>, run: () => T): T {
    const { view, start, end } = this.span(stmt.start, stmt.end);
    const source = view.text.slice(start, end);
    const [name = '', variable = ''] = pairedWith(this.testOf(stmt), view.text.slice(0, start), source) ?? [];
    const before = this.scopes.lookup(name);
    if (before === undefined) return run();
    const one = { ...before, taints: taintsOfField(before.taints, variable) };
    this.scopes.redefine(name, one);
    const result = run();
    if (this.scopes.lookup(name) === one) this.scopes.redefine(name, before);
    return result;
  }

  /** Adds content to a name or to a field of the receiver. Objects that hold the environment do not change. */
  protected addContent(target: Expr, added: readonly CodeValue[]): void {
    const isField =
      target.kind === 'member' &&
      target.on.kind === 'name' &&
      (OWN_OBJECT.test(target.on.name) || this.isClass(target.on.name));
    if (target.kind === 'name' || (isField && target.kind === 'member'))
      this.scopes.addContent(target.name, isField, added);
    else if (target.kind === 'member' && target.on.kind === 'name') {
      const on = this.scopes.lookup(target.on.name);
      if (on !== undefined && !ENVIRONMENTS.has(`${on.ref}.${target.name}`))
        this.mutate(target.on.name, on, target.name, withTaints(mergeTaints(added.map(({ taints }) => taints))));
    }
  }

  /** Adds the content that a function has put into its arguments to the values of the caller. */
  protected giveBack(fn: FunctionNode, { expr }: CallSite, shift: number): void {
    const grown = this.grown.get(fn);
    const words = expr.kind === 'call' ? expr.args : [];
    for (const [index, { value: word }] of words.entries()) {
      const after = grown?.get(fn.params[index + shift] ?? '');
      if (after !== undefined && word.kind === 'name') this.scopes.grow(word.name, after);
      else if (after !== undefined && word.kind === 'member') this.addContent(word, [after]);
    }
  }
}
