import type { Stmt } from '../syntax/ast.ts';

/** Whether no statement after this one runs in the same function. */
export function alwaysEnds(stmt: Stmt): boolean {
  if (stmt.kind === 'return' || stmt.kind === 'revert' || stmt.kind === 'leave') return true;
  if (stmt.kind === 'block') return stmt.body.some(alwaysEnds);
  if (stmt.kind === 'if') return stmt.no !== null && alwaysEnds(stmt.yes) && alwaysEnds(stmt.no);
  return isYulEnd(stmt);
}

/** Whether the statement reverts all effects of the transaction. */
export function reverts(stmt: Stmt): boolean {
  if (stmt.kind === 'revert') return true;
  if (stmt.kind === 'block') return stmt.body.some(reverts);
  if (stmt.kind === 'if') return stmt.no !== null && reverts(stmt.yes) && reverts(stmt.no);
  return isRefusal(stmt) || (isYulEnd(stmt) && !isYulCall(stmt, /^(return|stop)$/));
}

const isYulCall = (stmt: Stmt, name: RegExp): boolean =>
  stmt.kind === 'expr' &&
  stmt.expr.kind === 'call' &&
  stmt.expr.isYul &&
  stmt.expr.callee.kind === 'id' &&
  name.test(stmt.expr.callee.name);

const isYulEnd = (stmt: Stmt): boolean => isYulCall(stmt, /^(revert|return|stop|invalid)$/);

/** `_revertNotOwner()`, `require(false)`. */
const isRefusal = (stmt: Stmt): boolean => {
  if (stmt.kind !== 'expr' || stmt.expr.kind !== 'call' || stmt.expr.callee.kind !== 'id') return false;
  const [first] = stmt.expr.args;
  return (
    /^_*revert|^_*throw|^panic/i.test(stmt.expr.callee.name) ||
    (/^(require|assert)$/.test(stmt.expr.callee.name) && first?.kind === 'literal' && first.value === 'false')
  );
};
