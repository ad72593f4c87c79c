import { nameOf } from '../flow/guards.ts';
import type { Expr } from '../syntax/ast.ts';

/** Block properties, time and digests. */
export const isBlock = (expr: Expr, names: RegExp): boolean =>
  expr.kind === 'member' && expr.object.kind === 'id' && expr.object.name === 'block' && names.test(expr.name);

export const isTime = (expr: Expr): boolean =>
  (expr.kind === 'id' && expr.name === 'now') || isBlock(expr, /^timestamp$/);

const DIGEST = /^(keccak256|sha3|sha256|ripemd160)$/;
export const isDigest = (expr: Expr): boolean => expr.kind === 'call' && DIGEST.test(nameOf(expr));
