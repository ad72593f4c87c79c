/** `30 mtime=1772771137.435444407`: line length, keyword, value. */
const RECORD = /^(\d{1,3}) ((?:[acm]time|LIBARCHIVE\.[\w.-]+|SCHILY\.[\w.#-]+)=[^\n`$;&|<>()'"]*)$/;

/**
 * A PAX extended header that an unpacker without PAX support writes out as a file: times and attributes of the file of
 * the same name. Each line begins with its own length. A value with a shell metacharacter disqualifies the file.
 */
export function isPaxNote(path: string, bytes: Uint8Array): boolean {
  if (!FOLDER.test(path) || bytes.length > NOTE_BYTES_MAX) return false;
  const lines = new TextDecoder('latin1').decode(bytes).split('\n');
  if (lines.pop() !== '' || lines.length === 0) return false;
  return lines.every((line) => Number(RECORD.exec(line)?.[1]) === line.length + 1);
}

const FOLDER = /(?:^|\/)PaxHeaders?(?:\.\d+)?\//;
const NOTE_BYTES_MAX = 2_048;

/**
 * `._notes.md` beside `notes.md`: the AppleDouble metadata that macOS archives keep for the file of the same name,
 * recognised by its magic bytes. Interpreters stop at its NUL bytes, except one that searches further down for a `#!`
 * line.
 */
export const isFinderNote = (path: string, bytes: Uint8Array): boolean =>
  /(?:^|\/)\._[^/]+$/.test(path) &&
  bytes.length <= FINDER_NOTE_BYTES_MAX &&
  FINDER_MARK.every((byte, at) => bytes[at] === byte) &&
  !new TextDecoder('latin1').decode(bytes).includes('#!');

const FINDER_MARK = [0x00, 0x05, 0x16, 0x07, 0x00, 0x02, 0x00, 0x00];
const FINDER_NOTE_BYTES_MAX = 4_096;
