import { createHash } from 'node:crypto';
import { type Api, AssayError } from '@assay/client/api';
import {
  Assignment,
  AssignmentBundle,
  type AssignmentId,
  type AssignmentState,
  listOf,
  Validator,
} from '@assay/protocol';
import { bundleSha256 } from '@assay/protocol/bundle-digest';
import type { z } from 'zod';
import type { BundleFile } from './decide-vote.ts';
import type { SealedVote } from './votes.ts';

/** The validator's requests to the service. Every answer is checked against its schema. */
export type Seats = {
  list(state: AssignmentState): Promise<Assignment[]>;
  /** `undefined` if the service does not know it. */
  find(id: AssignmentId): Promise<Assignment | undefined>;
  download(assignment: Assignment): Promise<BundleFile[]>;
  commit(vote: SealedVote): Promise<Assignment>;
  reveal(vote: SealedVote): Promise<Assignment>;
  validator(): Promise<Validator>;
};

type SentFile = z.infer<typeof AssignmentBundle>['files'][number];

/** The engine's names for git modes. */
const KINDS = { '100644': 'file', '100755': 'exec', '120000': 'symlink', '160000': 'submodule' } as const;

const PAGE = 100;
/** A validator never has more open seats than this. */
const PAGES_MAX = 100;
const DOWNLOAD = { timeoutMs: 50_000, answerBytesMax: 33_554_432 } as const;

export function createSeats({ call }: Api): Seats {
  const one = (answer: unknown): Assignment => Assignment.parse(answer);
  return {
    async list(state) {
      const items: Assignment[] = [];
      let cursor: string | undefined;
      for (let pages = 0; pages < PAGES_MAX; pages += 1) {
        const query = { state, limit: PAGE, cursor };
        const page = listOf(Assignment).parse(await call('listAssignments', { query }));
        items.push(...page.items);
        if (page.nextCursor === null) return items;
        cursor = page.nextCursor;
      }
      throw new AssayError('bad_answer', `The service lists more than ${PAGES_MAX} pages of assignments.`);
    },
    async find(id) {
      try {
        return one(await call('readAssignment', { params: { id } }));
      } catch (error) {
        if (error instanceof AssayError && error.problem === 'assignment_not_found') return undefined;
        throw error;
      }
    },
    async download(assignment) {
      const answer = await call('downloadAssignment', { params: { id: assignment.id }, ...DOWNLOAD });
      return requireSealed(assignment, AssignmentBundle.parse(answer).files);
    },
    commit: async ({ assignmentId: id, commitment }) =>
      one(await call('commitVerdict', { params: { id }, body: { commitment } })),
    reveal: async ({ assignmentId: id, shown }) => one(await call('revealVerdict', { params: { id }, body: shown })),
    validator: async () => Validator.parse(await call('readValidator', {})),
  };
}

/** Checks that the bytes are exactly those of the assignment. */
function requireSealed({ bundleSha256: sealed, files: named }: Assignment, sent: readonly SentFile[]): BundleFile[] {
  const files = sent.map(({ path, mode, contentBase64 }) => {
    const bytes = Buffer.from(contentBase64, 'base64');
    return { path, bytes, kind: KINDS[mode], ...(mode === '120000' && { target: bytes.toString('utf8') }) };
  });
  const digests = new Map(files.map(({ path, bytes }) => [path, createHash('sha256').update(bytes).digest('hex')]));
  const isNamed = named.every(({ path, sha256 }) => digests.get(path) === sha256);
  if (!isNamed || named.length !== files.length || bundleSha256(named) !== sealed)
    throw new Error('The received bundle is not the assigned bundle.');
  return files;
}
