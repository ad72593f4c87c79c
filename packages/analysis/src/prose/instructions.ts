import type { MarkdownDocument } from '../languages/markdown/index.ts';
import type { InstructionValue } from '../types/index.ts';
import { splitSentences } from './sentence.ts';
import { readStatement } from './statement.ts';

/** An instruction in a sentence, and the offsets of the sentence in the analysed text. */
export type ProseInstruction = { readonly start: number; readonly end: number; readonly value: InstructionValue };

const PROSE_LIMITS = { instructionsMax: 4_000, sentencesMax: 40_000 } as const;

/** Fences with text for a reader or a model instead of a program. */
const PROSE_FENCES: ReadonlySet<string> = new Set([
  '',
  'text',
  'txt',
  'md',
  'markdown',
  'prompt',
  'plaintext',
  'plain',
  'xml',
  'mdx',
]);

const read = new WeakMap<MarkdownDocument, readonly ProseInstruction[]>();

/**
 * Instructions in a Markdown document: its prose, front matter, hidden text and text fences. Read once per document.
 */
export function readDocument(document: MarkdownDocument): readonly ProseInstruction[] {
  const known = read.get(document);
  if (known !== undefined) return known;
  const made = readStretches(stretchesOf(document));
  read.set(document, made);
  return made;
}

type Stretch = { readonly text: string; readonly start: number };

function stretchesOf(document: MarkdownDocument): Stretch[] {
  const stretches: Stretch[] = [];
  for (const field of document.frontMatter?.fields ?? []) stretches.push({ text: field.text, start: field.start });
  for (const block of document.blocks) {
    if (block.kind === 'fence' && !PROSE_FENCES.has(block.language)) continue;
    stretches.push({ text: block.text, start: block.start });
  }
  return stretches;
}

/** Instructions in any other text: a comment, a data field, a plain file. Positions start at `offset`. */
export const readText = (text: string, offset = 0): ProseInstruction[] => readStretches([{ text, start: offset }]);

function readStretches(stretches: readonly Stretch[]): ProseInstruction[] {
  const found: ProseInstruction[] = [];
  let sentences = 0;
  for (const { text, start } of stretches) {
    for (const sentence of splitSentences(text, start)) {
      sentences += 1;
      if (sentences > PROSE_LIMITS.sentencesMax || found.length >= PROSE_LIMITS.instructionsMax) return found;
      const value = readStatement(sentence);
      if (value !== undefined) found.push({ start: sentence.start, end: sentence.end, value });
    }
  }
  return found;
}
