import {
  type CertificateId,
  type OnChain,
  PROOF_BUNDLE_SCHEMA,
  Problem,
  type ProofBundle,
  STATUS_LEAVES_MAX,
  type TrustRoot,
} from '@assay/protocol';
import type { Log } from './log.service.ts';
import { leafOf } from './log.service.ts';
import type { LeafRow, LogStore } from './log.store.ts';
import type { StatusTokens } from './status-tokens.service.ts';

/** Payload and statement, as sealed. */
type Sealed = { readonly payload: string; readonly statement: string };
/** The anchor of a certificate. `root` is set when it was anchored in a batch. */
type Anchored = {
  readonly onChain: OnChain | null;
  readonly root: { hash: string; proof: readonly string[] } | null;
};

type Deps = {
  readonly store: Pick<LogStore, 'leavesOf' | 'findCosigned' | 'cosignaturesOf'>;
  readonly log: Pick<Log, 'newest' | 'noteOf' | 'proveIn'>;
  readonly findSealed: (id: CertificateId) => Promise<Sealed | undefined>;
  readonly findAnchor: (id: CertificateId) => Promise<Anchored>;
  readonly statusToken: StatusTokens;
  readonly readTrustRoot: () => Promise<TrustRoot>;
  /** The desired number of cosignatures. An older checkpoint that has them is preferred. */
  readonly quorum: number;
  readonly clock: { now(): Date };
};

/** Builds a single document with everything that an offline verifier needs. */
export function createProofBundles(deps: Deps) {
  const { store, log, findSealed, findAnchor, statusToken, readTrustRoot, quorum, clock } = deps;

  /**
   * A checkpoint that covers all leaves of the certificate: preferably the newest with enough cosignatures, else the
   * newest.
   */
  async function checkpointFor(leaves: readonly LeafRow[]) {
    const newest = await log.newest();
    const needed = 1 + Math.max(...leaves.map(({ leafIndex }) => leafIndex));
    if (newest.size < needed) throw new Problem('leaf_not_covered');
    return (quorum > 0 ? await store.findCosigned(newest.origin, needed, quorum) : undefined) ?? newest;
  }

  return async (id: CertificateId): Promise<ProofBundle> => {
    const sealed = await findSealed(id);
    if (sealed === undefined) throw new Problem('certificate_not_found');
    const leaves = await store.leavesOf(id, STATUS_LEAVES_MAX);
    const checkpoint = await checkpointFor(leaves);
    const included = await Promise.all(
      leaves.map(async (row) => ({
        leafIndex: row.leafIndex,
        leaf: leafOf(row),
        hashes: await log.proveIn(checkpoint.size, row.leafIndex),
      })),
    );
    const [issued, ...statusLeaves] = included;
    if (issued === undefined) throw new Problem('leaf_not_covered');
    const cosignatures = await store.cosignaturesOf(checkpoint.origin, checkpoint.size);
    const { token, expiresAt } = await statusToken(id);
    return {
      schema: PROOF_BUNDLE_SCHEMA,
      certificateId: id,
      payload: JSON.parse(sealed.payload),
      statement: JSON.parse(sealed.statement),
      log: {
        origin: checkpoint.origin,
        ...issued,
        checkpoint: await log.noteOf(checkpoint),
        cosignatures: cosignatures.map(({ line }) => line),
      },
      statusLeaves,
      statusToken: token,
      anchor: toAnchor(await findAnchor(id)),
      trustRoot: await readTrustRoot(),
      generatedAt: clock.now().toISOString(),
      validUntil: expiresAt,
    };
  };
}
export type ProofBundles = ReturnType<typeof createProofBundles>;

function toAnchor({ onChain, root }: Anchored): ProofBundle['anchor'] {
  if (onChain === null || !onChain.committed || onChain.registryAddress === null) return null;
  const { network, registryAddress, key, txHash, blockNumber } = onChain;
  return { network, registryAddress, key, txHash, blockNumber, root } as ProofBundle['anchor'];
}
