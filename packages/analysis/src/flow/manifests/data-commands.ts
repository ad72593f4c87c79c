import type { Unit } from '../../types/index.ts';
import type { Analysis } from '../analysis.ts';
import { looksLikeCommand } from '../command-shape.ts';
import { findValue, isRecord, parseJson } from './json.ts';

const DATA = new Set<Unit['lang']>(['json', 'yaml', 'toml', 'ini', 'unknown']);
const COMMANDS_MAX = 3_000;
const VALUE_CHARS = { min: 8, max: 4_000 } as const;

/** Two commands joined, or one that reaches out: a single word in a data file is just a word. */
const ACTS =
  /[|&;]\s*\w|\b(?:curl|wget|iwr|nc|ncat|ssh|scp|bash|sh|python3?|node|powershell|rm|chmod|crontab|base64)\s+\S/;

/** "Run the command in the `setup` field": values of a data file somebody is told to use are read as commands. */
export function recordDataCommands(analysis: Analysis, unit: Unit): void {
  if ((!DATA.has(unit.lang) && unit.lang !== 'markdown') || /(?:^|\/)package(?:-lock)?\.json$/.test(unit.file)) return;
  const { view } = unit.span;
  const values = unit.lang === 'json' ? stringsIn(parseJson(view.text), 0) : lineValues(dataOf(unit), unit.lang);
  const commands = [...new Set(values)].filter(
    (value) =>
      value.length >= VALUE_CHARS.min && value.length <= VALUE_CHARS.max && ACTS.test(value) && looksLikeCommand(value),
  );
  if (commands.length > COMMANDS_MAX) analysis.recorder.limit('commands in data', unit.file);
  for (const value of commands.slice(0, COMMANDS_MAX)) {
    analysis.descend({ lang: 'shell', text: value, at: findValue(view, value), unit, origin: 'argument', layer: null });
  }
}

const FRONT_MATTER = /^---\n([\s\S]*?)\n---(?:\n|$)/;
const SAID = /^[ \t]*(?:description|name|title|summary|when_to_use)[ \t]*:[^\n]*$/gm;

/** Of a document the fields before it, but for those that say what it is. */
const dataOf = ({ lang, span: { view } }: Unit): string =>
  lang === 'markdown' ? (FRONT_MATTER.exec(view.text)?.[1] ?? '').replace(SAID, '') : view.text;

const DEPTH_MAX = 6;

function stringsIn(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return [value];
  if (depth > DEPTH_MAX) return [];
  if (Array.isArray(value)) return value.flatMap((item) => stringsIn(item, depth + 1));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, item]) => (SHOWN.test(name) ? [] : stringsIn(item, depth + 1)));
}

/** Members that say what something is called, or what is looked for in the words of others. */
const SHOWN =
  /^(?:title|description|summary)$|(?:^|[_-])(?:patterns?|regex(?:es)?|signatures?|indicators?|(?:dangerous|destructive|suspicious|malicious|forbidden|blocked|denied)[_-]\w+)$/i;

const LINE_VALUE = /^[ \t]*(?:-[ \t]+)?["']?[\w.-]{1,60}["']?[ \t]*[:=][ \t]*["']?([^\n]{8,2000}?)["']?[ \t]*$/gm;

/** `NAME=$(…)` in a text of several lines is a line of its script, and keeps what it gets: fields of YAML have a colon. */
const SCRIPT_LINE = /^[ \t]*\w+=["']?(?:\$\(|`)/;

const lineValues = (text: string, lang: Unit['lang']): string[] =>
  [...text.matchAll(LINE_VALUE)].map(([line, value = '']) =>
    lang === 'yaml' && SCRIPT_LINE.test(line) ? line.trim() : value,
  );
