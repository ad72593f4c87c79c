import type { Expr, FunctionNode, Stmt } from '../../languages/code/ir.ts';
import { eitherWay } from '../ways.ts';
import { Assigner } from './assign.ts';
import { isOneOfWays, namesGiven } from './branches.ts';
import { type CodeValue, either, list } from './code-value.ts';

type Each = Extract<Expr, { kind: 'op' }>;
type Loop = {
  readonly each: Each;
  /** The assignments to the loop variables. */
  readonly bindings: readonly Stmt[];
  readonly block: Extract<Stmt, { kind: 'block' }>;
};

/** The product of the turns of all loops around a statement. */
const TURNS_MAX = 24;
const PATTERN_MAX = 8;

const eachIn = (expr: Expr): Each | undefined => {
  if (expr.kind === 'op' && expr.op === 'each') return expr;
  return expr.kind === 'index' || expr.kind === 'member' ? eachIn(expr.on) : undefined;
};

/** The loop that begins here: the assignments to its variables, then its block. */
function loopAt(body: readonly Stmt[], at: number): Loop | undefined {
  const [first] = body.slice(at, at + 1);
  const each = first?.kind === 'assign' ? eachIn(first.value) : undefined;
  const before = body[at - 1];
  if (each === undefined || (before?.kind === 'assign' && eachIn(before.value) === each)) return undefined;
  const ahead = body.slice(at, at + PATTERN_MAX);
  const end = ahead.findIndex((stmt) => !(stmt.kind === 'assign' && eachIn(stmt.value) === each));
  const block = ahead[end];
  return block?.kind === 'block' && block.role === 'loop' ? { each, bindings: ahead.slice(0, end), block } : undefined;
}

/** Follows statements in order. */
export abstract class Runner extends Assigner {
  protected blockDepth = 0;
  private turns = 1;

  /** Whether the current statement is in a single turn of a loop. The loop is followed as a whole afterwards. */
  protected isInTurn(): boolean {
    return this.turns > 1;
  }

  protected abstract importModule(stmt: Extract<Stmt, { kind: 'import' }>): void;
  protected abstract surround(fn: FunctionNode): void;

  /** Follows statements and merges the values of all `return` statements. */
  protected run(body: readonly Stmt[]): CodeValue | undefined {
    const returned: CodeValue[] = [];
    for (const [index, stmt] of body.entries()) {
      if (this.isSpent()) break;
      const loop = loopAt(body, index);
      if (loop !== undefined) returned.push(...this.turnByTurn(loop));
      const value = this.statement(stmt);
      if (value !== undefined) returned.push(value);
    }
    if (returned.length === 0) return undefined;
    return returned.length > 1 && returned.every(({ items }) => items !== null)
      ? list(returned.flatMap(({ items }) => items ?? []))
      : either(returned);
  }

  /** Follows a loop over known elements once per element. `run` then follows it as a whole. */
  private turnByTurn({ each, bindings, block }: Loop): CodeValue[] {
    const [over] = each.args;
    const items = over === undefined || this.isHalfSpent() ? null : this.eval(over).items;
    if (items === null || items.length < 2 || items.length * this.turns > TURNS_MAX) return [];
    const { turns } = this;
    this.turns *= items.length;
    const returned = items.flatMap((item) => {
      this.atTurn.set(each, item);
      for (const binding of bindings) this.statement(binding);
      this.atTurn.delete(each);
      return this.block(block) ?? [];
    });
    this.turns = turns;
    return returned;
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
        return this.classBody(stmt);
      case 'block':
        return this.block(stmt);
      case 'function':
        this.surround(stmt.fn);
        return undefined;
    }
  }

  /** Every object of a class has the names that the class body assigns. */
  private classBody({ body }: Extract<Stmt, { kind: 'class' }>): CodeValue | undefined {
    const value = this.run(body.filter(({ kind }) => kind !== 'function'));
    for (const stmt of body)
      for (const target of stmt.kind === 'assign' ? stmt.targets : []) {
        const held = target.kind === 'name' ? this.scopes.lookup(target.name) : undefined;
        if (held !== undefined && target.kind === 'name') this.scopes.setField(target.name, held);
      }
    return value;
  }

  private block(stmt: Extract<Stmt, { kind: 'block' }>): CodeValue | undefined {
    const { blockDepth } = this;
    if (stmt.role === 'guard') this.blockDepth += 1;
    for (const head of stmt.head) this.eval(head);
    const value = this.narrowed(stmt, () => (isOneOfWays(stmt) ? this.ways(stmt.body) : this.run(stmt.body)));
    this.blockDepth = blockDepth;
    return value;
  }

  /** Follows the branches in order. A name that several branches assign has the merged value afterwards. */
  private ways(body: readonly Stmt[]): CodeValue | undefined {
    const given = new Set<string>();
    const returned = body.flatMap((way) => {
      const names = [...new Set(namesGiven(way))];
      const before = new Map(names.filter((name) => given.has(name)).map((name) => [name, this.scopes.lookup(name)]));
      const value = this.run([way]);
      for (const [name, one] of before) {
        const other = this.scopes.lookup(name);
        const held = one === undefined || other === undefined ? other : eitherWay(one, other);
        if (held !== undefined && held !== other) this.scopes.redefine(name, held);
      }
      for (const name of names) given.add(name);
      return value === undefined ? [] : [value];
    });
    return returned.length === 0 ? undefined : either(returned);
  }
}
