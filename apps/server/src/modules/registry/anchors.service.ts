import { keccak256Hex, OnChain } from '@assay/protocol';
import { readContext, runInContext } from '../../platform/log/index.ts';
import type { AnchorRow } from './anchors.store.ts';
import type { ChainFacts, Hex } from './chain.port.ts';
import { decideAnchoring, OUTBOX_LIMITS } from './outbox.policy.ts';
import { OUTBOX_NOTICE, type Outbox, type RegistryTransaction } from './outbox.service.ts';
import type { OutboxRow } from './outbox.store.ts';

/** A certificate and the stored state of its anchor. */
export type AnchorView = {
  readonly submissionId: string;
  readonly payloadHash: string;
  readonly isQueued: boolean;
  readonly outbox: Pick<OutboxRow, 'network' | 'embedded' | 'state' | 'call' | 'txHash' | 'blockNumber'> | null;
};

/** The fields of a newly sealed certificate that its anchor refers to. */
type NewCertificate = {
  readonly id: string;
  readonly submissionId: string;
  readonly payloadHash: string;
  readonly sealedAt: Date;
};

const EXPLORERS: Readonly<Record<string, string>> = {
  'eip155:1': 'https://etherscan.io',
  'eip155:8453': 'https://basescan.org',
  'eip155:84532': 'https://sepolia.basescan.org',
};

const SUBMISSION_BYTES = 16;
const WORD_BYTES = 32;

/** keccak256(abi.encode(bytes16 submissionId, bytes32 payloadHash)): the key of a certificate in the registry. */
export function certificateKey(submissionId: string, payloadHash: string): Hex {
  const words = Buffer.alloc(2 * WORD_BYTES);
  const written = words.write(submissionId.replaceAll('-', ''), 'hex');
  if (written !== SUBMISSION_BYTES) throw new Error('A submission id is a UUID.');
  words.write(payloadHash.slice(2), WORD_BYTES, 'hex');
  return keccak256Hex(words) as Hex;
}

/** `findFacts` returns undefined while this process rebuilds its chain, or when it has none. */
export function createAnchors({ outbox, findFacts }: { outbox: Outbox; findFacts: () => ChainFacts | undefined }) {
  return {
    /** Runs in the transaction that issues the certificate, so that every certificate has a queued anchor. */
    async add(
      stores: Pick<RegistryTransaction, 'anchors' | 'events'>,
      { certificate }: { readonly certificate: NewCertificate },
    ): Promise<void> {
      const { id: certificateId, submissionId, payloadHash, sealedAt: queuedAt } = certificate;
      const { requestId = null } = readContext();
      await stores.anchors.insert({
        certificateId,
        submissionId,
        payloadHash: payloadHash as Hex,
        requestId,
        queuedAt,
      });
      await stores.events.notify(OUTBOX_NOTICE, 'queued');
    },

    /** Turns waiting certificates into commits: one each, or one root for all when many wait. */
    async planIn(
      stores: RegistryTransaction,
      facts: ChainFacts,
      { batchAbove, buildBatch }: { batchAbove: number; buildBatch: (keys: Hex[]) => { root: Hex; proofs: Hex[][] } },
    ): Promise<OutboxRow[]> {
      const waiting = await stores.anchors.lockWaiting(OUTBOX_LIMITS.batchMax);
      if (waiting.length === 0) return [];
      if (decideAnchoring(waiting.length, batchAbove) === 'singly') {
        const rows: OutboxRow[] = [];
        for (const anchor of waiting) rows.push(await planOne(stores, facts, anchor));
        return rows;
      }
      const keys = waiting.map(({ submissionId, payloadHash }) => certificateKey(submissionId, payloadHash));
      const { root, proofs } = buildBatch(keys);
      const { registryAddress } = facts;
      const call = { kind: 'COMMIT_ROOT', registryAddress, root, size: waiting.length } as const;
      const row = await outbox.queueIn(stores, { call, ref: { type: 'batch', id: root }, on: facts });
      for (const [index, { certificateId }] of waiting.entries()) {
        await stores.anchors.assign(certificateId, row.id, proofs[index] ?? []);
      }
      return [row];
    },

    /** The known facts about the anchor. Null when no chain is known. */
    toOnChain({ submissionId, payloadHash, isQueued, outbox: sent }: AnchorView): OnChain | null {
      const key = certificateKey(submissionId, payloadHash);
      if (sent !== null && 'registryAddress' in sent.call) {
        const { network, embedded, txHash, blockNumber } = sent;
        const state = sent.state === 'FAILED' ? 'NONE' : sent.state;
        const explorer = embedded ? undefined : EXPLORERS[network];
        const explorerUrl = explorer === undefined || txHash === null ? null : `${explorer}/tx/${txHash}`;
        const committed = state === 'MINED' || state === 'FINAL';
        const place = { registryAddress: sent.call.registryAddress, committed, state, key, txHash, blockNumber };
        return OnChain.parse({ network, embedded, ...place, explorerUrl });
      }
      const facts = findFacts();
      if (facts === undefined) return null;
      const { network, embedded, registryAddress } = facts;
      const state = isQueued ? 'QUEUED' : 'NONE';
      const nowhere = { txHash: null, blockNumber: null, explorerUrl: null };
      return OnChain.parse({ network, embedded, registryAddress, committed: false, state, key, ...nowhere });
    },
  };

  async function planOne(stores: RegistryTransaction, facts: ChainFacts, anchor: AnchorRow): Promise<OutboxRow> {
    const { submissionId, payloadHash, certificateId, requestId } = anchor;
    const call = { kind: 'COMMIT', registryAddress: facts.registryAddress, submissionId, payloadHash } as const;
    const ref = { type: 'certificate', id: certificateId };
    const row = await runInContext({ requestId: requestId ?? undefined }, () =>
      outbox.queueIn(stores, { call, ref, on: facts }),
    );
    await stores.anchors.assign(certificateId, row.id, null);
    return row;
  }
}
export type Anchors = ReturnType<typeof createAnchors>;
