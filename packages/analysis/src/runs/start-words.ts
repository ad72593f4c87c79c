import { compare, type ExerciseUnit } from './plan.ts';

const LIMITS = { textCharsMax: 262_144, waysMax: 6, wordsMax: 16, pieceLinesMax: 2_000 } as const;

/** Code in a document: fences and code spans. */
const CODE = /^[ \t]*(?:```|~~~)[^\n]*\n([\s\S]*?)^[ \t]*(?:```|~~~)|`([^`\n]{3,300})`/gm;
/** Words that may precede the program name on a command line. */
const STARTER =
  /^(?:[$>%]|sudo|time|env|exec|run|uvx?|poetry|pipenv|npx|pnpm|bunx?|deno|tsx|ts-node|node(?:js)?|python[\d.]*|py|bash|sh|zsh|source|\.|-[\w-]+|\w+=\S*)$/;

type Text = { readonly path: string; readonly text: string };

/** Command lines in the bundle's documents, split into words. */
export function commandLines(texts: readonly Text[]): string[][] {
  const lines: string[][] = [];
  for (const { text } of [...texts].sort((a, b) => compare(a.path, b.path))) {
    for (const [, fence, inline] of text.slice(0, LIMITS.textCharsMax).matchAll(CODE)) {
      const code = (fence ?? inline ?? '').replace(/\\\n\s*/g, ' ');
      for (const line of code.split('\n', LIMITS.pieceLinesMax)) lines.push(...commandsOf(line));
    }
  }
  return lines;
}

/** `<input file>` is one placeholder for another word. */
const GAP = /<([^<>\n]{1,40})>/g;

export function commandsOf(line: string): string[][] {
  const plain = line.replace(GAP, (_, name: string) => `{${name.trim().replace(/[\s|/,]+/g, '-')}}`);
  return plain
    .replace(/(^|\s)#.*/, '')
    .split(/&&|\|\||[;|]/)
    .map((part) => (part.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? []).map((word) => word.replace(/^(["'])(.*)\1$/, '$2')))
    .filter((words) => words.length > 1);
}

/** The documented ways to start this program: the arguments after its name, each list once. */
function documentedWords(unit: Pick<ExerciseUnit, 'path' | 'code'>, lines: readonly string[][]): string[][] {
  const ways = new Map<string, string[]>();
  for (const words of lines) {
    const at = words.findIndex((word, index) => isNameOf(unit.path, word, words[index - 1]));
    if (at < 0 || !words.slice(0, at).every((word) => STARTER.test(word))) continue;
    const end = words.findIndex((word, index) => index > at && /^\d?>|^<|^&$/.test(word));
    const given = words.slice(at + 1, end < 0 ? undefined : end).flatMap((word) => filled(word, unit.code));
    if (given.length > 0 && ways.size < LIMITS.waysMax) ways.set(given.join('\0'), given.slice(0, LIMITS.wordsMax));
  }
  return [...ways.values()];
}

function isNameOf(path: string, word: string, before: string | undefined): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (word === name || word.endsWith(`/${name}`)) return true;
  if (before !== '-m') return false;
  const module = word.replaceAll('.', '/');
  return path.endsWith(`${module}.py`) || path.endsWith(`${module}/__main__.py`);
}

/** Replaces a placeholder with an example value; omits optional words. */
function filled(word: string, code: string): string[] {
  if (/^\[|\]$|^\.{3}$|^…$/.test(word)) return [];
  // `INBOX OUTDIR`
  if (/^[A-Z][A-Z_-]{2,}$/.test(word)) return [exampleOf(word, code)];
  return [word.replace(/\$?\{+([\w.-]+)\}+|\$([A-Za-z_]\w*)/g, (_, braced, plain) => exampleOf(braced ?? plain, code))];
}

function exampleOf(name: string, code: string): string {
  if (/\.\w{1,5}$/.test(name)) return name;
  if (/url|link|endpoint/i.test(name)) return 'https://example.com';
  if (/dir|folder/i.test(name)) return 'example/';
  if (/file|path|input|source|src|doc|image|log|data/i.test(name)) return `example.${endingFor(code)}`;
  return /num|count|port|limit|size|days|hours|seconds|^n$/i.test(name) ? '1' : 'example';
}

/** The file extension that a program probably reads, judged by its code. */
export function endingFor(code: string): string {
  const kinds = ['csv', 'json', 'yaml', 'html', 'xml', 'log', 'md'];
  return (
    kinds.find((kind) =>
      new RegExp(`\\.${kind}\\b|\\b${kind}\\.(?:load|parse|reader|DictReader)|\\b${kind.toUpperCase()}\\.parse`).test(
        code,
      ),
    ) ?? 'txt'
  );
}

const CASE = /\bcase\s+["']?\$\{?(?:1|cmd|command|action|mode|sub|subcommand|verb)\b[^\n]*\bin\b([\s\S]*?)\besac\b/i;
const WORD = /^[a-z][\w-]*$/i;
const HELP = /^(?:help|usage|version)$/i;

/** Subcommands that a program compares its first argument with; documents may not mention them. */
function ownOrders({ code, language }: Pick<ExerciseUnit, 'code' | 'language'>): string[] {
  return [...new Set(orderWords(code, language))]
    .filter((word) => WORD.test(word) && !HELP.test(word))
    .slice(0, LIMITS.waysMax);
}

function orderWords(code: string, language: ExerciseUnit['language']): string[] {
  const all = (pattern: RegExp): string[] => [...code.matchAll(pattern)].map((match) => match[1] ?? '');
  switch (language) {
    case 'bash':
    case 'sh':
      return [...(CASE.exec(code)?.[1] ?? '').matchAll(/(?:^|;;&?)\s*\(?\s*([^()\n;]+)\)/g)]
        .map((match) => (match[1] ?? '').split('|')[0]?.replace(/["'\s]/g, '') ?? '')
        .concat(all(/\[\[?\s*"?\$\{?1[^\]]{0,8}==?\s*["']?([\w-]+)/g));
    case 'python':
      return [...all(/\.add_parser\(\s*["']([\w-]+)["']/g), ...all(/sys\.argv\[1\]\s*==\s*["']([\w-]+)["']/g)];
    case 'javascript':
    case 'typescript':
      return /process\.argv/.test(code)
        ? [
            ...all(/\bcase\s+["']([\w-]+)["']\s*:/g),
            ...all(/(?:argv\[2\]|\b(?:cmd|command|action|sub\w*))\s*===?\s*["']([\w-]+)["']/g),
          ]
        : [];
    case 'other':
      return [];
  }
}

/** Programs that read arguments without comparing them. */
const READS_WORDS: Partial<Record<ExerciseUnit['language'], RegExp>> = {
  bash: /\$\{?[1@*]/,
  sh: /\$\{?[1@*]/,
  python: /\bsys\.argv\[/,
  javascript: /\bprocess\.argv\b/,
  typescript: /\bprocess\.argv\b/,
};

/** Argument lists worth a run: the documented ones, then the program's own subcommands, or else an example file. */
export function startWords(
  unit: Pick<ExerciseUnit, 'path' | 'code' | 'language'>,
  lines: readonly string[][],
): string[][] {
  const shown = documentedWords(unit, lines);
  const known = new Set(shown.map(([first]) => first));
  const orders = ownOrders(unit).filter((word) => !known.has(word));
  const ways = [...shown, ...orders.map((word) => [word])];
  if (ways.length === 0 && READS_WORDS[unit.language]?.test(unit.code))
    ways.push([], [`example.${endingFor(unit.code)}`]);
  return ways.slice(0, LIMITS.waysMax);
}
