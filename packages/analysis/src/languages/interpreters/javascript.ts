import { decodeUtf8, withoutUtf8Mark } from './bytes.ts';
import { foldNewlines, type Interpreter, oneReading } from './interpreter.ts';

/**
 * Node, Deno, Bun: always UTF-8. One byte order mark at the front is dropped, and invalid sequences become U+FFFD. A
 * UTF-16 file decodes to noise.
 */
const read: Interpreter['read'] = (bytes) => oneReading(foldNewlines(decodeUtf8(withoutUtf8Mark(bytes))), 'utf-8');

export const JAVASCRIPT: Interpreter = { id: 'javascript', language: 'javascript', read };
export const TYPESCRIPT: Interpreter = { id: 'typescript', language: 'typescript', read };
