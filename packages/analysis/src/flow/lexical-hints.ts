import { findKeyFiles, scanLexically, WEIGHT_MIN } from '../languages/lexical/lexical.scan.ts';
import type { FactValues, Language, Unit } from '../types/index.ts';
import type { Analysis } from './analysis.ts';
import { isDataName, isDocumentName, SILENT } from './silent-files.ts';

/** Languages without a flow analysis: the scanner is all that reads them. */
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

/** Neither followed nor data with readers of its own: a program, as far as anybody can tell. */
const isUnfollowed = ({ lang, origin, file }: Unit): boolean =>
  LEXICAL.has(lang) ||
  lang === 'sql' ||
  (SILENT.has(lang) && (origin === 'argument' || (origin === 'file' && !isDocumentName(file) && !isDataName(file))));

/** Notes the lines of a unit that a reader should begin with; where none is telling, the best of it in case nothing else is. */
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

/** Nothing in it says anything, or nobody can read it. */
export const recordUnknown = (analysis: Analysis, unit: Unit): void =>
  analysis.recorder.add('hint', { roles: ['nothing known'], weight: 0, isWeak: true }, unit, unit.span);
