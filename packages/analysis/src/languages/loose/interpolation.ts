import type { Expr } from '../code/ir.ts';
import { HOME_NAME } from './loose.names.ts';
import type { Token } from './tokens.ts';

export const isPutTogether = (text: string): boolean => /#\{|\$[\w{(]|\{\$/.test(text);

/** The plain parts of a text, with the names between them. */
export function interpolated(text: string, { start, end }: Token): Expr {
  const pieces = text
    .split(/(#\{[^}]{1,80}\}|\$\([^)]{1,80}\)|\$ENV\{\w{1,40}\}|\$\{?[A-Za-z_][\w:]*\}?)/)
    .filter((piece) => piece !== '');
  const toPart = (piece: string): Expr => {
    if (!/^[#$]/.test(piece)) return { kind: 'text', value: piece, start, end };
    if (HOME_NAME.test(piece)) return { kind: 'text', value: '~', start, end };
    return { kind: 'name', name: piece.replace(/^[#$]+[{(]?|[})]$/g, ''), start, end };
  };
  return { kind: 'join', parts: pieces.map(toPart), start, end };
}
