import { createHash } from 'node:crypto';
import {
  findTreeSize,
  isSignedBy,
  NoteError,
  type NoteKey,
  openNote,
  parseCheckpoint,
  parseSignatureLines,
  type TreeReader,
  toNote,
  toWitnessRequest,
  verifyNoteSignatures,
} from '@assay/protocol';
import type { Logger } from '../../platform/log/index.ts';
import type { AskWitness } from './log.port.ts';
import type { CosignatureRow } from './log.store.ts';
import type { SignedHead } from './signed-heads.policy.ts';

export type Witness = { readonly key: NoteKey; readonly url: string };

/** The checkpoint to cosign. */
type Head = { readonly origin: string; readonly size: number; readonly note: string };

type Deps = {
  readonly witnesses: readonly Witness[];
  readonly ask: AskWitness;
  readonly log: Logger;
};

/** Asks witnesses for cosignatures: the client side of C2SP tlog-witness. */
export function createWitnesses({ witnesses, ask, log }: Deps) {
  /** The assumed size of each witness, which the witness corrects. */
  const known = new Map<string, number>();

  async function request(witness: Witness, head: Head, tree: TreeReader): Promise<string | undefined> {
    const { name } = witness.key;
    for (let attempt = 0; attempt < 2; attempt++) {
      const oldSize = Math.min(known.get(name) ?? 0, head.size);
      const hashes = oldSize === 0 || oldSize === head.size ? [] : await tree.consistencyProof(oldSize);
      const answer = await ask(
        `${witness.url}/add-checkpoint`,
        toWitnessRequest({ oldSize, hashes, checkpoint: head.note }),
      );
      if (answer === undefined) return undefined;
      if (answer.status === 200) {
        known.set(name, head.size);
        return answer.text;
      }
      const theirs = answer.status === 409 ? findTreeSize(answer.text.trim()) : undefined;
      log.warn({ witness: name, status: answer.status, size: head.size, theirs }, 'witness did not cosign');
      if (theirs === undefined || theirs > head.size) return undefined;
      known.set(name, theirs);
    }
    return undefined;
  }

  async function cosign(witness: Witness, head: Head, tree: TreeReader): Promise<CosignatureRow[]> {
    const { name: keyName, id: keyId } = witness.key;
    try {
      const lines = await request(witness, head, tree);
      if (lines === undefined) return [];
      const { text } = parseCheckpoint(head.note).note;
      const signatures = parseSignatureLines(lines);
      const proven = await verifyNoteSignatures({ text, signatures }, [witness.key], isSignedBy);
      const line = lines.split('\n').find((each) => each.startsWith(`\u2014 ${keyName} `));
      return proven.flatMap(({ seconds }) =>
        seconds === null || line === undefined
          ? []
          : [
              {
                origin: head.origin,
                size: head.size,
                keyName,
                keyId,
                line: `${line}\n`,
                cosignedAt: new Date(seconds * 1_000),
              },
            ],
      );
    } catch (error) {
      if (!(error instanceof NoteError)) throw error;
      log.warn({ witness: keyName, err: error }, 'witness returned an invalid cosignature');
      return [];
    }
  }

  /** The checkpoint of this log that a witness holds, verified by the log's own signature. */
  async function findHead({ key, url }: Witness, logKey: NoteKey): Promise<SignedHead | undefined> {
    const hash = createHash('sha256').update(logKey.name).digest('hex');
    const answer = await ask(`${url}/${hash}/checkpoint`);
    if (answer?.status !== 200) return undefined;
    try {
      await openNote(answer.text, [logKey], isSignedBy);
      const { origin, size, root } = parseCheckpoint(answer.text);
      return origin === logKey.name ? { size, root, source: `witness ${key.name}` } : undefined;
    } catch (error) {
      if (!(error instanceof NoteError)) throw error;
      log.warn({ witness: key.name, err: error }, 'witness has a foreign checkpoint');
      return undefined;
    }
  }

  return {
    list: witnesses,
    cosign: async (head: Head, tree: TreeReader, asked = witnesses): Promise<CosignatureRow[]> =>
      (await Promise.all(asked.map((witness) => cosign(witness, head, tree)))).flat(),
    /** The checkpoints of this log from all witnesses that answer. */
    async findHeads(logKey: NoteKey): Promise<SignedHead[]> {
      const heads = await Promise.all(witnesses.map((witness) => findHead(witness, logKey)));
      return heads.filter((head) => head !== undefined);
    },
    /** The note with the cosignature lines of its witnesses. */
    withCosignatures(note: string, lines: readonly string[]): string {
      const split = note.lastIndexOf('\n\n');
      return toNote(note.slice(0, split + 1), [note.slice(split + 2), ...lines]);
    },
  };
}
export type Witnesses = ReturnType<typeof createWitnesses>;
