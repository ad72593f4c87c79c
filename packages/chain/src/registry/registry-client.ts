// The CertificateRegistry contract as functions: signs commits, which must be stored before they are sent, and reads
// records.
import { type Address, decodeErrorResult, encodeFunctionData, type Hex, zeroHash } from 'viem';
import { CertificateRegistry } from '../contracts/artifacts.ts';
import type { ChainClient } from '../rpc/chain-client.ts';
import { askChain } from '../rpc/chain-errors.ts';
import type { BlockPlace, TransactionFeed, TransactionStatus } from '../transactions/transaction-feed.ts';
import type { SignedTransaction, TransactionSigner, TransactionSlot } from '../transactions/transaction-signer.ts';
import { toSubmissionBytes } from './certificate-key.ts';

// Several times the gas of a commit (GAS.md). Unused gas is not paid.
const COMMIT_GAS = 150_000n;

export type Commit = { submissionId: string; payloadHash: Hex };
export type CommitPlace = BlockPlace & { key: Hex; payloadHash: Hex; txHash: Hex };
export type RootRecord = { size: bigint; committedAt: Date; blockNumber: bigint };

export type RegistryRevert =
  /** This exact certificate or root is on record: another transaction achieved the goal. */
  | { kind: 'already_committed'; key: Hex }
  /** The submission has another payload on record: never retry. */
  | { kind: 'submission_bound'; key: Hex }
  | { kind: 'paused' }
  | { kind: 'not_committer' }
  | { kind: 'other'; error: string | null };
export type RegistryStatus =
  | Exclude<TransactionStatus, { state: 'reverted' }>
  | ({ state: 'reverted'; revert: RegistryRevert } & BlockPlace);

type RegistryDeps = {
  client: ChainClient;
  registryAddress: Address;
  signer: TransactionSigner;
  feed: TransactionFeed;
};
export type RegistryClient = ReturnType<typeof createRegistryClient>;

export function createRegistryClient({ client, registryAddress, signer, feed }: RegistryDeps) {
  const contract = { address: registryAddress, abi: CertificateRegistry.abi } as const;
  const sign = (data: Hex, slot: TransactionSlot): Promise<SignedTransaction> =>
    signer.sign({ to: registryAddress, data, gas: COMMIT_GAS }, slot);

  return {
    signCommit({ submissionId, payloadHash }: Commit, slot: TransactionSlot): Promise<SignedTransaction> {
      const args = [toSubmissionBytes(submissionId), payloadHash] as const;
      return sign(encodeFunctionData({ ...contract, functionName: 'commit', args }), slot);
    },
    signCommitRoot({ root, size }: { root: Hex; size: bigint }, slot: TransactionSlot): Promise<SignedTransaction> {
      return sign(encodeFunctionData({ ...contract, functionName: 'commitRoot', args: [root, size] }), slot);
    },
    async status(txHash: Hex): Promise<RegistryStatus> {
      const status = await feed.status(txHash);
      if (status.state !== 'reverted') return status;
      const { revertData, ...place } = status;
      return { ...place, revert: toRegistryRevert(revertData) };
    },
    /** The key of the only certificate of this submission, or null. */
    async readRecord(submissionId: string): Promise<Hex | null> {
      const args = [toSubmissionBytes(submissionId)] as const;
      const key = await askChain(() => client.readContract({ ...contract, functionName: 'committedKey', args }));
      return key === zeroHash ? null : key;
    },
    async readRoot(root: Hex): Promise<RootRecord | null> {
      const args = [root] as const;
      const record = await askChain(() => client.readContract({ ...contract, functionName: 'committedRoot', args }));
      if (record.size === 0n) return null;
      return { ...record, committedAt: new Date(Number(record.committedAt) * 1_000) };
    },
    /** Whether the chain confirms that this proof leads to a recorded root. */
    isInRoot({
      root,
      submissionId,
      payloadHash,
      proof,
    }: Commit & { root: Hex; proof: readonly Hex[] }): Promise<boolean> {
      const args = [root, toSubmissionBytes(submissionId), payloadHash, proof] as const;
      return askChain(() => client.readContract({ ...contract, functionName: 'isInRoot', args }));
    },
    /** Finds the transaction of a commit whose success was not observed. */
    async findCommit(submissionId: string, { fromBlock }: { fromBlock: bigint }): Promise<CommitPlace | undefined> {
      const args = { submissionId: toSubmissionBytes(submissionId) };
      const [event] = await askChain(() =>
        client.getContractEvents({ ...contract, eventName: 'Committed', args, fromBlock, strict: true }),
      );
      if (event === undefined) return undefined;
      const { blockNumber, blockHash, transactionHash: txHash } = event;
      return { key: event.args.key, payloadHash: event.args.payloadHash, txHash, blockNumber, blockHash };
    },
  };
}

function toRegistryRevert(revertData: Hex | null): RegistryRevert {
  const error = decodeRevert(revertData);
  switch (error?.errorName) {
    case 'AlreadyCommitted':
    case 'RootAlreadyCommitted':
      return { kind: 'already_committed', key: error.args[0] };
    case 'SubmissionBound':
      return { kind: 'submission_bound', key: error.args[1] };
    case 'EnforcedPause':
      return { kind: 'paused' };
    case 'AccessControlUnauthorizedAccount':
      return { kind: 'not_committer' };
    default:
      return { kind: 'other', error: error?.errorName ?? null };
  }
}

function decodeRevert(revertData: Hex | null) {
  if (revertData === null) return undefined;
  try {
    return decodeErrorResult({ abi: CertificateRegistry.abi, data: revertData });
  } catch {
    return undefined; // not an error of this contract
  }
}
