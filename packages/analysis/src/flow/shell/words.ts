import { concat, known, shown, type Taint, type Value } from '../value.ts';

/** Programs are written in lower case; `Python` at the start of a sentence is a word, `NET` and `RUN` are commands. */
export function programName(word: string): string {
  const base = (word.replaceAll('\\', '/').split('/').at(-1) ?? word).replace(/^[@-](?=\w)/, '');
  return /^[A-Z][a-z]+$/.test(base) ? base : base.replace(/\.exe$/i, '').toLowerCase();
}

const WRAPPER_WORDS =
  /^(?:sudo|doas|env|nohup|time|command|exec|builtin|nice|setsid|stdbuf|caffeinate|xargs|then|do|else)$/;

/** The command behind `sudo`, `env`, `nohup` and their like. */
export function peelWrappers(words: readonly string[]): string[] {
  let rest = [...words];
  while (rest.length > 1 && WRAPPER_WORDS.test(rest[0] ?? '')) {
    rest = rest.slice(1);
    while (rest.length > 1 && /^-|^[A-Za-z_][\w%().-]*=/.test(rest[0] ?? '')) rest = rest.slice(1);
  }
  return rest;
}

/** `a{b,c}d` as its words; `undefined` when there are no braces. */
export function expandBraces(text: string): string[] | undefined {
  const match = /^([^{}]{0,200})\{([^{}]{1,200},[^{}]{0,200})\}([^{}]{0,200})$/.exec(text);
  if (match === null) return undefined;
  return (match[2] ?? '').split(',').map((piece) => `${match[1] ?? ''}${piece}${match[3] ?? ''}`);
}

/** `${name:1:2}`, `${name//a/b}`, `${name^^}`, `${name#a}`, … on a known text. */
export function expandParameter(text: string, op: string, operand: string): string {
  if (op === ':') {
    const [offset = '0', length] = operand.split(':');
    const from = Number(offset.trim());
    const start = from < 0 ? text.length + from : from;
    return text.slice(start, length === undefined ? undefined : start + Number(length));
  }
  if (op === '/' || op === '//') {
    const [pattern = '', replacement = ''] = operand.split('/');
    if (pattern === '' || /[*?[\]]/.test(pattern)) return text;
    return op === '//' ? text.replaceAll(pattern, replacement) : text.replace(pattern, replacement);
  }
  if (op === '^^') return text.toUpperCase();
  if (op === ',,') return text.toLowerCase();
  if (op.startsWith('#') && !/[*?[]/.test(operand)) return text.startsWith(operand) ? text.slice(operand.length) : text;
  if (op.startsWith('%') && !/[*?[]/.test(operand))
    return text.endsWith(operand) ? text.slice(0, text.length - operand.length) : text;
  return text;
}

/** Folders by the names Windows gives them. */
export const WINDOWS_PLACES: Readonly<Record<string, string>> = {
  USERPROFILE: '~',
  HOMEPATH: '~',
  TEMP: '/tmp',
  TMP: '/tmp',
  APPDATA: '~/AppData/Roaming',
  LOCALAPPDATA: '~/AppData/Local',
  WINDIR: 'C:/Windows',
  SYSTEMROOT: 'C:/Windows',
  COMSPEC: 'cmd',
  PROGRAMDATA: 'C:/ProgramData',
  PUBLIC: 'C:/Users/Public',
  PROFILE: '~/Documents/PowerShell/profile.ps1',
  TRUE: '$true',
  FALSE: '$false',
};

/** `$@`, `${list[@]}`: as many words as there are, also inside quotation marks. */
export const isListName = (name: string, op = '['): boolean => op === '[' && (name === '@' || name === '*');

/** One element of a list, or of a table written `[key]=value`; all of it where the place cannot be told. */
export function elementOf(value: Value, key: string): Value {
  const items = (value.text ?? '').split(/\s+/).filter((item) => item !== '');
  const [, from, count] = /^@:\s*(\d+)(?::\s*(\d+))?$/.exec(key) ?? [];
  if (from !== undefined)
    return { ...value, text: items.slice(Number(from), Number(from) + Number(count ?? items.length)).join(' ') };
  const named = items.find((item) => item.startsWith(`[${key}]=`))?.slice(key.length + 3);
  const found = named ?? (/^\d+$/.test(key) ? items[Number(key)] : undefined);
  // An element that is a whole line of words stays one text, to be split where it is used.
  return found === undefined || (key === '0' && items.length > 1 && !value.text?.includes('['))
    ? value
    : { ...value, text: found };
}

/** A key given to a program by an option is used by it, not printed. */
export const isKeyOption = (before: Value | undefined): boolean =>
  before !== undefined &&
  /^--?(?:(?:jwt-|ssl-|tls-|client-|ssh-)?(?:private-?)?key(?:-?file)?|wallet|keypair|password|passphrase|pass|token|secret|auth|api-?key|mnemonic|seed|p|k)$/i.test(
    shown(before),
  );

/** Opened to be seen or heard: no program comes with such a file. */
export const isLookedAt = (file: Value): boolean =>
  /\.(?:mp[34]|m4[av]|mov|webm|wav|ogg|flac|png|jpe?g|gif|webp|bmp|csv|txt)$/i.test(shown(file));

export const joinWords = (words: readonly Value[]): Value =>
  concat(words.flatMap((word, index) => (index === 0 ? [word] : [known(' '), word])));

/** How a makefile gives a name its value. */
export const MAKE_ASSIGNS: ReadonlySet<string> = new Set(['=', ':=', '::=', '?=', '+=', '!=']);

/** Functions that a shell calls by itself when there is no program of a name. */
export const FOR_UNKNOWN = ['command_not_found_handle', 'command_not_found_handler'] as const;

/** What these are given is a login, and what they print comes out of the database. */
const DATABASE_CLIENTS =
  /^(?:pg_dump(?:all)?|psql|mysql(?:dump)?|mariadb(?:-dump)?|mongo(?:sh|dump|export)?|redis-cli|sqlcmd|cqlsh|clickhouse-client|influx|etcdctl)$/;

/** What of a word a program that nobody models may print again. */
export const printedOf = (program: string, { taints }: Value): readonly Taint[] =>
  DATABASE_CLIENTS.test(program) ? taints.filter(({ class: kind }) => kind !== 'named-secret') : taints;
