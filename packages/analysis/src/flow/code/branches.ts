import type { Stmt } from '../../languages/code/ir.ts';

const DEPTH_MAX = 6;

/** Names that a statement gives a value, in blocks inside of it as well. */
export function namesGiven(stmt: Stmt, depth = 0): string[] {
  if (depth > DEPTH_MAX) return [];
  if (stmt.kind === 'block') return stmt.body.flatMap((inner) => namesGiven(inner, depth + 1));
  if (stmt.kind !== 'assign') return [];
  return stmt.targets.flatMap((target) => (target.kind === 'name' ? [target.name] : []));
}

/** Whether only one of the parts of a block is gone through: a test with another way, what is tried and what is done instead. */
export const isOneOfWays = ({ role, body }: Extract<Stmt, { kind: 'block' }>): boolean =>
  (role === 'if' || role === 'try') && body.filter(({ kind }) => kind === 'block').length > 1;
