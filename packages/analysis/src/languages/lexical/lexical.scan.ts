import { isSecretName } from '../../models/names/secret-name.ts';
import { toUrlValue } from '../../models/origins/origin.ts';
import { classifyPath, isSecretPath } from '../../models/paths/path-class.ts';
import type { Language, PathClass } from '../../types/index.ts';
import { ROLE_WEIGHTS, ROWS, type Role } from './lexical.data.ts';

/** A line where several roles meet, with all roles of the surrounding lines. It is a place to read, not a proof. */
type LexicalHint = {
  readonly start: number;
  readonly end: number;
  /** The range of lines whose roles meet. */
  readonly stretch: { readonly start: number; readonly end: number };
  readonly roles: readonly Role[];
  readonly weight: number;
};

export const LEXICAL_LIMITS = { charsMax: 262_144, hintsMax: 8, wordCharsMax: 80 } as const;

/** Roles within this distance are reported together; the next hint is further away. */
const WINDOW_LINES = 10;
/**
 * Minimum weight of a hint: lower in a language that no parser covers, and lowest where the scan is the only analysis.
 */
export const WEIGHT_MIN = { lexical: 2, followed: 5, only: 1 } as const;

const LEXEME =
  /\bhttps?:\/\/[^\s"'`<>)\\]+|\b[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b(?:0x|[1-9])\w{25,43}\b|(?:~|\$\{?\w{1,20}\}?|%\w{1,20}%)?(?:[/\\]{1,2}[\w.~*-]+){1,12}|\.?[A-Za-z_][\w.]*(?:-[A-Za-z]\w*)*/g;
/** Payment addresses: Bitcoin, Ethereum, Tron, a bank account number. */
const PAYMENT =
  /^(?:bc1[a-z0-9]{20,60}|[13][a-km-zA-HJ-NP-Z1-9]{25,34}|0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33}|[1-9A-HJ-NP-Za-km-z]{43,44}|[A-Z]{2}\d{2}[A-Z0-9]{11,30})$/;
