import { createPieceWriter, type DerivedText } from './view.ts';

/** `A means https://…`: defines a name for an address or a file that later text uses. */
const DEFINITION =
  /^[ \t]*(?:(?:[-*+]|\d+[.)])[ \t]*)?["'`*]{0,2}([A-Z][A-Za-z0-9_]{0,24})["'`*]{0,2}[ \t]+(?:stands for|means|refers to|denotes|represents|:?=|is short for)[ \t]+["'`]?((?:https?:\/\/|[~./])\S{2,300}|[\w.-]{1,60}\.(?:md|json|env|sh|py|js|txt|ya?ml)|\.[a-z]{2,20})["'`]?[ \t]*$/gm;

const DEFINITIONS_MAX = 20;
const REPLACEMENTS_MAX = 200;

/** The text with defined names replaced by their values; `undefined` if nothing is replaced. */
export function substituteNames(text: string): DerivedText | undefined {
  const named = [...text.matchAll(DEFINITION)].slice(0, DEFINITIONS_MAX);
  const [first] = named;
  if (first === undefined) return undefined;
  const values = new Map(named.map((match) => [match[1] ?? '', match[2] ?? '']));
  const from = first.index;
  const writer = createPieceWriter(text);
  writer.copy(0, from);
  let copied = from;
  let replaced = 0;
  const definitions = named.map((match) => ({ start: match.index, end: match.index + match[0].length }));
  for (const match of text.slice(from).matchAll(/[A-Za-z0-9_]{1,25}/g)) {
    const value = values.get(match[0]);
    const start = from + match.index;
    const isDefinition = definitions.some((range) => start >= range.start && start < range.end);
    if (value === undefined || isDefinition || replaced >= REPLACEMENTS_MAX) continue;
    writer.copy(copied, start);
    writer.replace(value, start, start + match[0].length);
    copied = start + match[0].length;
    replaced += 1;
  }
  writer.copy(copied, text.length);
  return replaced === 0 ? undefined : writer.finish();
}
