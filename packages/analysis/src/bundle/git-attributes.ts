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
  /** Whether the checked-out file has other bytes than the repository. */
  readonly changes: (file: KeptFile) => boolean;
};

const FOLLOWED_BY_LINES = /^(?:shell|makefile|dockerfile|perl|ruby|unknown)$/;
/**
 * A keyword outside a comment may expand to code. In a comment, where old version control systems put it, it does no
 * harm.
 */
const hasLive = (keyword: RegExp) => (file: KeptFile) =>
  (file.text ?? '').split('\n').some((line) => keyword.test(line) && !/^\s*(?:#|\/\/|\/?\*|--|;|%|REM\b)/i.test(line));

/**
 * Placeholders that expand to several lines or to text that is not in the repository: a comment ends at the line break.
 */
const GROWS = /\$Format:[^$]*%(?:[nBbNwxGC+-]|\(|\s)/;

/** Attributes with which git writes other bytes into a working tree or an archive than it stores. */
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
/** Past these limits, an attribute applies to every file, and a pattern matches every file. */
const LINES_MAX = 1_000;
const WILDCARDS_MAX = 6;

/** Files that a clone contains in another form than the one read here. */
export function findCheckoutProblems(files: readonly KeptFile[]): CheckoutProblem[] {
  const kept = files.filter(({ path }) => /(?:^|\/)\.gitattributes$/i.test(path));
  const macros = macrosOf(kept);
  return kept.flatMap(({ path, bytes }) =>
    problemsOf(path.slice(0, -'.gitattributes'.length), { text: linesOf(bytes), macros }, files),
  );
}

/**
 * Git knows macros of the root everywhere, but a part of a repository does not show which folder is the root. So a
 * macro name matches every definition of it in the bundle.
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

/** Git works on bytes: it also reads lines from a file that is not valid text. */
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

/** Expands macros recursively, each once. */
function expanded(words: readonly string[], macros: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const found = new Set(words);
  // Iteration over a set includes the entries that are added during the iteration.
  for (const word of found) for (const inner of macros.get(word) ?? []) found.add(inner);
  return [...found];
}

/** Only blanks that git treats as separators end a word; all others are part of it. */
const wordsOf = (line: string): string[] =>
  /^[ \t\r]*#/.test(line) ? [] : (line.match(/"(?:[^"\\]|\\.)*"|[^ \t\r]+/g) ?? []).map(unquoted);

/** Git decodes C escapes in quotation marks. A pattern with an unknown escape may match any file. */
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

/** A pattern without a slash matches file names in any folder. */
function matcherOf(pattern: string): (path: string) => boolean {
  const shape = shapeOf(pattern.replace(/^\//, ''));
  if (shape === undefined) return () => true;
  return pattern.includes('/') ? (path) => shape.test(path) : (path) => shape.test(path.split('/').at(-1) ?? path);
}

const PATTERN_CHARS_MAX = 512;

/**
 * A pattern with git's semantics, case-insensitive as on many machines; a character class matches any character.
 * `undefined` for a pattern that is not ASCII (letters with two encodings) or is too long: it may match any file.
 */
function shapeOf(pattern: string): RegExp | undefined {
  const isPlain = /^[ -~]*$/.test(pattern) && pattern.length <= PATTERN_CHARS_MAX;
  if (!isPlain || pattern.split('*').length > WILDCARDS_MAX) return undefined;
  return new RegExp(`^${(pattern.match(PIECES) ?? []).map(pieceOf).join('')}$`, 'i');
}

/**
 * `**`, a character class (a leading bracket is a member of it), or a single character, possibly escaped with a
 * backslash.
 */
const PIECES = /\*\*\/?|\[[!^]?\]?(?:\[:\w*:\]|\\.|[^\]\\])*\]|\\?./g;

function pieceOf(piece: string): string {
  if (piece.startsWith('**')) return '.*';
  if (piece === '*') return '[^/]*';
  if (piece === '?' || (piece.startsWith('[') && piece.length > 1)) return '[^/]';
  return (piece.length === 2 ? piece.slice(1) : piece).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
