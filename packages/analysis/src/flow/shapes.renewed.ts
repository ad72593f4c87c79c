import type { Language } from '../types/index.ts';
import type { Found } from './shapes.harm.ts';

const FETCHES = String.raw`(?:Invoke-RestMethod|Invoke-WebRequest|\birm\b|\biwr\b|DownloadString|\burlopen\(|requests\.get\(|httpx\.get\(|\bfetch\(|axios\.get\(|\bcurl\b|\bwget\b)`;
/** The program itself, as a file. */
const ITSELF: Readonly<Partial<Record<Language, string>>> = {
  powershell: String.raw`\$(?:PSCommandPath|MyInvocation\.MyCommand\.(?:Path|Definition))`,
  python: String.raw`(?:__file__|sys\.argv\[0\])`,
  javascript: String.raw`(?:__filename|process\.argv\[1\]|fileURLToPath\(import\.meta\.url\))`,
  typescript: String.raw`(?:__filename|process\.argv\[1\]|fileURLToPath\(import\.meta\.url\))`,
};
const WRITE = String.raw`(?:Set-Content|Out-File|Add-Content|WriteAllText|write_text|write_bytes|writeFile(?:Sync)?|\bopen\()`;
const NEAR = 500;

/** A program puts in its own place what it has fetched: what runs the next time was read by nobody. */
export function renewals(text: string, lang: Language): Found[] {
  const itself = ITSELF[lang];
  if (itself === undefined || !new RegExp(itself).test(text)) return [];
  const written = new RegExp(
    String.raw`${WRITE}[^\n]{0,80}${itself}[^\n]{0,120}|${itself}[^\n]{0,40}\.?${WRITE}[^\n]{0,120}|-OutFile\s+${itself}`,
    'gi',
  );
  return [...text.matchAll(written)]
    .filter(({ index, 0: words }) =>
      new RegExp(FETCHES, 'i').test(text.slice(Math.max(0, index - NEAR), index + words.length)),
    )
    .map(({ index, 0: words }) => ({ harm: 'renewed', start: index, end: index + words.length }));
}
