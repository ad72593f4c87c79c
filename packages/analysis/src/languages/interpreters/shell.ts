import { decodeUtf8 } from './bytes.ts';
import { type Interpreter, oneReading, type SourceRead } from './interpreter.ts';

/**
 * sh, dash, bash, zsh, ksh. They know no byte order mark and no coding line: bytes are source. NUL bytes are dropped and
 * the text goes on behind them. A carriage return is a letter like any other: only a line feed ends a line or closes a
 * here-document, so a text with lone carriage returns is read as it stands and not with its lines folded.
 */
function read(bytes: Uint8Array): SourceRead {
  const text = decodeUtf8(bytes).replaceAll('\0', '');
  if (!text.includes('\r')) return oneReading(text, 'bytes as they are');
  const folded = text.replaceAll('\r\n', '\n');
  // Every line ends in CR LF: a checkout made on another system. The same lines, each with one letter more.
  const isWholly = !folded.includes('\r') && text.split('\n').length - 1 === text.split('\r\n').length - 1;
  // But for a backslash at a line's end: it keeps the carriage return, and the line ends there.
  if (isWholly && !text.includes('\\\r\n')) return oneReading(folded, 'bytes as they are');
  return { readings: [{ text, how: 'carriage returns kept', isPart: true }], unread: [] };
}

export const SHELL: Interpreter = { id: 'shell', language: 'shell', read };
