import { blankBlocks } from './blocks.ts';
import { decodeUtf8, decodeUtf16, utf16Mark, withoutUtf8Mark } from './bytes.ts';
import { foldNewlines, type Interpreter, oneReading, type SourceRead, type SourceReading } from './interpreter.ts';

const END = /^__(?:END|DATA)__[^\n]*\n/m;
const POD_OPENS = /^=[a-zA-Z]/;
const POD_CLOSES = /^=cut\b/;

/** Perl finds UTF-16 by its mark, and without one by a zero byte among the first two. */
function decode(bytes: Uint8Array): string {
  const order = utf16Mark(bytes) ?? (bytes[1] === 0 ? 'le' : bytes[0] === 0 ? 'be' : undefined);
  return order === undefined ? decodeUtf8(withoutUtf8Mark(bytes)) : decodeUtf16(bytes, order);
}

/**
 * Source ends at `__END__`; what follows is data that the program may read and run, so it is a reading of its own. Manual
 * pages between `=word` and `=cut` are skipped: an apostrophe in one would otherwise open a string over the code below.
 */
function read(bytes: Uint8Array): SourceRead {
  const whole = foldNewlines(decode(bytes));
  const end = END.exec(whole);
  const source = blankBlocks(end === null ? whole : whole.slice(0, end.index), POD_OPENS, POD_CLOSES);
  const readings: SourceReading[] = [
    { text: source, how: 'source up to its end mark, manual pages left out', isPart: true },
  ];
  const tail = end === null ? '' : whole.slice(end.index + end[0].length);
  if (tail.trim() !== '') readings.push({ text: tail, how: 'what stands behind the end mark', isPart: true });
  return source === whole ? oneReading(whole, 'bytes as they are') : { readings, unread: [] };
}

export const PERL: Interpreter = { id: 'perl', language: 'perl', read };
