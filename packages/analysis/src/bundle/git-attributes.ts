import type { Language } from '../types/index.ts';

type KeptFile = {
  readonly path: string;
  readonly text: string | null;
  readonly language: Language;
  readonly bytes: Uint8Array;
};
type CheckoutProblem = { readonly file: string; readonly problem: 'unread-part'; readonly detail: string };

type Attribute = {
  readonly shape: RegExp;
  readonly what: string;
  /** Whether a checkout of this file has other bytes than the repository. */
  readonly changes: (file: KeptFile) => boolean;
};

const FOLLOWED_BY_LINES = /^(?:shell|makefile|dockerfile|perl|ruby|unknown)$/;
/** A keyword in a comment, as old version control systems put it, may become anything. */
const hasLive = (keyword: RegExp) => (file: KeptFile) =>
  (file.text ?? '').split('\n').some((line) => keyword.test(line) && !/^\s*(?:#|\/\/|\/?\*|--|;|%|REM\b)/i.test(line));

/** Marks that become several lines, or text that nobody sees here: behind one of them a comment is over. */
const GROWS = /\$Format:[^$]*%(?:[nBbNwxGC+-]|\(|\s)/;

/** Attributes by which git writes other bytes into a working tree, or an archive, than those it keeps. */
const ATTRIBUTES: readonly Attribute[] = [
  {
    shape: /^working-tree-encoding=(?!utf-?8$)/i,
    what: 'in another encoding',
    changes: () => true,
  },
  { shape: /^ident$/, what: 'with keywords filled in', changes: hasLive(/\$Id(?::|\$)/) },
  {
    shape: /^export-subst$/,
    what: 'with keywords filled in',
    changes: (file) => GROWS.test(file.text ?? '') || hasLive(/\$Format:/)(file),
  },
  {
    shape: /^(?:eol=crlf|crlf=crlf)$/,
    what: 'with other ends of lines',
    changes: ({ language, bytes }) => FOLLOWED_BY_LINES.test(language) && bytes.includes(LINE_FEED),
  },
];
const LINE_FEED = 0x0a;
/** Past so many lines, or wildcards in one, every file is taken for meant. */
const LINES_MAX = 1_000;
const WILDCARDS_MAX = 6;

/** Files that whoever clones the repository has in another form than the one that is read here. */
export function findCheckoutProblems(files: readonly KeptFile[]): CheckoutProblem[] {
  const kept = files.filter(({ path }) => /(?:^|\/)\.gitattributes$/i.test(path));
  const macros = macrosOf(kept);
  return kept.flatMap(({ path, bytes }) =>
    problemsOf(path.slice(0, -'.gitattributes'.length), { text: linesOf(bytes), macros }, files),
  );
}

/**
 * Those of the root are known everywhere; which folder is the root, nobody can tell from a part of a repository. So a name
 * stands for all that it is given anywhere.
 */
function macrosOf(kept: readonly KeptFile[]): ReadonlyMap<string, readonly string[]> {
  const macros = new Map<string, string[]>();
  for (const [head = '', ...words] of kept.flatMap(({ bytes }) => linesOf(bytes).map(wordsOf))) {
    if (!head.startsWith(MACRO)) continue;
    const name = head.slice(MACRO.length).trim();
    macros.set(name, [...(macros.get(name) ?? []), ...words]);
  }
  return macros;
}
const MACRO = '[attr]';

/** Git goes by bytes: it reads lines also of a file that is no text. */
const linesOf = (bytes: Uint8Array): string[] => new TextDecoder().decode(bytes).split('\n');

type Attributes = { readonly text: readonly string[]; readonly macros: ReadonlyMap<string, readonly string[]> };

function problemsOf(folder: string, { text, macros }: Attributes, files: readonly KeptFile[]): CheckoutProblem[] {
  const all = text.map(wordsOf);
  const lines = all.length <= LINES_MAX ? all : [['*', ...new Set(all.flatMap((words) => words.slice(1)))]];
  const below = files.filter(({ path }) => path.startsWith(folder));
  return lines.flatMap(([pattern = '', ...words]) => {
    const given = expanded(words, macros);
    const changing = ATTRIBUTES.filter(({ shape }) => given.some((word) => shape.test(word)));
    if (changing.length === 0) return [];
    const matches = matcherOf(pattern);
    return below
      .filter((file) => matches(file.path.slice(folder.length)))
      .flatMap((file) =>
        changing
          .filter(({ changes }) => changes(file))
          .map(({ what }) => ({
            file: file.path,
            problem: 'unread-part' as const,
            detail: `git checks it out ${what}`,
          })),
      );
  });
}

/** A macro may stand for macros: all that a word stands for in the end, each once. */
function expanded(words: readonly string[], macros: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const found = new Set(words);
  // A set goes on to what is added while it is walked.
  for (const word of found) for (const inner of macros.get(word) ?? []) found.add(inner);
  return [...found];
}

/** Words end where git ends them: other blanks are letters. */
const wordsOf = (line: string): string[] =>
  /^[ \t\r]*#/.test(line) ? [] : (line.match(/"(?:[^"\\]|\\.)*"|[^ \t\r]+/g) ?? []).map(unquoted);

/** In quotation marks git undoes escapes as C does; a pattern with one that is not known may mean any file. */
function unquoted(word: string): string {
  if (!word.startsWith('"')) return word;
  const inner = word.replace(/^"|"$/g, '');
  return /\\(?![abfnrtv"\\0-7])/.test(inner)
    ? '*'
    : inner.replace(/\\([0-7]{1,3}|.)/g, (_, code: string) =>
        /^[0-7]/.test(code) ? String.fromCharCode(Number.parseInt(code, 8)) : (C_ESCAPES[code] ?? code),
      );
}

const C_ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
};

/** Without a slash a pattern is about names in any folder. */
function matcherOf(pattern: string): (path: string) => boolean {
  const shape = shapeOf(pattern.replace(/^\//, ''));
  if (shape === undefined) return () => true;
  return pattern.includes('/') ? (path) => shape.test(path) : (path) => shape.test(path.split('/').at(-1) ?? path);
}

const PATTERN_CHARS_MAX = 512;

/**
 * A pattern as git reads it, where letters of both cases are the same, as on many machines, and a class stands for any
 * letter. `undefined` for one with letters that have two spellings, or too long: it may mean any file.
 */
function shapeOf(pattern: string): RegExp | undefined {
  const isPlain = /^[ -~]*$/.test(pattern) && pattern.length <= PATTERN_CHARS_MAX;
  if (!isPlain || pattern.split('*').length > WILDCARDS_MAX) return undefined;
  return new RegExp(`^${(pattern.match(PIECES) ?? []).map(pieceOf).join('')}$`, 'i');
}

/** Everything below, a class of letters (a bracket that comes first is one of them), and letters, some after a backslash. */
const PIECES = /\*\*\/?|\[[!^]?\]?(?:\[:\w*:\]|\\.|[^\]\\])*\]|\\?./g;

function pieceOf(piece: string): string {
  if (piece.startsWith('**')) return '.*';
  if (piece === '*') return '[^/]*';
  if (piece === '?' || (piece.startsWith('[') && piece.length > 1)) return '[^/]';
  return (piece.length === 2 ? piece.slice(1) : piece).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
