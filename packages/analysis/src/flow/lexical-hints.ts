import { scanLexically } from '../languages/lexical/lexical.scan.ts';
import type { Language, Unit } from '../types/index.ts';
import type { Analysis } from './analysis.ts';

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

/** Notes the lines of a unit that a reader should begin with. */
export function recordLexicalHints(analysis: Analysis, unit: Unit): void {
  const { view, start, end } = unit.span;
  const isStrict = !LEXICAL.has(unit.lang);
  for (const hint of scanLexically(view.text.slice(start, end), unit.lang, isStrict))
    analysis.recorder.add('hint', { roles: hint.roles, weight: hint.weight }, unit, {
      view,
      start: start + hint.start,
      end: start + hint.end,
    });
}
