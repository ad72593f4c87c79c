import type { Language } from '../types/index.ts';

/** Decides by the first line and by typical keywords. The default is shell, which people paste most often. */
export function guessLanguage(text: string): Language {
  const head = text.slice(0, 2_000);
  if (/^#!.{0,60}python/.test(head) || /^\s*(?:import|from)\s+[a-z_][\w.]*/m.test(head)) return 'python';
  if (/^#!.{0,60}node/.test(head) || /\b(?:require\(|const\s+\w+\s*=|=>|function\s*\()/.test(head)) return 'javascript';
  if (/^\s*<\?php/.test(head)) return 'php';
  if (/\b(?:Invoke-|New-Object|IEX\b|\$env:)/i.test(head)) return 'powershell';
  return 'shell';
}
