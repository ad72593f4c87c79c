/** The chain functions that this module needs. `compose` implements them with `packages/chain`. */
export type Hex = `0x${string}`;

/** The chain of this process. */
export type ChainFacts = {
  /** CAIP-2. */
  readonly network: string;
  readonly chainId: number;
  readonly embedded: boolean;
  readonly registryAddress: Hex;
  readonly usdcAddress: Hex;
  /** Null when no bounty token is configured. */
  readonly tokenAddress: Hex | null;
  /** The service's account: it commits, receives payments and sends refunds and bounties. */
  readonly accountAddress: Hex;
  /** Confirmations, including the transaction's own block, after which it is final. */
  readonly confirmations: number;
};

/** Stored as JSON, so amounts are strings. */
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

/** The place of a record whose transaction this service did not observe. */
type Commitment = { readonly txHash: Hex | null; readonly blockNumber: bigint; readonly blockHash: Hex | null };

/** Every asynchronous member except `sign` throws an error for which `isUnavailable` is true when no node answers. */
export type OutboxChain = {
  readonly facts: ChainFacts;
  sign(call: ChainCall, slot: Slot): Promise<SignedTransaction>;
  broadcast(rawTransaction: Hex): Promise<Broadcast>;
  status(txHash: Hex): Promise<TransactionStatus>;
  confirmations(place: BlockPlace): Promise<Confirmations>;
  suggestFees(): Promise<Fees>;
  bumpFees(previous: Fees, current: Fees): Fees;
  /** The first nonce without a mined transaction of the account. */
  minedNonce(): Promise<number>;
  /** The registry's record of this commit, if it matches exactly. */
  findCommitment(call: ChainCall): Promise<Commitment | undefined>;
  buildBatch(keys: readonly Hex[]): { root: Hex; proofs: Hex[][] };
  isUnavailable(error: unknown): boolean;
};

export type ChainBlock = { readonly number: number; readonly hash: Hex };

export type BeaconChain = {
  readonly facts: ChainFacts;
  /**
   * For each of these moments the first final block after it, or undefined while there is none. An embedded chain mines
   * one.
   */
  firstBlocksAfter(moments: readonly Date[]): Promise<(ChainBlock | undefined)[]>;
};
