import { derivedView, type ViewIds } from '../bundle/decode/view.ts';
import { readLanguageAs } from '../languages/interpreters/index.ts';
import type { Language, Segment, View } from '../types/index.ts';
import type { NestedCode } from './analysis.ts';

/** What the interpreter of a language makes of the bytes; the text everybody sees where there is none. */
export const readingTexts = (language: Language, bytes: Uint8Array, text: string): readonly string[] =>
  readLanguageAs(language, bytes)?.readings.map((one) => one.text) ?? [text];

/** A reading as a view on its file. Lines stand for lines where there are as many of them; else all stands for all. */
export function readingView(ids: ViewIds, file: View, { text, by, isPart }: Reading): View {
  return derivedView(ids, file, { text, segments: alignLines(text, file.text) }, isPart ? null : `as ${by} reads it`);
}

/** A part of what everybody sees needs no layer: it is not hidden from anyone. */
type Reading = { readonly text: string; readonly by: string; readonly isPart: boolean };

function alignLines(text: string, parent: string): Segment[] {
  if (text === parent) return [{ start: 0, length: text.length, parentStart: 0, parentLength: parent.length }];
  const lines = text.split('\n');
  const parents = parent.split('\n');
  if (lines.length !== parents.length)
    return [{ start: 0, length: text.length, parentStart: 0, parentLength: parent.length }];
  let start = 0;
  let parentStart = 0;
  return lines.map((line, index) => {
    const isLast = index === lines.length - 1;
    const length = line.length + (isLast ? 0 : 1);
    const parentLength = (parents[index]?.length ?? 0) + (isLast ? 0 : 1);
    const segment = { start, length, parentStart, parentLength };
    start += length;
    parentStart += parentLength;
    return segment;
  });
}

/** Code inside code: all of it stands for the place that carries it. */
export function nestedView(ids: ViewIds, { text, at, layer }: NestedCode): View {
  const segments = [{ start: 0, length: text.length, parentStart: at.start, parentLength: at.end - at.start }];
  return derivedView(ids, at.view, { text, segments }, layer);
}
