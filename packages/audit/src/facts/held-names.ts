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

/** What the words of a call are called inside the function. */
function handedOver(text: string, { name, params }: Definition, isHeld: (words: string) => boolean): string[] {
  const calls = [...text.matchAll(new RegExp(String.raw`\b${name.replace(/[?!]/, '')}\b\s*\(([^\n;]{1,300})`, 'g'))];
  return calls.flatMap(([, words = '']) => {
    const given = words.split(',');
    return params.filter((param, at) => param !== '' && given[at] !== undefined && isHeld(given[at]));
  });
}

/**
 * Names of a program that is read word by word, and of its functions, which hold something of a source or what was made of it.
 * Which of two things by one name is meant is not asked.
 */
export function heldNames(text: string, source: RegExp): ReadonlySet<string> {
  if (!source.test(text)) return new Set();
  const given = assignments(text);
  const defined = definitions(text);
  let names: ReadonlySet<string> = new Set();
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const known = mentions(names);
    const isHeld = (words: string): boolean =>
      !COUNTS.test(words) && (source.test(words) || (names.size > 0 && known.test(words)));
    const next = new Set([
      ...names,
      ...given.filter(([, value]) => isHeld(value)).map(([name]) => name),
      ...defined.filter(({ body }) => source.test(body)).map(({ name }) => name),
      ...defined.flatMap((one) => handedOver(text, one, isHeld)),
    ]);
    const own = new Set([...next].filter((name) => name !== '' && !COMMON.has(name)));
    if (own.size === names.size || own.size > NAMES_MAX) break;
    names = own;
  }
  return names;
}
/** Words of the languages themselves. */
const COMMON: ReadonlySet<string> = new Set(['self', 'my', 'this', 'new', 'do', 'if', 'return', 'initialize', 'main']);
