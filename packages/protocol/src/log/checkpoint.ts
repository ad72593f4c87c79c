/** C2SP tlog-checkpoint: the head of a log as the text of a signed note. */
import { findBase64, toBase64 } from '../seal/base64.ts';
import { HASH_BYTES } from './merkle.ts';
import { NoteError, parseNote, type SignedNote } from './note.ts';

export type Checkpoint = { readonly origin: string; readonly size: number; readonly root: Uint8Array };

export const ORIGIN_CHARS_MAX = 255;
const SIZE = /^(0|[1-9]\d{0,15})$/;

/** A tree size in the notation of C2SP; `undefined` for any other text. */
export function findTreeSize(text: string): number | undefined {
  const size = SIZE.test(text) ? Number(text) : undefined;
  return Number.isSafeInteger(size) ? size : undefined;
}

/** This log writes no extension lines, because no monitor could check them. */
export const toCheckpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${toBase64(root)}\n`;

/** The checkpoint in a note's text. Does not check signatures. Throws NoteError. */
export function parseCheckpointText(text: string): Checkpoint {
  const [origin = '', sizeText = '', rootText = '', ...extensions] = text.slice(0, -1).split('\n');
  const size = findTreeSize(sizeText);
  const root = findBase64(rootText);
  if (!text.endsWith('\n') || origin === '' || origin.length > ORIGIN_CHARS_MAX || extensions.includes(''))
    throw new NoteError('malformed', 'This is no checkpoint.');
  if (size === undefined || root?.length !== HASH_BYTES)
    throw new NoteError('malformed', 'Size or root of the checkpoint cannot be read.');
  return { origin, size, root };
}

export type ParsedCheckpoint = Checkpoint & { readonly note: SignedNote };

export function parseCheckpoint(note: string): ParsedCheckpoint {
  const parsed = parseNote(note);
  return { ...parseCheckpointText(parsed.text), note: parsed };
}
