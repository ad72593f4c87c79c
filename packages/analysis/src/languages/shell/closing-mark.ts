const DEPTH_MAX = 24;

/**
 * Position of the bracket that closes the one opened before `from`, as bash finds it: quoted, escaped and nested text
 * closes nothing. `open` opens another level of the same kind; it is empty inside `${…}`, where only `${` opens.
 * `undefined` if the bracket never closes.
 */
export function closingMark(
  text: string,
  from: number,
  end: number,
  open: string,
  close: string,
  isQuoted = false,
  depth = 0,
): number | undefined {
  if (depth > DEPTH_MAX) return undefined;
  let count = 1;
  for (let at = from; at < end; at += 1) {
    const char = text[at] ?? '';
    if (char === close) {
      count -= 1;
      if (count === 0) return at;
    } else if (char === open) count += 1;
    else {
      const stop = endOfQuoted(text, at, end, isQuoted, depth);
      if (stop === undefined) return undefined;
      at = stop;
    }
  }
  return undefined;
}

/** Parameter expansions that cut or replace: `#`, `%`, `/`, `^`, `,` after the name. */
const CUTS = /!?(?:\w{1,80}|[@*])(?:\[[^\]\n]{0,40}\])?[#%^,/]/y;

/**
 * Position of the brace that closes the `${` before `from`. After a cutting operator, single quotes quote even inside
 * double quotes.
 */
export function closingBrace(
  text: string,
  from: number,
  end: number,
  isQuoted: boolean,
  depth = 0,
): number | undefined {
  CUTS.lastIndex = from;
  return closingMark(text, from, end, '', '}', isQuoted && !CUTS.test(text), depth);
}

/**
 * The last character of the quotation, escape or expansion that begins at `at`; `at` itself for an ordinary character.
 */
function endOfQuoted(text: string, at: number, end: number, isQuoted: boolean, depth: number): number | undefined {
  const char = text[at];
  const next = text[at + 1];
  if (char === '\\') return at + 1;
  // Inside double quotes a single quote is an ordinary character.
  if (char === "'" && !isQuoted) return indexWithin(text, "'", at + 1, end);
  if (char === '"') return closingMark(text, at + 1, end, '', '"', true, depth + 1);
  if (char === '`') return closingMark(text, at + 1, end, '', '`', true, depth + 1);
  if (char !== '$') return at;
  if (next === '{') return closingBrace(text, at + 2, end, isQuoted, depth + 1);
  if (next === '(') return closingMark(text, at + 2, end, '(', ')', false, depth + 1);
  if (next === "'" && !isQuoted) return closingMark(text, at + 2, end, '', "'", true, depth + 1);
  return at;
}

function indexWithin(text: string, mark: string, from: number, end: number): number | undefined {
  const found = text.indexOf(mark, from);
  return found === -1 || found >= end ? undefined : found;
}
