import { concat, known, shown, type Taint, type Value } from '../value.ts';

/** Programs are written in lower case; `Python` at the start of a sentence is a word, `NET` and `RUN` are commands. */
export function programName(word: string): string {
  const base = (word.replaceAll('\\', '/').split('/').at(-1) ?? word).replace(/^[@-](?=\w)/, '');
  return /^[A-Z][a-z]+$/.test(base) ? base : base.replace(/\.exe$/i, '').toLowerCase();
}

const WRAPPER_WORDS =
  /^(?:sudo|doas|env|nohup|time|command|exec|builtin|nice|setsid|stdbuf|caffeinate|xargs|then|do|else)$/;

/** The command behind wrappers such as `sudo`, `env` and `nohup`. */
export function peelWrappers(words: readonly string[]): string[] {
  let rest = [...words];
  while (rest.length > 1 && WRAPPER_WORDS.test(rest[0] ?? '')) {
    rest = rest.slice(1);
    while (rest.length > 1 && /^-|^[A-Za-z_][\w%().-]*=/.test(rest[0] ?? '')) rest = rest.slice(1);
  }
  return rest;
}

/** The words of `a{b,c}d`; `undefined` when there are no braces. */
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

/** Windows variables and their equivalents, mostly folders. */
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

/** `$@` and `${list[@]}` expand to several words, also inside quotation marks. */
export const isListName = (name: string, op = '['): boolean => op === '[' && (name === '@' || name === '*');

/** One element of a list, or of an associative array written `[key]=value`; the whole value when the index is unknown. */
export function elementOf(value: Value, key: string): Value {
  const items = (value.text ?? '').split(/\s+/).filter((item) => item !== '');
  const [, from, count] = /^@:\s*(\d+)(?::\s*(\d+))?$/.exec(key) ?? [];
  if (from !== undefined)
    return { ...value, text: items.slice(Number(from), Number(from) + Number(count ?? items.length)).join(' ') };
  const named = items.find((item) => item.startsWith(`[${key}]=`))?.slice(key.length + 3);
  const found = named ?? (/^\d+$/.test(key) ? items[Number(key)] : undefined);
  // Element 0 of several words stays one text, which is split where it is used.
  return found === undefined || (key === '0' && items.length > 1 && !value.text?.includes('['))
    ? value
    : { ...value, text: found };
}

/** Whether the word before is an option for a key. The program uses such a key and does not print it. */
export const isKeyOption = (before: Value | undefined): boolean =>
  before !== undefined &&
  /^--?(?:(?:jwt-|ssl-|tls-|client-|ssh-)?(?:private-?)?key(?:-?file)?|wallet|keypair|password|passphrase|pass|token|secret|auth|api-?key|mnemonic|seed|p|k)$/i.test(
    shown(before),
  );

/** Media and data files, which an opener displays and does not run. */
export const isLookedAt = (file: Value): boolean =>
  /\.(?:mp[34]|m4[av]|mov|webm|wav|ogg|flac|png|jpe?g|gif|webp|bmp|csv|txt)$/i.test(shown(file));

export const joinWords = (words: readonly Value[]): Value =>
  concat(words.flatMap((word, index) => (index === 0 ? [word] : [known(' '), word])));

/** The assignment operators of make. */
export const MAKE_ASSIGNS: ReadonlySet<string> = new Set(['=', ':=', '::=', '?=', '+=', '!=']);

/** Functions that a shell calls when it finds no program with the given name. */
export const FOR_UNKNOWN = ['command_not_found_handle', 'command_not_found_handler'] as const;

/** Database clients: their arguments are credentials, and their output comes from the database. */
const DATABASE_CLIENTS =
  /^(?:pg_dump(?:all)?|psql|mysql(?:dump)?|mariadb(?:-dump)?|mongo(?:sh|dump|export)?|redis-cli|sqlcmd|cqlsh|clickhouse-client|influx|etcdctl)$/;

/** The taints of an argument that a program without a model may print. */
export const printedOf = (program: string, { taints }: Value): readonly Taint[] =>
  DATABASE_CLIENTS.test(program) ? taints.filter(({ class: kind }) => kind !== 'named-secret') : taints;
