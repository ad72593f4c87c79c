import { scanLexically, WEIGHT_MIN } from '../languages/lexical/lexical.scan.ts';
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

/** Notes the lines of a unit that a reader should begin with; where none is telling, the best of it in case nothing else is. */
export function recordLexicalHints(analysis: Analysis, unit: Unit): void {
  const { view, start, end } = unit.span;
  const text = view.text.slice(start, end);
  const telling = scanLexically(text, unit.lang, LEXICAL.has(unit.lang) ? WEIGHT_MIN.lexical : WEIGHT_MIN.followed);
  const hints = telling.length > 0 ? telling : scanLexically(text, unit.lang, WEIGHT_MIN.only).slice(0, 1);
  for (const { roles, weight, stretch } of hints)
    analysis.recorder.add('hint', { roles, weight, ...(telling.length === 0 && { isWeak: true }) }, unit, {
      view,
      start: start + stretch.start,
      end: start + stretch.end,
    });
}
