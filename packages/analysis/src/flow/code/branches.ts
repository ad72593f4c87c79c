import type { Stmt } from '../../languages/code/ir.ts';

const DEPTH_MAX = 6;

/** The names that a statement assigns, including nested blocks. */
export function namesGiven(stmt: Stmt, depth = 0): string[] {
  if (depth > DEPTH_MAX) return [];
  if (stmt.kind === 'block') return stmt.body.flatMap((inner) => namesGiven(inner, depth + 1));
  if (stmt.kind !== 'assign') return [];
  return stmt.targets.flatMap((target) => (target.kind === 'name' ? [target.name] : []));
}

/** Whether the parts of a block are alternatives: the branches of an `if`, or a `try` and its handlers. */
export const isOneOfWays = ({ role, body }: Extract<Stmt, { kind: 'block' }>): boolean =>
  (role === 'if' || role === 'try') && body.filter(({ kind }) => kind === 'block').length > 1;
