import { findKeyFiles, scanLexically, WEIGHT_MIN } from '../languages/lexical/lexical.scan.ts';
import type { FactValues, Language, Unit } from '../types/index.ts';
import type { Analysis } from './analysis.ts';
import { isDataName, isDocumentName, SILENT } from './silent-files.ts';

/** Languages without a flow analysis. Only the lexical scanner reads them. */
const LEXICAL: ReadonlySet<Language> = new Set<Language>([
  'powershell',
  'ruby',
  'php',
  'go',
  'perl',
  'lua',
  'rust',
  'java',
  'csharp',
  'c',
  'swift',
  'applescript',
]);

export const isLexicalLanguage = (lang: Language): boolean => LEXICAL.has(lang);

/** Whether the unit may be a program that no flow analysis covers. Documents and data formats are excluded. */
const isUnfollowed = ({ lang, origin, file }: Unit): boolean =>
  LEXICAL.has(lang) ||
  lang === 'sql' ||
  (SILENT.has(lang) && (origin === 'argument' || (origin === 'file' && !isDocumentName(file) && !isDataName(file))));

/** Records the lines that a reader should start with. The fallback is the best weak hint. */
export function recordLexicalHints(analysis: Analysis, unit: Unit): void {
  const { view, start, end } = unit.span;
  const { lang } = unit;
  const text = view.text.slice(start, end);
  const record = (value: FactValues['hint'], at: { readonly start: number; readonly end: number }): void =>
    analysis.recorder.add('hint', value, unit, { view, start: start + at.start, end: start + at.end });
  const telling = scanLexically(text, lang, LEXICAL.has(lang) ? WEIGHT_MIN.lexical : WEIGHT_MIN.followed);
  for (const { roles, weight, stretch } of telling) record({ roles, weight }, stretch);
  if (isUnfollowed(unit))
    for (const line of findKeyFiles(text, lang)) record({ roles: ['key file'], weight: 0, isKeyFile: true }, line);
  if (telling.length > 0) return;
  const code = scanLexically(text, lang, WEIGHT_MIN.only);
  const [best] = code.length > 0 ? code : scanLexically(text, lang, WEIGHT_MIN.only, true);
  if (best !== undefined) record({ roles: best.roles, weight: best.weight, isWeak: true }, best.stretch);
  else if (unit.origin === 'file') recordUnknown(analysis, unit);
}

/** Records a unit that yields no hint, or a file that cannot be read. */
export const recordUnknown = (analysis: Analysis, unit: Unit): void =>
  analysis.recorder.add('hint', { roles: ['nothing known'], weight: 0, isWeak: true }, unit, unit.span);
