/** Colours for quoted source. The highlighter is loaded with the first finding that quotes any, and only on the server. */
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
/** Quotations repeat: the same finding is shown as often as its page. */
const KEPT_MAX = 500;
const kept = new Map<string, Lines>();

/** The quoted source of each finding that has any. */
export async function highlight(findings: readonly Finding[]): Promise<Map<string, Lines>> {
  const lines = new Map<string, Lines>();
  for (const { id, path, snippet } of findings) {
    if (snippet !== null) lines.set(id, await toLines(snippet, path));
  }
  return lines;
}

async function toLines(text: string, path: string | null): Promise<Lines> {
  const language = LANGUAGES[path?.split('.').at(-1)?.toLowerCase() ?? ''];
  if (language === undefined) return toPlain(text);
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
