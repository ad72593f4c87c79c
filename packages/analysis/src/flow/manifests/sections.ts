import { isRecord } from './json.ts';
import { parseToml } from './toml-tree.ts';

type Table = Record<string, unknown>;

/**
 * Parses settings in sections: TOML by its grammar; INI, properties and dotenv by lines with names, texts, numbers and one-line
 * lists. Other syntax is ignored.
 */
export const parseSections = (text: string): Table => parseToml(text) ?? parseLines(text);

function parseLines(text: string): Table {
  const root: Table = {};
  let at = root;
  for (const line of text.split('\n')) {
    const section = /^\s*\[{1,2}\s*([^\]\n]{1,200}?)\s*\]{1,2}\s*$/.exec(line)?.[1];
    if (section !== undefined) at = tableAt(root, section);
    const [, name = '', value = ''] = /^\s*(?:export\s+)?["']?([\w.-]{1,120})["']?\s*[=:]\s*(.*?)\s*$/.exec(line) ?? [];
    if (name !== '' && !/^\s*[#;]/.test(line)) at[name] = readValue(value);
  }
  return root;
}

function tableAt(root: Table, path: string): Table {
  let at = root;
  for (const part of path.replaceAll(/["']/g, '').split('.')) {
    const inner = isRecord(at[part]) ? at[part] : {};
    at[part] = inner;
    at = inner;
  }
  return at;
}

function readValue(raw: string): unknown {
  const quoted = /^"((?:[^"\\]|\\.)*)"|^'([^']*)'/.exec(raw);
  if (quoted !== null) return quoted[1] ?? quoted[2] ?? '';
  if (/^\[.*\]$/.test(raw))
    return [...raw.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(-?\d[\d.]*)/g)].map(
      (match) => match[1] ?? match[2] ?? match[3],
    );
  return raw.replace(/\s+[#;].*$/, '');
}
