/** What this module needs of a chain. `compose` fills it from `packages/chain`. */
export type Hex = `0x${string}`;

/** The chain this process works with. */
export type ChainFacts = {
  /** CAIP-2. */
  readonly network: string;
  readonly chainId: number;
  readonly embedded: boolean;
  readonly registryAddress: Hex;
  readonly usdcAddress: Hex;
  /** Null when no bounty token is configured. */
  readonly tokenAddress: Hex | null;
  /** Our account: it commits, receives payments and sends refunds and bounties. */
  readonly accountAddress: Hex;
  /** Blocks that must stand on a transaction, its own included, before it counts as final. */
  readonly confirmations: number;
};

/** Stored as JSON, so amounts are text. */
export type ChainCall =
  | {
      readonly kind: 'COMMIT';
      readonly registryAddress: Hex;
      readonly submissionId: string;
      readonly payloadHash: Hex;
    }
  | { readonly kind: 'COMMIT_ROOT'; readonly registryAddress: Hex; readonly root: Hex; readonly size: number }
  | { readonly kind: 'TRANSFER'; readonly token: Hex; readonly to: Hex; readonly amount: string };

type Fees = { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint };
type Slot = { readonly nonce: number; readonly fees: Fees };
type SignedTransaction = { readonly rawTransaction: Hex; readonly txHash: Hex };
export type BlockPlace = { readonly blockNumber: bigint; readonly blockHash: Hex };

type Refusal = 'nonce_too_low' | 'underpriced' | 'insufficient_funds' | 'other';
type Broadcast =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly reason: Refusal; readonly detail: string };

export type Revert =
  | { readonly kind: 'already_committed'; readonly key: Hex }
  | { readonly kind: 'submission_bound'; readonly key: Hex }
  | { readonly kind: 'paused' }
  | { readonly kind: 'not_committer' }
  | { readonly kind: 'other'; readonly error: string | null };
type TransactionStatus =
  | { readonly state: 'unknown' }
  | { readonly state: 'pending' }
  | ({ readonly state: 'mined' } & BlockPlace)
  | ({ readonly state: 'reverted'; readonly revert: Revert } & BlockPlace);
type Confirmations = { readonly kind: 'confirmed'; readonly confirmations: bigint } | { readonly kind: 'reorganised' };

/** Where a record was found that we did not see ourselves writing. */
type Commitment = { readonly txHash: Hex | null; readonly blockNumber: bigint; readonly blockHash: Hex | null };

/** Every asynchronous member but `sign` throws an error for which `isUnavailable` holds when no node answers. */
export type OutboxChain = {
  readonly facts: ChainFacts;
  sign(call: ChainCall, slot: Slot): Promise<SignedTransaction>;
  broadcast(rawTransaction: Hex): Promise<Broadcast>;
  status(txHash: Hex): Promise<TransactionStatus>;
  confirmations(place: BlockPlace): Promise<Confirmations>;
  suggestFees(): Promise<Fees>;
  bumpFees(previous: Fees, current: Fees): Fees;
  /** First nonce that no mined transaction of our account has. */
  minedNonce(): Promise<number>;
  /** What the registry holds for this commit, if exactly that is what it holds. */
  findCommitment(call: ChainCall): Promise<Commitment | undefined>;
  buildBatch(keys: readonly Hex[]): { root: Hex; proofs: Hex[][] };
  isUnavailable(error: unknown): boolean;
};

export type ChainBlock = { readonly number: number; readonly hash: Hex };

export type BeaconChain = {
  readonly facts: ChainFacts;
  /**
   * For each of these moments the first block after it, or undefined while there is none that will stay. A chain of our
   * own makes one.
   */
  firstBlocksAfter(moments: readonly Date[]): Promise<(ChainBlock | undefined)[]>;
};
