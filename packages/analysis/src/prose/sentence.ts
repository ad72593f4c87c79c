/** A range of text that ends at a sentence boundary. */
export type Sentence = {
  readonly start: number;
  readonly end: number;
  /** As written. */
  readonly raw: string;
  /** Case-folded, same length. */
  readonly text: string;
};

const SENTENCE_CHARS_MAX = 600;
const ENDS =
  /[.!?]+["'”’)\]*_]{0,3}(?=\s|$)|[。！？]+|\n\s*\n|\n(?=\s{0,12}(?:[-*+•>]|\d{1,3}[.)])\s)|(\n)(?=\s{0,3}[*_`]{0,2}[A-Z])/g;
/** A line that ends with an address ends the sentence if the next line begins with a capital letter. */
const ADDRESS_AT_END = /:\/\/\S+$/;
const ADDRESS_TAIL_CHARS = 200;
const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|no|fig|approx|z\. ?b|p\. ?ej|\d{1,3}|[a-z])\.$/i;

/**
 * Splits text into sentences. Dots inside names, numbers and abbreviations do not end one. Every sentence is bounded in
 * length.
 */
export function splitSentences(text: string, offset = 0): Sentence[] {
  const sentences: Sentence[] = [];
  let start = 0;
  const close = (end: number) => {
    for (let from = start; from < end; ) {
      const to = end - from <= SENTENCE_CHARS_MAX ? end : softEnd(text, from);
      push(sentences, text, from, to, offset);
      from = to;
    }
    start = end;
  };
  for (const match of text.matchAll(ENDS)) {
    const end = match.index + match[0].length;
    const isWrapped =
      match[1] !== undefined &&
      !ADDRESS_AT_END.test(text.slice(Math.max(start, match.index - ADDRESS_TAIL_CHARS), match.index));
    if (isWrapped) continue;
    if (match[0].startsWith('.') && ABBREVIATION.test(text.slice(Math.max(start, end - 8), end))) continue;
    close(end);
  }
  close(text.length);
  return sentences;
}

function softEnd(text: string, from: number): number {
  const hard = from + SENTENCE_CHARS_MAX;
  const space = text.slice(from, hard + 1).lastIndexOf(' ');
  return space > 0 ? from + space + 1 : hard;
}

function push(sentences: Sentence[], text: string, from: number, to: number, offset: number): void {
  const raw = text.slice(from, to);
  const lead = raw.length - raw.trimStart().length;
  const trimmed = raw.trim();
  if (trimmed === '') return;
  const start = offset + from + lead;
  sentences.push({ start, end: start + trimmed.length, raw: trimmed, text: foldCase(trimmed) });
}

/** Lower-cases text without moving offsets: the few letters whose lower-case form is longer stay as they are. */
function foldCase(text: string): string {
  const folded = text.toLowerCase();
  if (folded.length === text.length) return folded;
  return Array.from(text, (letter) =>
    letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter,
  ).join('');
}
