import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { AssignmentId, Hash32, RevealRequest, toCommitment } from '@assay/protocol';
import { z } from 'zod';
import { createDurably } from './durable-file.ts';

/** A vote as it will be revealed, with its salt. */
const SealedVote = z.object({ assignmentId: AssignmentId, validatorId: z.string(), shown: RevealRequest });
export type SealedVote = z.infer<typeof SealedVote> & { readonly commitment: Hash32 };
export type Judgement = Omit<RevealRequest, 'salt'>;

type Seat = { readonly id: AssignmentId; readonly validatorId: string };

export type Votes = {
  find(id: AssignmentId): SealedVote | undefined;
  /** Durable on disk before it returns. The first vote wins: a second process gets that one. */
  keep(seat: Seat, judgement: Judgement): SealedVote;
  forget(id: AssignmentId): void;
  list(): AssignmentId[];
};

const SALT_BYTES = 32;
const EXTENSION = '.json';

/**
 * Votes that are not revealed yet, one file each. A commitment without its salt can never be revealed, so the
 * file is on disk before anything is sent.
 */
export function openVotes(folder: string): Votes {
  const fileOf = (id: AssignmentId): string => join(folder, `${id}${EXTENSION}`);
  const find = (id: AssignmentId): SealedVote | undefined => {
    const text = readIfThere(fileOf(id));
    return text === undefined ? undefined : seal(SealedVote.parse(JSON.parse(text)));
  };
  return {
    find,
    keep({ id, validatorId }, judgement) {
      const salt = Hash32.parse(`0x${randomBytes(SALT_BYTES).toString('hex')}`);
      const vote = { assignmentId: id, validatorId, shown: RevealRequest.parse({ ...judgement, salt }) };
      if (createDurably(fileOf(id), JSON.stringify(vote))) return seal(vote);
      return find(id) ?? seal(vote);
    },
    forget: (id) => rmSync(fileOf(id), { force: true }),
    list: () =>
      listIfThere(folder).flatMap((name) => {
        const id = AssignmentId.safeParse(name.slice(0, -EXTENSION.length));
        return name.endsWith(EXTENSION) && id.success ? [id.data] : [];
      }),
  };
}

const seal = (vote: z.infer<typeof SealedVote>): SealedVote => ({
  ...vote,
  commitment: toCommitment({ assignmentId: vote.assignmentId, validatorId: vote.validatorId, ...vote.shown }),
});

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function listIfThere(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
