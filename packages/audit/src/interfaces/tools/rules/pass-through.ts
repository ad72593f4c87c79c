import type { ToolFacts, ToolHit } from '../rule.ts';

/** A variable that takes the Authorization header of whoever calls. */
const SHOWN_TO_US =
  /\b([A-Za-z_]\w*)\s*(?::\s*[\w<>| ]{1,40})?=\s*[^;\n]{0,80}?\b(?:req|request|ctx|context|c|event|extra|scope|info)\b[\w.?!]{0,40}\s*[.([]{1,2}\s*["'`]?authorization\b/gi;
/** The header as a parameter of a handler: frameworks fill it in. */
const TAKEN_AS_HEADER =
  /\b(\w*(?:authorization|auth|token|bearer|credential)\w*)\s*:\s*[^=,\n]{1,60}=\s*(?:Header|Cookie|Security|Depends)\(/gi;
/** All headers of the caller at once. */
const WHOLE_HEADERS =
  /\bheaders\s*[:=]\s*(?:\{\s*\.\.\.)?(?:dict\()?\s*(?:req|request|ctx\.request|c\.req)\.headers\b(?!\.\w|\[|\.get)/;
const HEADER = String.raw`["'\x60]?authorization["'\x60]?\]?\s*[:=]\s*`;
const CALLS_OUT =
  /\b(?:fetch|axios|got|request|requests|httpx|aiohttp|urlopen|undici|ky|superagent|client|upstream|api|session)\b\s*[.(]/;

/** The same variable as the header of another call: as it is, or behind "Bearer". What a function made of it is another token. */
const isSentOn = (text: string, name: string): boolean =>
  [
    String.raw`${HEADER}(?:[\w$]+\.)?${name}\s*[,})\n;!]`,
    String.raw`${HEADER}f?["'\x60](?:bearer )?\$?\{\s*(?:[\w$]+\.)?${name}\s*\}`,
    String.raw`${HEADER}["']bearer ["']\s*\+\s*${name}\b`,
    ...(name.toLowerCase() === 'authorization'
      ? [String.raw`headers["']?\s*[:=]\s*\{[^}]{0,120}\bauthorization\s*[,}]`]
      : []),
  ].some((shape) => new RegExp(shape, 'i').test(text));

const wholesale = (text: string): RegExpExecArray[] => {
  const found = CALLS_OUT.test(text) ? WHOLE_HEADERS.exec(text) : null;
  return found === null ? [] : [found];
};

/** The very credential that callers showed stands in the call to another service. */
export const passedOn = ({ sources }: ToolFacts): ToolHit[] =>
  sources.flatMap((view) =>
    [...view.text.matchAll(SHOWN_TO_US), ...view.text.matchAll(TAKEN_AS_HEADER), ...wholesale(view.text)]
      .filter(({ 0: whole, 1: name = '', index }) => {
        if (name === '') return true;
        // Where it is taken and where it is shown again may be two files.
        const others = sources.flatMap((one) => (one === view ? [] : [one.text]));
        const rest = [view.text.slice(0, index), view.text.slice(index + whole.length), ...others].join('\n');
        return CALLS_OUT.test(rest) && isSentOn(rest, name);
      })
      .slice(0, 1)
      .map(
        ({ index, 0: whole }): ToolHit => ({
          at: { view, start: index, end: index + whole.length },
          confidence: 'firm',
          severity: 'HIGH',
          note: 'The credential that callers show is shown to another service as it is.',
        }),
      ),
  );
