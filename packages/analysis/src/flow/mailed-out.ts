import type { Language, Unit } from '../types/index.ts';
import type { Analysis } from './analysis.ts';
import { heldNames } from './held-names.ts';

/** A mailbox that stands in the code; one that the reader is to exchange is none. */
const LOCAL = String.raw`(?!you|your|user|me\\?@|name\\?@|someone|root\\?@|test|foo|nobody|no-?reply)[\w.+-]{1,64}`;
const DOMAIN = String.raw`\\?@(?!example\.(?:com|org|net)\b|your|my(?:company|domain|site|mail)|localhost|domain\.|company\.|test\.|acme\.)[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}`;
const FIXED = `["']${LOCAL}${DOMAIN}["']`;
/** `'copy-' . $n . '@host'`: every mail has another name, and all go to one house. */
const BUILT = String.raw`["'][\w.+-]{0,40}["']\s*[.+]\s*\$?\w{1,40}\s*[.+]\s*["']${DOMAIN}["']`;

/** A list of recipients that takes somebody of the program's own in. */
const TAKEN_IN = new RegExp(
  String.raw`\b(to|cc|bcc|rcpts?|recipients?|receivers)\.(?:push|append|unshift)\(\s*${FIXED}|\bsendmail\(\s*[^,\n]{1,60},\s*\[\s*(?!["'])[\w.[\]"']{1,60}\s*,\s*${FIXED}`,
  'g',
);
const LISTS: ReadonlySet<Language> = new Set<Language>(['javascript', 'typescript', 'python', 'ruby']);
/** `to = [person.email]`: whom somebody else has named. */
const isNamedElsewhere = (text: string, name: string | undefined): boolean =>
  name === undefined ||
  new RegExp(String.raw`\b${name}\s*(?::\s*[\w\[\]]{1,30}\s*)?=\s*\[?\s*(?!["'\]])[\w.]`).test(text);

const MAILERS: ReadonlySet<Language> = new Set<Language>(['perl', 'ruby', 'php']);

/** What was in mail, files or the environment. */
const READ =
  /<\$?\w+>|\$ENV\{|%ENV\b|\bENV\.(?:to_h|each|map)\b|\bFile\.(?:read|binread|readlines|open)\b|\bIO\.read\b|\bDir\[|\bfile_get_contents\s*\(\s*(?!["']https?:|["']php:)|\bgetenv\s*\(\s*\)|\$_ENV\b|\bslurp\b|\bread_(?:file|text)\b|\bimap_(?:body|fetchbody)\b/;

/** A program that mails, started with a recipient; what is printed to it is the mail. */
const PIPED = new RegExp(
  String.raw`\bopen\s*\(?\s*(?:my\s+)?\$?(\w{1,40})\s*,\s*["']\|-?["']\s*,\s*["'][^"'\n]{0,60}(?:sendmail|mailx?|msmtp|mutt)["'][^;\n]{0,200}?${FIXED}|\bopen\s*\(?\s*(?:my\s+)?\$?(\w{1,40})\s*,\s*["']\|\s*[^"'\n]{0,60}(?:sendmail|mailx?|msmtp)\s[^"'\n]{0,100}?${LOCAL}${DOMAIN}["'\s]`,
  'g',
);
/** `IO.popen(['sendmail', 'x@…'])`, `popen('sendmail x@…')`. */
const GIVEN_TO = new RegExp(
  String.raw`\b(?:send_message|send_mail|sendmail|deliver|mail|mb_send_mail|recipient|to|addAddress|addBCC|addCC)\b\s*\(?\s*([^;\n]{0,160}?(?:${FIXED}|${BUILT})[^;\n]{0,200})`,
  'g',
);
/** Several are told at once: whom the user named, and somebody of the program's own. */
const BESIDE = new RegExp(
  String.raw`->(?:recipient|to|bcc|cc)\s*\(\s*\$[\w{}>\[\]'"-]{1,60}\s*,\s*(?:${FIXED}|${BUILT})`,
  'g',
);

/** What was read is mailed to somebody who stands in the code: who wrote it reads along. */
export function recordMailedOut(analysis: Analysis, unit: Unit, text: string): void {
  if (!text.includes('@')) return;
  const found = [
    ...(MAILERS.has(unit.lang) ? mailed(text) : []),
    ...(LISTS.has(unit.lang) ? [...text.matchAll(TAKEN_IN)].filter(([, name]) => isNamedElsewhere(text, name)) : []),
  ];
  for (const { index, 0: words } of found.slice(0, FOUND_MAX))
    analysis.recorder.add(
      'policy',
      { effect: 'open-door', text: 'What was read is mailed to an address in the code' },
      unit,
      { view: unit.span.view, start: index, end: index + words.length },
    );
}
const FOUND_MAX = 5;

function mailed(text: string): RegExpExecArray[] {
  const names = heldNames(text, READ);
  const isHeld = (words: string): boolean =>
    READ.test(words) || (names.size > 0 && new RegExp(String.raw`[$@]?\b(?:${[...names].join('|')})\b`).test(words));
  const piped = [...text.matchAll(PIPED)].filter((match) =>
    printsTo(match[1] ?? match[2] ?? '', text.slice(match.index)).some(isHeld),
  );
  const given = [...text.matchAll(GIVEN_TO)].filter(
    ({ index, 0: words }) => !isDefinition(text, index) && [afterAddress(words), ...dataOf(text, index)].some(isHeld),
  );
  return [...piped, ...given, ...text.matchAll(BESIDE)];
}

/** What is sent after the recipients were named, one piece after the other. */
const dataOf = (text: string, index: number): string[] =>
  /->\s*$/.test(text.slice(Math.max(0, index - 3), index))
    ? [...text.slice(index, index + PRINT_CHARS).matchAll(/->(?:datasend|data)\s*\(([^;]{1,200})/g)].map(
        ([, words = '']) => words,
      )
    : [];

/** What stands behind the address: the mail. */
const afterAddress = (words: string): string => words.split(ADDRESS).slice(1).join(' ');
const ADDRESS = new RegExp(`${FIXED}|${BUILT}`);

const isDefinition = (text: string, index: number): boolean =>
  /\b(?:sub|def|function)\s+$/.test(text.slice(Math.max(0, index - 12), index));

/** The words that are printed to a handle, up to where it is closed; `$_` in a loop over a file is a line of that. */
function printsTo(handle: string, text: string): string[] {
  const until = text.slice(0, PRINT_CHARS);
  const shape = new RegExp(String.raw`\b(?:print|printf|say)\s*\(?\s*\{?\s*\$?${handle}\b\}?\s*([^;]{1,300})`, 'g');
  return [...until.matchAll(shape)].map(([, words = '']) => words);
}
const PRINT_CHARS = 800;
