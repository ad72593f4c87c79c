const DEPTH_MAX = 24;

/**
 * Where the bracket that is open at `from` closes, as bash looks for it: what is quoted, escaped or inside another expansion
 * closes nothing. `open` is the mark that opens one more of its kind; inside `${…}` there is none, only `${` is.
 * `undefined` where it never closes.
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

/** What cuts and replaces: `#`, `%`, `/`, `^`, `,` behind the name. */
const CUTS = /!?(?:\w{1,80}|[@*])(?:\[[^\]\n]{0,40}\])?[#%^,/]/y;

/** Where `${` that opens before `from` closes. Behind a sign that cuts, single marks quote even between double ones. */
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

/** The last letter of what begins here: a quotation, an escape, an expansion; the letter itself where it is only a letter. */
function endOfQuoted(text: string, at: number, end: number, isQuoted: boolean, depth: number): number | undefined {
  const char = text[at];
  const next = text[at + 1];
  if (char === '\\') return at + 1;
  // Between double quotation marks a single one is a letter.
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
