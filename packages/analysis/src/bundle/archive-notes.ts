/** `30 mtime=1772771137.435444407`: how long the line is, a name, a value. */
const RECORD = /^(\d{1,3}) ((?:[acm]time|LIBARCHIVE\.[\w.-]+|SCHILY\.[\w.#-]+)=[^\n`$;&|<>()'"]*)$/;

/**
 * What an unpacker leaves behind that does not know the notes of tar: times and marks of the file of the same name, each line
 * as long as it says. A value with anything in it that a shell would act on is none.
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
 * `._notes.md` beside `notes.md`: what archives of macOS keep about a file of the same name, by the mark that such notes begin with. Every
 * interpreter stops at its zeros but one that looks for a first line further down.
 */
export const isFinderNote = (path: string, bytes: Uint8Array): boolean =>
  /(?:^|\/)\._[^/]+$/.test(path) &&
  bytes.length <= FINDER_NOTE_BYTES_MAX &&
  FINDER_MARK.every((byte, at) => bytes[at] === byte) &&
  !new TextDecoder('latin1').decode(bytes).includes('#!');

const FINDER_MARK = [0x00, 0x05, 0x16, 0x07, 0x00, 0x02, 0x00, 0x00];
const FINDER_NOTE_BYTES_MAX = 4_096;
