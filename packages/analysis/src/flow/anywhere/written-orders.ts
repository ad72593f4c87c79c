import type { Language } from '../../types/index.ts';
import { asLine } from '../manifests/carried-commands.ts';
import { isRecord, parseJson } from '../manifests/json.ts';
import { parseToml } from '../manifests/toml-tree.ts';
import { parseYaml, plainOf } from '../manifests/yaml-tree.ts';
import { joined, mayTakeKeys, unescaped } from './plain-text.ts';

const QUOTED = String.raw`"(?:[^"\\\n]|\\[^\n])*"|'(?:[^'\\\n]|\\[^\n])*'`;
const STRING = new RegExp(QUOTED, 'g');
/** Texts with a comma, a sign of joining or nothing between them. */
const ROW = new RegExp(`(?:${QUOTED})(?:\\s*(?:,|\\+|\\.{1,2}|&|<>|~|\\|\\|)?\\s*(?:\\\\\\n\\s*)?(?:${QUOTED}))+`, 'g');

/** A value of a line of settings: behind its name, and without what tells a tool to run it. */
const LINE_VALUE = /^[ \t]*(?:[\w.@/"'*{}, -]{1,80}?[ \t]*[:=]|[-*@!|>$%]+)[ \t]*(?=\S)/;
const RUN_SIGN = /^[!|@$%>-]+[ \t]*/;

/**
 * Every text of a file that may be an order to some program, whoever reads the file: its values as its own grammar gives them. Where
 * it has none, what stands between marks, lists of words as one command and as one word, and what stands on a line behind a name.
 */
export function writtenOrders(text: string, language: Language): readonly string[] {
  const values = valuesOf(text, language);
  // Two values of one line are two, and no command with its words.
  if (values.length > 0 && language !== 'unknown') return telling(values);
  return telling([...values, ...rowsOf(text), ...stringsOf(text), ...linesOf(text)]);
}

/** Of these what nobody would write so to be read: pieces of a text that are put together, letters by their numbers. */
export const assembledOrders = (text: string): readonly string[] =>
  telling([...rowsOf(text), ...stringsOf(text)]).filter((order) => !text.includes(order));

const telling = (found: readonly string[]): readonly string[] => [
  ...new Set(found.map((one) => one.trim()).filter((one) => one.includes(' ') && mayTakeKeys(joined(one)))),
];

function valuesOf(text: string, language: Language): string[] {
  if (language === 'json' || /^\s*[[{]/.test(text)) {
    const read = parseJson(text);
    if (read !== undefined) return textsIn(read, 0);
  }
  const table = language === 'toml' ? parseToml(text) : undefined;
  if (table !== undefined) return textsIn(table, 0);
  if (language !== 'yaml' && language !== 'unknown') return [];
  return parseYaml(text, () => {}).flatMap((tree) => textsIn(plainOf(tree), 0));
}

const DEPTH_MAX = 64;

function textsIn(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return [value];
  if (depth > DEPTH_MAX) return [];
  if (isRecord(value)) return [...vectorOf(value), ...Object.values(value).flatMap((one) => textsIn(one, depth + 1))];
  if (!Array.isArray(value)) return [];
  const words = value.filter((one) => typeof one === 'string');
  return [...together(words), ...value.flatMap((one) => textsIn(one, depth + 1))];
}

/** `command` beside `args`, by whatever names: a program and its words. */
const vectorOf = (record: Record<string, unknown>): string[] => {
  const members = Object.values(record);
  const programs = members
    .filter((one) => typeof one === 'string')
    .filter((one) => /^(?:\/[\w./-]*bin\/)?[\w.-]+$/.test(one));
  const lists = members
    .filter((one) => Array.isArray(one))
    .map((list) => list.filter((one) => typeof one === 'string'));
  return programs
    .slice(0, MEMBERS_MAX)
    .flatMap((program) =>
      lists.slice(0, MEMBERS_MAX).flatMap((words) => (words.length === 0 ? [] : [asLine([program, ...words])])),
    );
};
const MEMBERS_MAX = 8;

const together = (words: readonly string[]): string[] =>
  words.length > 1 ? [asLine(words), words.join(' '), words.join(''), words.join('\n')] : [];

const readings = (quoted: string): string[] => {
  const inner = quoted.slice(1, -1);
  return /\\\d/.test(inner) ? [unescaped(inner), unescaped(inner, 10)] : [unescaped(inner), inner];
};

const stringsOf = (text: string): string[] => [...text.matchAll(STRING)].flatMap(([quoted]) => readings(quoted));

function rowsOf(text: string): string[] {
  return [...text.matchAll(ROW)].flatMap(([row]) => {
    const words = [...row.matchAll(STRING)].map(([quoted]) => quoted);
    return [8, 10].flatMap((base) => together(words.map((word) => unescaped(word.slice(1, -1), base === 8 ? 8 : 10))));
  });
}

/** A line that ends in a backslash goes on; so does a value whose next line is set in, and names nothing. */
const CONTINUED = /\\\n[ \t]*|\n[ \t]+(?=[^\s*#;"'{}[\]])(?![\w."'-]{1,60}[ \t]*[:=]\s|- )/g;

function linesOf(text: string): string[] {
  const isOrder = (line: string): boolean => !/^\s*(?:#|\/\/|;)/.test(line) && line.includes(' ');
  return [text, text.replace(CONTINUED, ' ')].flatMap((one) =>
    one
      .split('\n')
      .filter(isOrder)
      .flatMap((line) => {
        const value = line.replace(LINE_VALUE, '').replace(RUN_SIGN, '');
        return [value, unescaped(value.replace(/^["']|["'],?$/g, ''))];
      }),
  );
}
