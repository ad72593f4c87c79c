import type { Evidence } from '@assay/protocol';

/** The part of a bundle file that evidence can refer to. */
type EvidenceFile = { readonly path: string; readonly bytes: Uint8Array };

const PLACE = /^(?<path>.+):(?<line>[1-9]\d{0,8})$/;
const LINE_FEED = 0x0a;

/**
 * Whether a person has to review a reporter's evidence. A place must exist in the certified bytes. Pages, texts and
 * traces need human judgement, so they count until a person has read them.
 */
export const needsPerson = (evidence: readonly Evidence[], files: readonly EvidenceFile[]): boolean =>
  evidence.some((piece) => piece.kind !== 'FILE_LINE' || isPlaceIn(piece, files));

function isPlaceIn({ value, path, line }: Evidence, files: readonly EvidenceFile[]): boolean {
  const named = PLACE.exec(value)?.groups;
  const wantedPath = path ?? named?.path;
  const wantedLine = line ?? Number(named?.line ?? 1);
  const file = files.find((known) => known.path === wantedPath);
  return file !== undefined && wantedLine <= countLines(file.bytes);
}

/** Text after the last line feed counts as a line. */
function countLines(bytes: Uint8Array): number {
  const ended = bytes.reduce((count, byte) => (byte === LINE_FEED ? count + 1 : count), 0);
  return bytes.length === 0 || bytes.at(-1) === LINE_FEED ? ended : ended + 1;
}
