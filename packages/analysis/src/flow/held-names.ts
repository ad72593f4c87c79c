/** Rounds until nothing new is held; names are few. */
const ROUNDS_MAX = 6;
const NAMES_MAX = 60;
const BODY_CHARS = 1_500;

/** How many there are says nothing of what they are. */
const COUNTS =
  /^\s*\(?\s*(?:length|scalar|count|strlen|sizeof|len|localtime|time)\b|(?:\.(?:size|length|count)|\+\+)\s*\)?;?\s*$/;

const ASSIGNED =
  /(?:\b(?:my|our|local|let|var)\b\s*)?\(?\s*[$@%]?\b([A-Za-z_]\w{0,40})\)?(?:\{[^}\n]{1,40}\}|\[[^\]\n]{0,40}\])?\s*(?:\.|\|\||\/\/|\?\?|\+)?=(?![=~>])\s*([^\n;]{1,300})/g;
const PUSHED =
  /\bpush\b\s*\(?\s*@\{?\$?(\w{1,40})\}?\s*,\s*([^\n;]{1,300})|[$@]?\b(\w{1,40})(?:\[\])?\s*(?:<<|\.push\(|\.append\(|\+=)\s*([^\n;]{1,300})/g;
/** `for my $x (@list)`, `foreach ($list as $x)`, `list.each { |x|`, `for x in list`. */
const LOOPED =
  /\bfor(?:each)?\s+(?:my\s+)?\$(\w{1,40})\s*\(([^\n{]{1,200})\)|\bforeach\s*\(\s*(\$[^\n{]{1,120}?)\s+as\s+(?:\$\w+\s*=>\s*)?\$(\w{1,40})|\b(\w{1,40}(?:\.\w{1,40}){0,3})\s*(?:\{|do)\s*\|\s*(\w{1,40})|\bfor\s+(\w{1,40})\s+in\s+([^\n:]{1,200})/g;
const DEFINED =
  /\bsub\s+(\w{1,60})\s*\{\s*(?:my\s*\(?([^)\n;]{0,200})\)?\s*=\s*@_)?|\b(?:def|function|fn)\s+(?:self\.)?(\w{1,60}[?!]?)\s*\(?([^)\n]{0,200})/g;

type Definition = { readonly name: string; readonly params: readonly string[]; readonly body: string };

function definitions(text: string): Definition[] {
  const found = [...text.matchAll(DEFINED)];
  return found.map((match, at) => ({
    name: match[1] ?? match[3] ?? '',
    params: (match[2] ?? match[4] ?? '')
      .split(',')
      .map((word) => /[A-Za-z_]\w*(?=\s*(?:=|$))/.exec(word.trim())?.[0] ?? '')
      .filter((word) => word !== 'self' || match[1] !== undefined),
    body: text.slice(match.index, Math.min(found[at + 1]?.index ?? text.length, match.index + BODY_CHARS)),
  }));
}

const assignments = (text: string): [string, string][] => [
  ...[...text.matchAll(ASSIGNED)].map(([, name = '', value = '']): [string, string] => [name, value]),
  ...[...text.matchAll(PUSHED)].map((match): [string, string] => [
    match[1] ?? match[3] ?? '',
    match[2] ?? match[4] ?? '',
  ]),
  ...[...text.matchAll(LOOPED)].map((match): [string, string] => [
    match[1] ?? match[4] ?? match[6] ?? match[7] ?? '',
    match[2] ?? match[3] ?? match[5] ?? match[8] ?? '',
  ]),
];

/** A word of these names in an expression, not as a key. */
const mentions = (names: ReadonlySet<string>): RegExp =>
  new RegExp(String.raw`\b(?:${[...names].join('|')})\b(?!\s*=>)`);

const CALLED = /\b(\w{2,60}[?!]?)\s*\(([^\n;]{1,300})/g;

/** Words of calls by the names that they have inside the function: one pass, however many functions there are. */
function handedOver(text: string, defined: readonly Definition[]): [string, string][] {
  const byName = new Map(defined.map(({ name, params }) => [name, params]));
  return [...text.matchAll(CALLED)].flatMap(([, name = '', words = '']): [string, string][] => {
    const params = byName.get(name) ?? [];
    const given = params.length === 0 ? [] : words.split(',');
    return params.flatMap((param, at): [string, string][] => (given[at] === undefined ? [] : [[param, given[at]]]));
  });
}

/**
 * Names of a program that is read word by word, and of its functions, which hold something of a source or what was made of it.
 * Which of two things by one name is meant is not asked.
 */
export function heldNames(text: string, source: RegExp): ReadonlySet<string> {
  if (!source.test(text) || text.length > TEXT_MAX) return new Set();
  const defined = definitions(text);
  const given = [...assignments(text), ...handedOver(text, defined)].filter(
    ([name, value]) => name !== '' && !COMMON.has(name) && !COUNTS.test(value),
  );
  const first = [
    ...given.filter(([, value]) => source.test(value)).map(([name]) => name),
    ...defined.filter(({ name, body }) => !COMMON.has(name) && source.test(body)).map(({ name }) => name),
  ];
  let names: ReadonlySet<string> = new Set(first);
  for (let round = 0; round < ROUNDS_MAX && names.size > 0; round += 1) {
    const known = mentions(names);
    const next = new Set([...names, ...given.filter(([, value]) => known.test(value)).map(([name]) => name)]);
    if (next.size === names.size || next.size > NAMES_MAX) break;
    names = next;
  }
  return names;
}
/** Programs that are written by hand are shorter. */
const TEXT_MAX = 200_000;
/** Words of the languages themselves. */
const COMMON: ReadonlySet<string> = new Set(['self', 'my', 'this', 'new', 'do', 'if', 'return', 'initialize', 'main']);
