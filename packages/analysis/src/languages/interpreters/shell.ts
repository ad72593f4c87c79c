import { decodeUtf8 } from './bytes.ts';
import { type Interpreter, oneReading, type SourceRead } from './interpreter.ts';

/**
 * sh, dash, bash, zsh, ksh. They know no byte order mark and no coding line: bytes are source. They drop NUL bytes and
 * read on after them. A carriage return is an ordinary character: only a line feed ends a line or closes a
 * here-document. So a text with lone carriage returns keeps them.
 */
function read(bytes: Uint8Array): SourceRead {
  const text = decodeUtf8(bytes).replaceAll('\0', '');
  if (!text.includes('\r')) return oneReading(text, 'bytes as they are');
  const folded = text.replaceAll('\r\n', '\n');
  // Every line ends in CR LF: a checkout made on another system. The lines are the same with one character more.
  const isWholly = !folded.includes('\r') && text.split('\n').length - 1 === text.split('\r\n').length - 1;
  // A backslash before CR LF escapes the carriage return, and the line ends there; such a text keeps its carriage
  // returns.
  if (isWholly && !text.includes('\\\r\n')) return oneReading(folded, 'bytes as they are');
  return { readings: [{ text, how: 'carriage returns kept', isPart: true }], unread: [] };
}

export const SHELL: Interpreter = { id: 'shell', language: 'shell', read };