const BLOCK_COMMENT = /\/\*[\s\S]{0,8000}?\*\/|<#[\s\S]{0,8000}?#>|--\[\[[\s\S]{0,8000}?\]\]/g;
const LINE_COMMENT = /^[ \t]*(?:#(?![!\]])|\/\/|--(?!\[\[)|;|REM\b|::|\*[ \t]).*$/gim;

const PERSISTENT: ReadonlySet<PathClass> = new Set<PathClass>([
  'shell-profile',
  'scheduler',
  'service-unit',
  'authorized-keys',
  'sudoers',
  'hosts-file',
  'git-hook',
  'agent-config',
  'agent-memory',
  'skill-folder',
]);
const LOCAL_ORIGINS: ReadonlySet<string> = new Set(['loopback', 'docs', 'package-index']);

type Table = ReadonlyMap<string, readonly Role[]>;

const toTable = (lang: Language | 'any'): Table => {
  const table = new Map<string, Role[]>();
  for (const [language, role, tokens] of ROWS)
    if (language === 'any' || language === lang)
      for (const token of tokens.split(' ')) table.set(token, [...(table.get(token) ?? []), role]);
  return table;
};

const tables = new Map<Language, Table>();
const tableOf = (lang: Language): Table => {
  const table = tables.get(lang) ?? toTable(lang);
  tables.set(lang, table);
  return table;
};

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

const withoutComments = (whole: string): string =>
  whole.slice(0, LEXICAL_LIMITS.charsMax).replace(BLOCK_COMMENT, blank).replace(LINE_COMMENT, blank);

const ACTING: readonly Role[] = ['network', 'message', 'execution', 'address'];

/** Lines that name key files, in a program that also sends or runs something. */
export function findKeyFiles(whole: string, lang: Language): Pick<LexicalHint, 'start' | 'end'>[] {
  const text = withoutComments(whole);
  const starts = lineStarts(text);
  const lines = [...rolesByLine(text, starts, tableOf(lang))];
  if (!lines.some(([, roles]) => ACTING.some((role) => roles.has(role)))) return [];
  return lines
    .filter(([, roles]) => roles.has('key file'))
    .map(([line]) => ({ start: starts[line] ?? 0, end: (starts[line + 1] ?? text.length + 1) - 1 }));
}

/**
 * Hints of one text, highest weight first, from `weightMin` on. `hasComments` includes comments, because some tools
 * read them.
 */
export function scanLexically(whole: string, lang: Language, weightMin: number, hasComments = false): LexicalHint[] {
  const text = hasComments ? whole.slice(0, LEXICAL_LIMITS.charsMax) : withoutComments(whole);
  const starts = lineStarts(text);
  const lines = rolesByLine(text, starts, tableOf(lang));
  const lineEnd = (line: number): number => (starts[line + 1] ?? text.length + 1) - 1;
  const stretchOf = (line: number): { readonly start: number; readonly end: number } => {
    const met = [...lines.keys()].filter((near) => Math.abs(near - line) <= WINDOW_LINES);
    return { start: starts[Math.min(...met)] ?? 0, end: lineEnd(Math.max(...met)) };
  };
  const ranked = [...lines.keys()]
    .map((line) => rank(line, lines))
    .filter(({ met }) => weigh(met) >= weightMin)
    .sort((a, b) => b.score - a.score || a.line - b.line);
  return spaced(ranked).map(({ line, met, score }) => ({
    start: starts[line] ?? 0,
    end: lineEnd(line),
    stretch: stretchOf(line),
    roles: [...met].sort(),
    weight: score,
  }));
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function rolesByLine(text: string, starts: readonly number[], table: Table): Map<number, Set<Role>> {
  const lines = new Map<number, Set<Role>>();
  let line = 0;
  let before = { word: '', end: -1 };
  for (const { index, 0: lexeme } of text.matchAll(LEXEME)) {
    while ((starts[line + 1] ?? Number.POSITIVE_INFINITY) <= index) line += 1;
    const word = lexeme.slice(0, LEXICAL_LIMITS.wordCharsMax).toLowerCase();
    const joint = index - before.end <= 2 && before.end !== -1 ? `${before.word}.${word}` : word;
    const roles = rolesOf(lexeme, word, joint, table);
    before = { word: word.split('.').at(-1) ?? word, end: index + lexeme.length };
    if (roles.length === 0) continue;
    const known = lines.get(line) ?? new Set<Role>();
    for (const role of roles) known.add(role);
    lines.set(line, known);
  }
  return lines;
}

function rolesOf(lexeme: string, word: string, joint: string, table: Table): readonly Role[] {
  if (PAYMENT.test(lexeme)) return ['payment'];
  if (/^https?:|^\d|.@/.test(lexeme)) return isOutside(lexeme) ? ['address'] : [];
  const roles = new Set<Role>([...(table.get(word) ?? []), ...(table.get(joint) ?? [])]);
  const parts = word.split('.');
  for (const [at, part] of parts.entries()) {
    for (const role of table.get(part) ?? []) roles.add(role);
    if (at > 0) for (const role of table.get(`${parts[at - 1]}.${part}`) ?? []) roles.add(role);
  }
  if (/[/\\]|^\./.test(lexeme)) {
    const place = classifyPath(lexeme);
    if (isSecretPath(place)) roles.add('key file');
    if (PERSISTENT.has(place)) roles.add('persistence');
    for (const part of word.split(/[/\\]+/)) for (const role of table.get(part) ?? []) roles.add(role);
  } else if (isSecretName(lexeme.split('.').at(-1) ?? lexeme)) roles.add('secret name');
  return [...roles];
}

function isOutside(address: string): boolean {
  const url = toUrlValue(address.includes('://') ? address : `tcp://${address.split('@').at(-1)}`);
  return url !== undefined && url.host !== '' && !LOCAL_ORIGINS.has(url.origin);
}

type Ranked = {
  readonly line: number;
  readonly own: ReadonlySet<Role>;
  readonly met: ReadonlySet<Role>;
  readonly score: number;
};

const weigh = (roles: Iterable<Role>): number => [...roles].reduce((sum, role) => sum + ROLE_WEIGHTS[role], 0);

function rank(line: number, lines: ReadonlyMap<number, ReadonlySet<Role>>): Ranked {
  const own = lines.get(line) ?? new Set<Role>();
  const met = new Set(own);
  for (let near = line - WINDOW_LINES; near <= line + WINDOW_LINES; near += 1)
    for (const role of lines.get(near) ?? []) met.add(role);
  return { line, own, met, score: 2 * weigh(own) + weigh(met) };
}

/**
 * The best line of each role comes before further lines of any role, so that one busy function does not hide the rest
 * of the file.
 */
function spaced(ranked: readonly Ranked[]): readonly Ranked[] {
  const covered = new Set<Role>();
  const firsts = ranked.filter(({ own }) => {
    const isNew = [...own].some((role) => !covered.has(role));
    for (const role of own) covered.add(role);
    return isNew;
  });
  const kept: Ranked[] = [];
  for (const one of [...firsts, ...ranked]) {
    if (kept.length === LEXICAL_LIMITS.hintsMax) break;
    if (kept.every(({ line }) => Math.abs(line - one.line) > WINDOW_LINES)) kept.push(one);
  }
  return kept;
}
