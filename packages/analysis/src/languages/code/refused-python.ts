const OPENING: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);
const TOKEN =
  /#[^\n]*|(?<prefix>(?<!\w)[rRbBuUfFtT]{1,2})?(?<quote>"""|'''|"|')|\\(?<behind>[\s\S]|$)|(?<bracket>[()[\]{}])|(?<dots>(?<=[A-Za-z_)\]])\.\.(?=[A-Za-z_]))/g;

/**
 * Text that no Python version compiles, so that none of it runs: an unmatched bracket, a stray quotation mark, a
 * backslash in the middle of a line, two dots in a row. The answer is `false` where versions differ: since 3.12 a field
 * of an f-string may contain any quotation mark.
 */
export function isRefusedByPython(text: string): boolean {
  // `python -x` skips the first line.
  const rest = text.slice(text.indexOf('\n') + 1);
  return isBroken(text) && isBroken(rest);
}

function isBroken(text: string): boolean {
  const open: string[] = [];
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(text); found !== null; found = TOKEN.exec(text)) {
    const { prefix = '', quote, behind, bracket, dots } = found.groups ?? {};
    if (dots !== undefined) return true;
    if (behind !== undefined && behind !== '\n' && behind !== '\r') return true;
    if (bracket !== undefined && !fits(bracket, open)) return true;
    if (quote === undefined) continue;
    const end = endOf(text, TOKEN.lastIndex, quote);
    if (/[fFtT]/.test(prefix) && (end === undefined || !isPlain(text.slice(TOKEN.lastIndex, end)))) return false;
    if (end === undefined) return true;
    TOKEN.lastIndex = end + quote.length;
  }
  return open.length > 0;
}

function fits(bracket: string, open: string[]): boolean {
  const wanted = OPENING.get(bracket);
  if (wanted === undefined) open.push(bracket);
  return wanted === undefined || open.pop() === wanted;
}

/** End of the string that begins at `start`. A string with single quotes must end on its line. */
function endOf(text: string, start: number, quote: string): number | undefined {
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text.startsWith(quote, at)) return at;
    else if (text[at] === '\n' && quote.length === 1) return undefined;
  }
  return undefined;
}

/** Every field is closed before the string ends, so that no field contains a string with the same quotation mark. */
const isPlain = (text: string): boolean => text.split('{').length === text.split('}').length;
