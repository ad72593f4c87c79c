/** Syntax colours for quoted source. The highlighter is loaded on first use, and only on the server. */
import type { Lines } from './lines.ts';
import type { Finding } from './wire.ts';

const LANGUAGES: Readonly<Record<string, string>> = {
  md: 'markdown',
  py: 'python',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  ts: 'typescript',
  tsx: 'typescript',
  sh: 'shellscript',
  bash: 'shellscript',
  json: 'json',
  yml: 'yaml',
  yaml: 'yaml',
  sol: 'solidity',
};
/**
 * Limits for one page; text beyond a limit stays plain. The grammars backtrack, third parties write the quoted text,
 * and the same process answers verify requests.
 */
export const COLOUR_LIMITS = { quotationsMax: 20, charactersMax: 2_000, repeatMax: 24, pageMs: 50 } as const;
/** The grammars backtrack most on long runs of one character. */
const REPEATED = new RegExp(`(.)\\1{${COLOUR_LIMITS.repeatMax}}`, 'su');
/** Quotations repeat: each view of a page shows the same findings. */
const KEPT_MAX = 500;
const kept = new Map<string, Lines>();

/** The quoted source of the findings; the first ones are coloured. `now` is in milliseconds. */
export async function highlight(
  findings: readonly Finding[],
  now: () => number = () => performance.now(),
): Promise<Map<string, Lines>> {
  const lines = new Map<string, Lines>();
  const spent: Spent = { quotations: 0, characters: 0, ms: 0 };
  for (const { id, path, snippet } of findings) {
    if (snippet === null) continue;
    const language = toLanguage(path);
    if (language === undefined || !mayColour(snippet, spent)) {
      lines.set(id, toPlain(snippet));
      continue;
    }
    const startedAt = now();
    lines.set(id, await toColoured(snippet, language));
    spent.quotations += 1;
    spent.characters += snippet.length;
    spent.ms += now() - startedAt;
  }
  return lines;
}

type Spent = { quotations: number; characters: number; ms: number };

const mayColour = (snippet: string, { quotations, characters, ms }: Spent): boolean =>
  quotations < COLOUR_LIMITS.quotationsMax &&
  characters + snippet.length <= COLOUR_LIMITS.charactersMax &&
  ms < COLOUR_LIMITS.pageMs &&
  !REPEATED.test(snippet);

const toLanguage = (path: string | null): string | undefined => LANGUAGES[path?.split('.').at(-1)?.toLowerCase() ?? ''];

async function toColoured(text: string, language: string): Promise<Lines> {
  const key = `${language}\n${text}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const { colour } = await import('./highlighter.ts');
  const lines = colour(text, language);
  if (kept.size >= KEPT_MAX) kept.clear();
  kept.set(key, lines);
  return lines;
}

const toPlain = (text: string): Lines => text.split('\n').map((line) => [[line]]);
