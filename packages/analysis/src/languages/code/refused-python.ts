const OPENING: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);
const TOKEN =
  /#[^\n]*|(?<prefix>(?<!\w)[rRbBuUfFtT]{1,2})?(?<quote>"""|'''|"|')|\\(?<behind>[\s\S]|$)|(?<bracket>[()[\]{}])|(?<dots>(?<=[A-Za-z_)\]])\.\.(?=[A-Za-z_]))/g;

/**
 * No Python compiles this, and none of it runs: a bracket that does not fit, a quotation mark too many, a backslash in the middle of a line, two dots
 * in a row. "No" is the answer wherever versions part: in a field of an f-string newer ones begin a text with any mark.
 */
export function isRefusedByPython(text: string): boolean {
  // `python -x` leaves out the first line.
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

/** Where the text that begins here ends; one with a single mark ends on its line. */
function endOf(text: string, start: number, quote: string): number | undefined {
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text.startsWith(quote, at)) return at;
    else if (text[at] === '\n' && quote.length === 1) return undefined;
  }
  return undefined;
}

/** Every field is closed before the text ends, and so begins no text of its own with the same mark. */
const isPlain = (text: string): boolean => text.split('{').length === text.split('}').length;
