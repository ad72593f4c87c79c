import { rowsOf, tableOf } from '../../models/table.ts';
import { isRecord, parseJson } from '../manifests/json.ts';
import { parseSections } from '../manifests/sections.ts';
import { parseYaml, plainOf } from '../manifests/yaml-tree.ts';
import { isFullyKnown } from '../value.ts';
import type { CallModel } from './call-site.ts';
import { type CodeValue, fromValue, list, NOTHING } from './code-value.ts';

const STRUCTURE_DEPTH_MAX = 200;

type Cut = () => void;
const QUIET: Cut = () => undefined;

/** Converts parsed data to a value of the program. Calls `cut` when the data is nested too deep. */
function toCodeValue(value: unknown, from: CodeValue, cut: Cut = QUIET, depth = 0): CodeValue {
  const base = { ...NOTHING, taints: from.taints, isDecoded: from.isDecoded };
  if (typeof value === 'string' || typeof value === 'number') return { ...base, text: String(value) };
  if (depth > STRUCTURE_DEPTH_MAX) {
    cut();
    return base;
  }
  const inner = (item: unknown): CodeValue => toCodeValue(item, from, cut, depth + 1);
  if (Array.isArray(value)) return { ...base, items: value.map(inner) };
  if (!isRecord(value)) return base;
  return { ...base, entries: new Map(Object.entries(value).map(([key, item]) => [key, inner(item)])) };
}

/** Parses known settings to a structure, so that the analysis finds the values that a data file contains. */
const parsed =
  (parse: (text: string) => unknown): CallModel =>
  (site) => {
    const input = site.args[0] ?? NOTHING;
    if (!isFullyKnown(input)) return fromValue(input);
    const value = parse(input.text);
    const cut = (): void => site.analysis.recorder.limit('depth of settings', site.unit.file);
    return value === undefined ? { ...input, file: null } : toCodeValue(value, input, cut);
  };

export const parsedJson = (text: string, cut: Cut): CodeValue | undefined => {
  const value = parseJson(text);
  return value === undefined ? undefined : toCodeValue(value, NOTHING, cut);
};

/** The entries of an object after it has read this text as settings. */
export const readSections = (input: CodeValue): ReadonlyMap<string, CodeValue> | null =>
  isFullyKnown(input) ? toCodeValue(parseSections(input.text), input).entries : null;

/** Settings that are too long stay unknown. The limit is noted where the file itself is read. */
const YAML = parsed((text) => parseJson(text) ?? plainOf(parseYaml(text, () => undefined)[0]));

const cells = (line: string): string[] =>
  [...line.matchAll(/(?:^|[,;\t])(?:"((?:[^"]|"")*)"|([^,;\t]*))/g)].map((match) => match[1] ?? match[2] ?? '');

export const linesOf = (value: CodeValue): CodeValue[] =>
  (value.text ?? '')
    .split('\n')
    .map((text) => ({ ...NOTHING, text, taints: value.taints, isDecoded: value.isDecoded }));

/** The rows of a CSV table, as lists or as maps with the names of the first line. */
const rows =
  (isNamed: boolean): CallModel =>
  ({ args: [input = NOTHING] }) => {
    if (!isFullyKnown(input)) return undefined;
    const [head = [], ...rest] = input.text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(cells);
    const toRow = (row: readonly string[]): CodeValue =>
      toCodeValue(isNamed ? Object.fromEntries(head.map((name, index) => [name, row[index] ?? ''])) : row, input);
    return list((isNamed ? rest : [head, ...rest]).map(toRow));
  };

/** Functions that parse settings. */
export const SETTINGS_CALLS: ReadonlyMap<string, CallModel> = tableOf<CallModel>([
  ...rowsOf(parsed(parseJson), 'json.loads json.load JSON.parse json5.parse JSON5.parse orjson.loads'),
  ...rowsOf(
    YAML,
    'yaml.safe_load yaml.load yaml.full_load yaml.parse YAML.parse js-yaml.load jsyaml.load yaml.SafeLoader',
  ),
  ...rowsOf(
    parsed(parseSections),
    'tomllib.loads tomllib.load toml.loads toml.load tomli.loads tomli.load toml.parse TOML.parse ini.parse dotenv.parse smol-toml.parse',
  ),
  ['csv.reader', rows(false)],
  ['csv.DictReader', rows(true)],
]);
