import type { Unit } from '../../types/index.ts';
import type { Analysis } from '../analysis.ts';

/** `$lines = @('…', '…')`, `$text = '…'`: texts by a name. */
const KEPT =
  /\$(\w{1,40})\s*=\s*(@\([\s\S]{1,4000}?\n?\s*\)(?=[ \t]*(?:\n|$))|@?["'][\s\S]{1,4000}?["']@?(?=\s*(?:\n|;|$)))/g;
const TEXTS = /'((?:[^'\n]|''){1,2000})'|"((?:[^"\n`]|`.|""){1,2000})"/g;
const PROFILE = String.raw`["']?\$\{?PROFILE\b[\w.}]{0,40}["']?`;

const writes = (name: string): RegExp =>
  new RegExp(
    String.raw`\b(?:Add-Content|Set-Content|Out-File|ac|sc)\b[^\n]{0,80}${PROFILE}[^\n]{0,60}\$${name}\b|\$${name}\b[^\n]{0,80}\|\s*(?:Add-Content|Set-Content|Out-File|Tee-Object)\b[^\n]{0,60}${PROFILE}|\$${name}\b[^\n]{0,60}>>?\s*${PROFILE}`,
    'i',
  );

/** Lines that are kept by a name and then put into the profile: every shell of the user runs them. */
export function readProfileLines(text: string, unit: Unit, analysis: Analysis): void {
  if (unit.lang !== 'powershell' || !/\$\{?PROFILE\b/i.test(text)) return;
  const { view, start } = unit.span;
  for (const { index, 0: whole, 1: name = '', 2: kept = '' } of text.matchAll(KEPT)) {
    if (!writes(name).test(text)) continue;
    const lines = [...kept.matchAll(TEXTS)].map(([, single, double = '']) => single?.replaceAll("''", "'") ?? double);
    const at = { view, start: start + index, end: start + index + whole.length };
    analysis.descend({ lang: 'powershell', text: lines.join('\n'), at, unit, origin: 'startup', layer: null });
  }
}
