import type { Unit } from '../../types/index.ts';
import type { Analysis } from '../analysis.ts';
import { globToPattern } from '../glob.ts';

const TEXT = String.raw`(?:'[^'\n]{0,200}'|"[^"$\n]{0,200}")`;
const FORMATTED = new RegExp(String.raw`(${TEXT})\s*-f\s*(${TEXT}(?:\s*,\s*${TEXT}){0,20})`, 'gi');
const ADDED = new RegExp(String.raw`(${TEXT})\s*\+\s*(${TEXT})`, 'g');
const JOINED = new RegExp(
  String.raw`-join\s*\(\s*(${TEXT}(?:\s*,\s*${TEXT}){1,20})\s*\)|\(\s*(${TEXT}(?:\s*,\s*${TEXT}){1,20})\s*\)\s*-join\s*(?:''|"")`,
  'gi',
);
const REPLACED = new RegExp(
  String.raw`(${TEXT})\s*(?:-c?replace\s*(${TEXT})\s*,\s*(${TEXT})|\.Replace\(\s*(${TEXT})\s*,\s*(${TEXT})\s*\))`,
  'gi',
);
const IN_BRACKETS = new RegExp(String.raw`(?<![\w\])])\(\s*(${TEXT})\s*\)`, 'g');
/** What answers with the command of a name. */
const LOOKED_UP = new RegExp(
  String.raw`\(\s*(?:Get-Command|gcm|Get-Alias|gal)\s+(?:-Name\s+)?(${TEXT}|[\w*?-]{2,40})(?:\s+-\w+(?:\s+\w+)?){0,3}\s*\)(?:\.(?:Name|Definition|ResolvedCommandName))?|\$ExecutionContext\.InvokeCommand\.Get(?:Command|Cmdlets?)\(\s*(${TEXT})(?:\s*,[^)\n]{0,80})?\)`,
  'gi',
);
const CALLED = new RegExp(String.raw`(^|[\s;{(|=])[&.]\s*(${TEXT})`, 'gm');
const HELD = new RegExp(String.raw`^[ \t]*\$(\w{1,40})\s*=\s*(${TEXT})[ \t]*;?[ \t]*$`, 'gm');
/** Commands that run a text, or fetch one: what a name is put together for. */
const TELLING = [
  'Invoke-Expression',
  'iex',
  'Invoke-Command',
  'Invoke-WebRequest',
  'Invoke-RestMethod',
  'Start-Process',
  'New-Object',
  'Add-Type',
];
const ROUNDS_MAX = 6;

const inner = (text: string): string => text.slice(1, -1);
const quoted = (text: string): string => `'${text.replaceAll("'", '')}'`;
const partsOf = (list: string): string[] => [...list.matchAll(new RegExp(TEXT, 'g'))].map(([part]) => inner(part));
const filled = (pattern: string, parts: readonly string[]): string =>
  pattern.replace(/\{(\d{1,2})\}/g, (whole, at: string) => parts[Number(at)] ?? whole);

/** `*ke-ex*` is the command that it fits. */
const meant = (name: string): string =>
  /[*?]/.test(name) ? (TELLING.find((one) => globToPattern(name.toLowerCase()).test(one.toLowerCase())) ?? name) : name;

const step = (text: string): string =>
  text
    .replace(FORMATTED, (_, pattern: string, list: string) => quoted(filled(inner(pattern), partsOf(list))))
    .replace(ADDED, (_, one: string, other: string) => quoted(inner(one) + inner(other)))
    .replace(JOINED, (_, one?: string, other?: string) => quoted(partsOf(one ?? other ?? '').join('')))
    .replace(REPLACED, (_, on: string, a?: string, b?: string, c?: string, d?: string) =>
      quoted(inner(on).replaceAll(inner(a ?? c ?? "''") || '\0', inner(b ?? d ?? "''"))),
    )
    .replace(LOOKED_UP, (_, name?: string, other?: string) =>
      quoted(meant((name ?? other ?? '').replace(/^["']|["']$/g, ''))),
    )
    .replace(IN_BRACKETS, (_, one: string) => one);

/** Names of commands that are put together, looked up or kept in a variable, written where they are called. */
function withPlainNames(text: string): string {
  let folded = text;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const next = step(folded);
    if (next === folded) break;
    folded = next;
  }
  const held = new Map([...folded.matchAll(HELD)].map(([, name = '', value = '']) => [name.toLowerCase(), value]));
  return folded
    .replace(/(^|[\s;{(|=])([&.])\s*\$(\w{1,40})\b/gm, (whole, before: string, sign: string, name: string) => {
      const value = held.get(name.toLowerCase());
      return value === undefined ? whole : `${before}${sign} ${value}`;
    })
    .replace(CALLED, (whole, before: string, name: string) =>
      /^[A-Za-z][\w-]{1,60}$/.test(inner(name)) ? `${before}${inner(name)}` : whole,
    );
}

const calls = (text: string, name: string): number => text.split(new RegExp(`\\b${name}\\b`, 'i')).length;

/** A program that hides the names of what it calls is read once more, with the names in their places. */
export function readPlainNames(analysis: Analysis, unit: Unit, text: string): void {
  if (unit.lang !== 'powershell' || !/[&.]\s*[($'"]/.test(text)) return;
  const plain = withPlainNames(text);
  if (!TELLING.some((name) => calls(plain, name) > calls(text, name))) return;
  analysis.descend({
    lang: 'powershell',
    text: plain,
    at: unit.span,
    unit,
    origin: 'decoded',
    layer: 'with its names put together',
  });
}
