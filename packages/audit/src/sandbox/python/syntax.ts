/** The part of a syntax tree the interpreter needs; a tree-sitter node fits. */
export type SyntaxNode = {
  type: string;
  text: string;
  namedChildren: readonly (SyntaxNode | null)[];
  childForFieldName(name: string): SyntaxNode | null;
};

export const children = (node: SyntaxNode): SyntaxNode[] => node.namedChildren.filter((child) => child !== null);
export const field = (node: SyntaxNode, name: string): SyntaxNode | undefined =>
  node.childForFieldName(name) ?? undefined;

const ESCAPES: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '0': '\0',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
};

/** The text of an escape sequence such as `\n` or `\x41`. */
export function unescapeText(sequence: string): string {
  const body = sequence.slice(1);
  if (/^[xuU][0-9a-fA-F]+$/.test(body)) {
    const code = Number.parseInt(body.slice(1), 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  }
  if (/^[0-7]{1,3}$/.test(body)) return String.fromCharCode(Number.parseInt(body, 8));
  return ESCAPES[body] ?? (body === '\n' ? '' : body);
}
