import { decodeUtf8, decodeUtf16, decodeUtf32, startsWith, utf16Mark, withoutUtf8Mark } from './bytes.ts';
import { foldNewlines, type Interpreter, oneReading, type SourceRead } from './interpreter.ts';

/**
 * UTF-32, UTF-16 or UTF-8 according to the byte order mark. Without one, the significant characters are ASCII in any
 * code page.
 */
function readMarked(bytes: Uint8Array): SourceRead {
  if (startsWith(bytes, [0xff, 0xfe, 0, 0])) return oneReading(foldNewlines(decodeUtf32(bytes, 'le')), 'utf-32');
  if (startsWith(bytes, [0, 0, 0xfe, 0xff])) return oneReading(foldNewlines(decodeUtf32(bytes, 'be')), 'utf-32');
  const order = utf16Mark(bytes);
  if (order !== undefined) return oneReading(foldNewlines(decodeUtf16(bytes, order)), 'utf-16 by its mark');
  return oneReading(foldNewlines(decodeUtf8(withoutUtf8Mark(bytes))), 'utf-8');
}

const CONTROL_Z = '\x1a';

/** cmd reads bytes as characters, prints a UTF-8 byte order mark as noise, and stops at control-Z. */
function readBatch(bytes: Uint8Array): SourceRead {
  const text = foldNewlines(decodeUtf8(withoutUtf8Mark(bytes))).replaceAll('\0', '');
  const stop = text.indexOf(CONTROL_Z);
  if (stop === -1) return oneReading(text, 'bytes as they are');
  return { readings: [{ text: text.slice(0, stop), how: 'up to control-Z', isPart: true }], unread: [] };
}

export const POWERSHELL: Interpreter = { id: 'powershell', language: 'powershell', read: readMarked };
export const CMD: Interpreter = { id: 'cmd', language: 'batch', read: readBatch };

/** Languages that are only scanned: the scan covers the whole file, including parts that the interpreter would skip. */
export const SCANNED: readonly Interpreter[] = (['perl', 'ruby', 'php', 'java'] as const).map((language) => ({
  id: language,
  language,
  read: readMarked,
}));
