import { decodeUtf8, decodeUtf16, utf16Mark, withoutUtf8Mark } from './bytes.ts';
import { foldNewlines, type Interpreter, type SourceRead } from './interpreter.ts';

/**
 * An agent that reads a document. Its tools decode UTF-8; some honour a UTF-16 byte order mark, others show the bytes
 * without the zeros. A text that differs between the two decodings is two texts, and both are read.
 */
function read(bytes: Uint8Array): SourceRead {
  const plain = foldNewlines(decodeUtf8(withoutUtf8Mark(bytes)).replaceAll('\0', ''));
  const order = utf16Mark(bytes);
  if (order === undefined) return { readings: [{ text: plain, how: 'utf-8' }], unread: [] };
  const marked = { text: foldNewlines(decodeUtf16(bytes, order)), how: 'utf-16 by its mark' };
  const isTwo = SENTENCE.test(plain) && asciiOf(plain) !== asciiOf(marked.text);
  return { readings: isTwo ? [marked, { text: plain, how: 'utf-8' }] : [marked], unread: [] };
}

/** Several words in a row: bytes of another alphabet do not form them by chance. */
const SENTENCE = /(?:[A-Za-z]{2,}[ \n.,;:/'"`-]{1,3}){3}/;

const asciiOf = (text: string): string => text.replace(/[^\x20-\x7e]/g, '');

export const AGENT: Interpreter = { id: 'an agent that reads documents', language: 'markdown', read };
