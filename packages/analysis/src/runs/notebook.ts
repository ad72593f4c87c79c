/**
 * The cells of a notebook as one program, in order. Commands after `!` go to the shell; magic commands become no-ops.
 */
export function notebookProgram(text: string): string {
  const cells = cellsOf(text).map((cell) => {
    const shellCell = /^\s*%%(?:bash|sh|script[^\n]*)\n([\s\S]*)$/.exec(cell)?.[1];
    return shellCell === undefined ? cell.replace(LINE, asPython) : asOrder('', shellCell);
  });
  return cells.join('\n\n');
}

/** `!pip install x`, `files = !ls`, `%timeit f()`, `%%capture`. */
const LINE = /^([ \t]*)(?:!(.*)|(\w+[ \t]*=[ \t]*)!(.*)|%.*)$/gm;

function asPython(_: string, indent: string, order?: string, kept?: string, keptOrder?: string): string {
  if (keptOrder !== undefined)
    return `${indent}${kept}__import__("os").popen(${JSON.stringify(keptOrder)}).read().splitlines()`;
  return order === undefined ? `${indent}pass` : asOrder(indent, order);
}

const asOrder = (indent: string, order: string): string => `${indent}__import__("os").system(${JSON.stringify(order)})`;

function cellsOf(text: string): string[] {
  let cells: unknown;
  try {
    ({ cells } = Object(JSON.parse(text)));
  } catch {
    return [];
  }
  return (Array.isArray(cells) ? cells : []).flatMap((cell): string[] => {
    const { cell_type: kind, source } = Object(cell);
    if (kind !== 'code') return [];
    return [Array.isArray(source) ? source.join('') : String(source ?? '')];
  });
}
