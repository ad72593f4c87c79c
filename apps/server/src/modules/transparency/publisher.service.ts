import {
  type Checkpoint,
  createNoteKey,
  isSameHash,
  isSignedBy,
  NOTE_KEY_TYPES,
  type NoteKey,
  openNote,
  parseCheckpoint,
  type Signer,
  signNote,
  toCheckpointText,
  toNote,
} from '@assay/protocol';
import type { Logger } from '../../platform/log/index.ts';
import type { LeaseStore } from '../registry/index.ts';
import type { CheckpointMemory } from './log.port.ts';
import type { CheckpointRow, LogStore } from './log.store.ts';
import { LogHaltedError, type Origins } from './origins.service.ts';
import { findFork, findLoss, HOW_TO_REOPEN, type SignedHead } from './signed-heads.policy.ts';
import { type GrowingTree, reopenTree, treeAt } from './tree.ts';
import type { Witness, Witnesses } from './witnesses.service.ts';

export type LogTransaction = { readonly transparency: LogStore; readonly leases: LeaseStore };

type Deps = {
  readonly store: LogStore;
  readonly inTransaction: <T>(work: (tx: LogTransaction) => Promise<T>) => Promise<T>;
  readonly origins: Origins;
  readonly memory: CheckpointMemory;
  readonly witnesses: Witnesses;
  readonly signer: Signer;
  /** The name of this process as a holder of the publisher lease. */
  readonly holder: string;
  readonly clock: { now(): Date };
  readonly log: Logger;
};

const LEASE = 'log-publisher';
/** Renewed at every poll. */
const LEASE_MS = 3_000;
/** Maximum of leaves per checkpoint and per read. */
const BATCH_MAX = 8_192;
/** Interval for repeated requests to witnesses that did not cosign a checkpoint. */
const ASK_AGAIN_MS = 5_000;
/** A cosignature also attests that no newer checkpoint was seen. In a quiet log it is renewed after this long. */
const RENEW_COSIGNATURE_MS = 10 * 60_000;

/**
 * Turns committed leaves into tiles and signed checkpoints, in one process at a time. All stored data derives from the
 * leaves, so a killed process, or two at once, publish the same tree. It never signs a head that contradicts an earlier
 * one, and it checks this against memory outside the database, which may have been restored.
 */
