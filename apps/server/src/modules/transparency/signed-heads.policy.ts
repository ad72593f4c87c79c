import { type Checkpoint, isSameHash } from '@assay/protocol';

/** A checkpoint that this log has signed, and the source of that knowledge. */
export type SignedHead = Pick<Checkpoint, 'size' | 'root'> & { readonly source: string };

/** The reason not to sign, or undefined. A tree with fewer leaves than were signed has lost some. */
export function findLoss(heads: readonly SignedHead[], leaves: number): string | undefined {
  const lost = heads.find(({ size }) => size > leaves);
  return (
    lost &&
    `A checkpoint of ${lost.size} leaves was signed (${lost.source}), and the database has ${leaves}. It is older than ` +
      'what was published, perhaps a restored backup.'
  );
}

/** The same for a tree whose beginning differs from what was signed. */
export function findFork(heads: readonly SignedHead[], at: Pick<Checkpoint, 'size' | 'root'>): string | undefined {
  const forked = heads.find(({ size, root }) => size === at.size && !isSameHash(root, at.root));
  return (
    forked &&
    `A checkpoint of ${forked.size} leaves was signed with another root (${forked.source}). The leaves of the database are ` +
      'not those that were published.'
  );
}

export const HOW_TO_REOPEN =
  'Restore the newer database. If it is lost, state the reason: npm run server -- log reopen NEW-ORIGIN REASON';
