import { derivedView, type ViewIds } from '../bundle/decode/view.ts';
import { readLanguageAs } from '../languages/interpreters/index.ts';
import type { Language, Segment, View } from '../types/index.ts';
import type { NestedCode } from './analysis.ts';

/** The texts that the interpreter of a language reads from the bytes; the displayed text when it has no other reading. */
export const readingTexts = (language: Language, bytes: Uint8Array, text: string): readonly string[] =>
  readLanguageAs(language, bytes)?.readings.map((one) => one.text) ?? [text];

/** A reading as a view of its file. It maps line by line when the line counts are equal, otherwise as a whole. */
export function readingView(ids: ViewIds, file: View, { text, by, isPart }: Reading): View {
  return derivedView(ids, file, { text, segments: alignLines(text, file.text) }, isPart ? null : `as ${by} reads it`);
}

/** A reading that is part of the displayed text needs no layer, because it is not hidden. */
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

/** A view of nested code. All of it maps to the place that carries it. */
export function nestedView(ids: ViewIds, { text, at, layer }: NestedCode): View {
  const segments = [{ start: 0, length: text.length, parentStart: at.start, parentLength: at.end - at.start }];
  return derivedView(ids, at.view, { text, segments }, layer);
}
