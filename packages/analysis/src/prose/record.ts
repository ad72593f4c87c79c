import type { ProseInput } from '../flow/collect.ts';
import type { Recorder } from '../flow/recorder.ts';
import type { MarkdownDocument } from '../languages/markdown/index.ts';
import { toUrlValue } from '../models/origins/origin.ts';
import type { Language, Unit } from '../types/index.ts';
import { isGrave } from './grave.ts';
import { type ProseInstruction, readDocument, readText } from './instructions.ts';

/** Records the instructions in a file, and the links and images of a document. */
export function recordProse({ recorder, unit, document }: ProseInput): void {
  const { view } = unit.span;
  const found = document === null ? readForeign(view.text, unit.lang) : readDocument(document);
  for (const { start, end, value } of found) recorder.add('instruction', value, unit, { view, start, end });
  if (document !== null) recordTargets(recorder, unit, document);
}

const DATA: ReadonlySet<Language> = new Set(['json', 'yaml', 'toml', 'ini', 'html', 'svg', 'unknown']);
const CODE_PROSE_CHARS_MAX = 131_072;

/** Code and data contain many names and verbs, so only sentences that are grave in any place count there. */
function readForeign(text: string, language: Language): ProseInstruction[] {
  const isData = DATA.has(language);
  const found: ProseInstruction[] = [];
  let offset = 0;
  // Line by line: neighbouring fields and comments are not one sentence.
  for (const line of text.slice(0, CODE_PROSE_CHARS_MAX).split('\n')) {
    if ((isData || COMMENT_LINE.test(line)) && WORDS.test(line)) found.push(...readText(line, offset));
    offset += line.length + 1;
  }
  return found.filter(({ value }) => isGrave(value));
}

/** At least three words: a key and a number are not a sentence. */
const WORDS = /(?<!\p{L})\p{L}{2,}\s+\p{L}{2,}\s+\p{L}{2,}|[\u3040-\u9fff\uac00-\ud7af]{4,}/u;
const COMMENT_LINE = /^\s*(?:#(?!!)|\/\/|\*|\/\*|--|;|%|<!--)/;
function recordTargets(recorder: Recorder, unit: Unit, document: MarkdownDocument): void {
  const { view } = unit.span;
  for (const block of document.blocks) {
    for (const inline of block.inlines) {
      if (inline.kind !== 'link' && inline.kind !== 'image') continue;
      const text = document.text.slice(inline.inner.start, inline.inner.end);
      const url = /^[a-z][a-z+.-]*:/i.test(inline.target) ? (toUrlValue(inline.target) ?? null) : null;
      const at = { view, start: inline.start, end: inline.end };
      if (inline.kind === 'link') recorder.add('link', { text, target: inline.target, url }, unit, at);
      else recorder.add('image', { alt: text, target: inline.target, url }, unit, at);
    }
  }
}
