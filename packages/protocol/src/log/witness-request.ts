/** The body of `add-checkpoint` in C2SP tlog-witness. */
import { findBase64, toBase64 } from '../seal/base64.ts';
import { findTreeSize } from './checkpoint.ts';
import { HASH_BYTES, type Hashes } from './merkle.ts';
import { NoteError } from './note.ts';
import { PROOF_HASHES_MAX } from './proofs.ts';

export const WITNESS_REQUEST_BYTES_MAX = 131_072;
export const TREE_SIZE_TYPE = 'text/x.tlog.size';

export type WitnessRequest = {
  readonly oldSize: number;
  readonly hashes: Hashes;
  /** The checkpoint with its signatures. */
  readonly checkpoint: string;
};

export const toWitnessRequest = ({ oldSize, hashes, checkpoint }: WitnessRequest): string =>
  `old ${oldSize}\n${hashes.map((hash) => `${toBase64(hash)}\n`).join('')}\n${checkpoint}`;

/** Throws NoteError. */
export function parseWitnessRequest(body: string): WitnessRequest {
  const split = body.indexOf('\n\n');
  const [oldLine = '', ...lines] = body.slice(0, Math.max(split, 0)).split('\n');
  const oldSize = oldLine.startsWith('old ') ? findTreeSize(oldLine.slice('old '.length)) : undefined;
  if (split < 0 || oldSize === undefined) throw new NoteError('malformed', 'The first line is not "old <size>".');
  if (lines.length > PROOF_HASHES_MAX)
    throw new NoteError('malformed', `A consistency proof has at most ${PROOF_HASHES_MAX} lines.`);
  const hashes = lines.map((line) => {
    const hash = findBase64(line);
    if (hash?.length !== HASH_BYTES) throw new NoteError('malformed', 'A line of the consistency proof is no hash.');
    return hash;
  });
  return { oldSize, hashes, checkpoint: body.slice(split + 2) };
}
