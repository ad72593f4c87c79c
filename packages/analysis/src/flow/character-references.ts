import { own } from '../own.ts';

const NAMES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' };

/** Letters that stand in a text by their number or name; names that nobody defined stay. */
export const withLetters = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) =>
    name === undefined ? toLetter(decimal, hex) : (own(NAMES, name.toLowerCase()) ?? whole),
  );

function toLetter(decimal: string | undefined, hex: string | undefined): string {
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const ENTITY = /<!ENTITY\s+([\w.-]+)\s+(?:"([^"]*)"|'([^']*)')\s*>/g;
/** Definitions within definitions, and letters that they come to. */
const ROUNDS_MAX = 8;
const TEXT_MAX = 4_194_304;

/** Names that a document defines itself are what they stand for. */
function withEntities(text: string): string {
  const defined = new Map([...text.matchAll(ENTITY)].map((match) => [match[1] ?? '', match[2] ?? match[3] ?? '']));
  let now = text;
  for (let round = 0; defined.size > 0 && round < ROUNDS_MAX && now.length < TEXT_MAX; round += 1) {
    const next = now.replace(/&([\w.-]+);/g, (whole, name: string) => defined.get(name) ?? whole);
    if (next === now) break;
    now = next;
  }
  return now.slice(0, TEXT_MAX);
}

/**
 * XML in one spelling, as a parser reads it: no comments, no sections of plain letters, names of its own filled in, letters
 * instead of their numbers, values in double quotation marks. Marks stay escaped, for whoever takes a value out.
 */
export const plainXml = (text: string): string =>
  withEntities(text.replace(/<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, letters) => escaped(letters ?? '')))
    .replace(/&#(?:\d+|x[0-9a-f]+);/gi, (number) => escaped(withLetters(number)))
    .replace(/(<[\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))+)/g, (_, tag, values) => tag + inMarks(values));

const inMarks = (values: string): string =>
  values.replace(
    /=\s*(?:"([^"]*)"|'([^']*)')/g,
    (_, double?: string, single = '') => `="${double ?? single.replaceAll('"', '&quot;')}"`,
  );

/** Parts of a document that lie elsewhere. */
export const hasPartsElsewhere = (text: string): boolean =>
  /<!ENTITY\s+(?:%\s+)?[\w.-]+\s+(?:SYSTEM|PUBLIC)\b/.test(text);