export function createPublisher(deps: Deps) {
  const { store, inTransaction, origins, memory, witnesses, signer, holder, clock, log } = deps;
  let tree: GrowingTree | undefined;
  /** The heads that witnesses held when this process began to publish. */
  let witnessed: { readonly origin: string; readonly heads: readonly SignedHead[] } | undefined;
  let halted: string | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;

  const keyOf = (origin: string): NoteKey => createNoteKey(origin, NOTE_KEY_TYPES.ed25519, signer.publicKey);

  async function signedHeads(origin: string): Promise<SignedHead[]> {
    if (witnessed?.origin !== origin) witnessed = { origin, heads: await witnesses.findHeads(keyOf(origin)) };
    const note = await memory.read(origin);
    if (note === undefined) return [...witnessed.heads];
    await openNote(note, [keyOf(origin)], isSignedBy);
    return [{ ...parseCheckpoint(note), source: 'remembered beside the database' }, ...witnessed.heads];
  }

  const halt = (reason: string): never => {
    throw new LogHaltedError(`${reason} ${HOW_TO_REOPEN}`);
  };

  /** The tree of the newest checkpoint, verified against its signed root. */
  async function reopen(published: CheckpointRow | undefined): Promise<GrowingTree> {
    const opened = await reopenTree(store, published?.size ?? 0);
    if (published !== undefined && !isSameHash(opened.root(), published.root))
      halt(`The leaves below ${published.size} differ from the published checkpoint.`);
    return opened;
  }

  /** Adds leaves up to a size, and compares the root at every size that was signed earlier. */
  async function grow(growing: GrowingTree, to: number, heads: readonly SignedHead[]): Promise<void> {
    const stops = [...new Set([...heads.map(({ size }) => size), to])].filter((size) => size > growing.size());
    for (const stop of stops.sort((one, other) => one - other)) {
      while (growing.size() < stop) {
        const hashes = await store.leafHashes(growing.size(), Math.min(growing.size() + BATCH_MAX, stop));
        if (hashes.length === 0) throw new Error(`Leaf ${growing.size()} is missing in the database.`);
        await store.insertTiles(hashes.flatMap((hash) => growing.append(hash)));
      }
      const fork = findFork(heads, { size: stop, root: growing.root() });
      if (fork !== undefined) halt(fork);
    }
  }

  /** Checks heads within the published size. */
  async function requirePublished(heads: readonly SignedHead[], size: number): Promise<void> {
    for (const head of heads.filter((one) => one.size > 0 && one.size <= size)) {
      const fork = findFork([head], { size: head.size, root: await treeAt(store, head.size).root() });
      if (fork !== undefined) halt(fork);
    }
  }

  async function publish(origin: string, head: Checkpoint): Promise<void> {
    const text = toCheckpointText(head);
    const note = toNote(text, [signNote(text, keyOf(origin), signer.sign)]);
    // Stored before publication: after a crash here, the leaves still lead to the stored head.
    await memory.write(origin, note);
    askedAt = clock.now().getTime();
    const cosignatures = await witnesses.cosign({ origin, size: head.size, note }, treeAt(store, head.size));
    await inTransaction(async (tx) => {
      await tx.leases.lock(LEASE, holder);
      const row = { origin, size: head.size, root: Buffer.from(head.root), note, signedAt: clock.now() };
      await tx.transparency.insertCheckpoint(row);
      await tx.transparency.insertCosignatures(cosignatures);
    });
  }

  async function advance(): Promise<number> {
    const origin = await origins.open();
    await store.appendAuditHead();
    const [published, leaves] = [await store.newestCheckpoint(origin), await store.countLeaves()];
    const size = published?.size ?? 0;
    const heads = await signedHeads(origin);
    const loss = findLoss(heads, leaves);
    if (loss !== undefined) halt(loss);
    if (leaves === size) {
      if (published !== undefined) await askAgain(published);
      return 0;
    }
    if (tree?.size() !== size) {
      tree = await reopen(published);
      await requirePublished(heads, size);
    }
    // Never signs a size below an earlier head, because such a head could not be compared.
    const to = Math.max(Math.min(size + BATCH_MAX, leaves), ...heads.map((head) => head.size));
    await grow(tree, to, heads);
    await publish(origin, { origin, size: to, root: tree.root() });
    return to - size;
  }

  async function askAgain({ origin, size, note }: CheckpointRow): Promise<void> {
    if (witnesses.list.length === 0 || clock.now().getTime() - askedAt < ASK_AGAIN_MS) return;
    askedAt = clock.now().getTime();
    const signed = await store.cosignaturesOf(origin, size);
    const isFresh = ({ key }: Witness) =>
      signed.some(({ keyId, cosignedAt }) => keyId === key.id && askedAt - cosignedAt.getTime() < RENEW_COSIGNATURE_MS);
    const asked = witnesses.list.filter((witness) => !isFresh(witness));
    await store.insertCosignatures(await witnesses.cosign({ origin, size, note }, treeAt(store, size), asked));
  }

  return {
    /** Publishes committed leaves and returns their number. */
    async work(): Promise<number> {
      if (!(await inTransaction((tx) => tx.leases.hold(LEASE, holder, LEASE_MS)))) {
        tree = undefined;
        return 0;
      }
      try {
        const added = await advance();
        if (halted !== null) log.info('transparency log signs again');
        halted = null;
        return added;
      } catch (error) {
        tree = undefined;
        if (!(error instanceof LogHaltedError)) throw error;
        if (halted !== error.message) log.error({ reason: error.message }, 'transparency log does not sign');
        halted = error.message;
        return 0;
      }
    },
    /** The reason why nothing is signed, or null. */
    haltedBecause: (): string | null => halted,
    keyOf,
    release: (): Promise<void> => inTransaction((tx) => tx.leases.release(LEASE, holder)),
  };
}
