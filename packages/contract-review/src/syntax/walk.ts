import type { Expr, Stmt } from './ast.ts';

export function partsOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'call':
      return [expr.callee, ...Object.values(expr.options), ...expr.args];
    case 'assign':
    case 'binary':
      return [expr.left, expr.right];
    case 'unary':
    case 'cast':
      return [expr.arg];
    case 'member':
      return [expr.object];
    case 'index':
      return expr.index === null ? [expr.base] : [expr.base, expr.index];
    case 'choice':
      return [expr.test, expr.yes, expr.no];
    case 'tuple':
      return expr.items.filter((item) => item !== null);
    case 'unknown':
      return expr.parts;
    default:
      return [];
  }
}

/** The expression and all its parts, outermost first. */
export function* within(expr: Expr): Generator<Expr> {
  yield expr;
  for (const part of partsOf(expr)) yield* within(part);
}

function statementsIn(stmt: Stmt): readonly Stmt[] {
  switch (stmt.kind) {
    case 'block':
    case 'assembly':
      return stmt.body;
    case 'if':
      return stmt.no === null ? [stmt.yes] : [stmt.yes, stmt.no];
    case 'loop':
      return stmt.init === null ? [stmt.body] : [stmt.init, stmt.body];
    case 'try':
      return [stmt.body, ...stmt.catches];
    default:
      return [];
  }
}

function expressionsOf(stmt: Stmt): readonly Expr[] {
  switch (stmt.kind) {
    case 'if':
      return [stmt.test];
    case 'loop':
      return [stmt.test, stmt.update].filter((part) => part !== null);
    case 'declare':
    case 'return':
      return stmt.value === null ? [] : [stmt.value];
    case 'expr':
      return [stmt.expr];
    case 'emit':
    case 'try':
      return [stmt.call];
    case 'revert':
      return stmt.args;
    default:
      return [];
  }
}

export function* statements(stmt: Stmt | null): Generator<Stmt> {
  if (stmt === null) return;
  yield stmt;
  for (const inner of statementsIn(stmt)) yield* statements(inner);
}

/** Every expression under a statement, roughly in source order. */
export function* expressions(stmt: Stmt | null): Generator<Expr> {
  for (const one of statements(stmt)) for (const expr of expressionsOf(one)) yield* within(expr);
}
