import { decodeUtf8, withoutUtf8Mark } from './bytes.ts';
import { foldNewlines, type Interpreter, oneReading, type SourceRead } from './interpreter.ts';

/** `\\u000a` is a line end before anything else is looked at: also inside a comment. */
const ESCAPED = /\\u+([0-9a-fA-F]{4})/g;

function read(bytes: Uint8Array): SourceRead {
  const text = foldNewlines(decodeUtf8(withoutUtf8Mark(bytes)));
  const translated = text.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return oneReading(foldNewlines(translated), 'escapes put in their place');
}

export const JAVA: Interpreter = { id: 'java', language: 'java', read };
