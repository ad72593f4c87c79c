import { decodeLatin1, decodeUtf8, withoutUtf8Mark } from './bytes.ts';
import { decodeBy } from './codecs/by-name.ts';
import { foldNewlines, type Interpreter, oneReading, type SourceRead } from './interpreter.ts';

/** PEP 263: `coding` followed by a colon or an equals sign, in a comment of its own on line one or two. */
const COOKIE = /^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/;
const BLANK = /^[ \t\f]*(?:#.*)?$/;
const NEWLINE = 0x0a;

/** The first two lines in full: Python reads them to the end, however long they are. */
function headOf(bytes: Uint8Array): string {
  const first = bytes.indexOf(NEWLINE);
  const second = first === -1 ? -1 : bytes.indexOf(NEWLINE, first + 1);
  return decodeLatin1(second === -1 ? bytes : bytes.subarray(0, second));
}

/** The codec name as written in the coding line. The second line counts only if the first is blank or a comment. */
function codingName(bytes: Uint8Array): string | undefined {
  const [first = '', second = ''] = headOf(bytes).split(/\r\n|\r|\n/, 2);
  const name = COOKIE.exec(first)?.[1];
  if (name !== undefined) return name;
  return BLANK.test(first) ? COOKIE.exec(second)?.[1] : undefined;
}

/** UTF-8, or the codec that the coding line names, applied to all bytes. */
function read(bytes: Uint8Array): SourceRead {
  const content = withoutUtf8Mark(bytes);
  const name = codingName(content);
  if (name === undefined) return oneReading(foldNewlines(decodeUtf8(content)), 'utf-8');
  const decoded = decodeBy(name, content);
  if (decoded.kind === 'unknown')
    return { readings: [{ text: foldNewlines(decodeUtf8(content)), how: 'utf-8' }], unread: [`text in ${name}`] };
  return oneReading(foldNewlines(decoded.text), `${decoded.codec} by its coding line`);
}

export const PYTHON: Interpreter = { id: 'python', language: 'python', read };
