import type { BlockPlace, Hex, Revert } from './chain.port.ts';

const MINUTE_MS = 60_000;

export const OUTBOX_LIMITS = {
  /** Transactions in the mempool at once. Most nodes accept 16 of one account and drop the rest. */
  inFlightMax: 16,
  /** A transaction that is not mined for this long is sent again with higher fees. */
  bumpAfterMs: MINUTE_MS,
  /** Each attempt raises the fees by an eighth, so the last one offers about ten times the first fee. */
  attemptsMax: 20,
  /** The maximum lag between nodes of one network. */
  lagMs: 2 * MINUTE_MS,
  /** Certificates under one root. Each proof then has ten hashes. */
  batchMax: 1_000,
} as const;

/** Wait after a revert: each attempt costs gas, and a person must first fix the cause. */
const RETRY_MS: Readonly<Record<'paused' | 'not_committer' | 'other', number>> = {
  paused: MINUTE_MS,
  not_committer: 10 * MINUTE_MS,
  other: 10 * MINUTE_MS,
};

/** The chain columns of an effect before a transaction is signed for it, and again after its nonce was lost. */
export const UNSENT = { sender: null, nonce: null, txHash: null, blockNumber: null, blockHash: null } as const;

/** The chain's state of the transactions that were signed for one effect. */
export type Sight =
  | { readonly kind: 'mined'; readonly txHash: Hex; readonly place: BlockPlace; readonly confirmations: bigint }
  | { readonly kind: 'reverted'; readonly revert: Revert; readonly confirmations: bigint }
  | { readonly kind: 'pending' }
  | { readonly kind: 'unknown' };

export type Standing = {
  readonly kind: 'COMMIT' | 'COMMIT_ROOT' | 'TRANSFER';
  readonly nonce: number;
  /** Transactions signed for it at this nonce. */
  readonly attempts: number;
  /** Time since its newest transaction was signed. */
  readonly ageMs: number;
  /** The nonce of the service's account, read before the sight. */
  readonly minedNonce: number;
  readonly confirmationsNeeded: number;
};

export type Step =
  | { readonly do: 'record'; readonly state: 'MINED' | 'FINAL'; readonly txHash: Hex; readonly place: BlockPlace }
  /** The registry already holds the record: look up its transaction. */
  | { readonly do: 'adopt' }
  | { readonly do: 'broadcast' }
  | { readonly do: 'bump' }
  | { readonly do: 'wait' }
  /** Its nonce was spent without effect, so it needs a new one. */
  | { readonly do: 'requeue'; readonly because: string; readonly afterMs: number }
  | { readonly do: 'fail'; readonly because: string };

/** Decides the next step for one effect. A transfer is never signed for a second nonce while the first may still be mined. */
export function decideStep(sight: Sight, standing: Standing): Step {
  switch (sight.kind) {
    case 'mined': {
      const isFinal = sight.confirmations >= BigInt(standing.confirmationsNeeded);
      return { do: 'record', state: isFinal ? 'FINAL' : 'MINED', txHash: sight.txHash, place: sight.place };
    }
    case 'reverted':
      return decideReverted(sight, standing);
    case 'pending':
      return mayBump(standing) ? { do: 'bump' } : { do: 'wait' };
    case 'unknown':
      return standing.minedNonce > standing.nonce ? decideLostNonce(standing) : { do: 'broadcast' };
  }
}

const mayBump = ({ ageMs, attempts }: Standing): boolean =>
  ageMs >= OUTBOX_LIMITS.bumpAfterMs && attempts < OUTBOX_LIMITS.attemptsMax;

function decideReverted(
  { revert, confirmations }: Extract<Sight, { kind: 'reverted' }>,
  { confirmationsNeeded }: Standing,
): Step {
  if (revert.kind === 'already_committed') return { do: 'adopt' };
  if (confirmations < BigInt(confirmationsNeeded)) return { do: 'wait' };
  if (revert.kind === 'submission_bound') {
    return { do: 'fail', because: 'The registry contains another payload for this submission.' };
  }
  const because =
    revert.kind === 'other' ? `Reverted: ${revert.error ?? 'no reason given'}.` : `Reverted: ${revert.kind}.`;
  return { do: 'requeue', because, afterMs: RETRY_MS[revert.kind] };
}

/** Another program used the account. A commit can be repeated safely; a transfer needs a person's decision. */
function decideLostNonce({ kind, nonce, ageMs }: Standing): Step {
  if (ageMs < OUTBOX_LIMITS.lagMs) return { do: 'wait' };
  const because = `Another transaction of this account has nonce ${nonce}.`;
  return kind === 'TRANSFER' ? { do: 'fail', because } : { do: 'requeue', because, afterMs: 0 };
}

/** One transaction each while few wait, one root for all when many do. */
export const decideAnchoring = (waiting: number, batchAbove: number): 'singly' | 'together' =>
  waiting > batchAbove ? 'together' : 'singly';

/** Fills gaps first, because no transaction behind a gap can be mined. */
export function lowestFreeNonce(minedNonce: number, signed: ReadonlySet<number>): number {
  let nonce = minedNonce;
  while (signed.has(nonce)) nonce++;
  return nonce;
}
