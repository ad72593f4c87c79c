import type { BlockPlace, Hex, Revert } from './chain.port.ts';

const MINUTE_MS = 60_000;

export const OUTBOX_LIMITS = {
  /** Transactions that wait in the pool of a node at once; most nodes take 16 of one account and drop the rest. */
  inFlightMax: 16,
  /** A transaction that is not mined for this long is sent again with higher fees. */
  bumpAfterMs: MINUTE_MS,
  /** Each raises the fees by an eighth; ten times the first fee is as much as we ever offer. */
  attemptsMax: 20,
  /** Nodes of one network may lag behind each other by this much before one of them counts as wrong. */
  lagMs: 2 * MINUTE_MS,
  /** Certificates under one root; the proof of each has then ten hashes. */
  batchMax: 1_000,
} as const;

/** How long to wait after a revert: each try costs gas, and a person has to change something first. */
const RETRY_MS: Readonly<Record<'paused' | 'not_committer' | 'other', number>> = {
  paused: MINUTE_MS,
  not_committer: 10 * MINUTE_MS,
  other: 10 * MINUTE_MS,
};

/** What an effect is to the chain before a transaction is signed for it, and again when its nonce was lost. */
export const UNSENT = { sender: null, nonce: null, txHash: null, blockNumber: null, blockHash: null } as const;

/** What the chain shows of the transactions that were signed for one effect. */
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
  /** Since the newest of its transactions was signed. */
  readonly ageMs: number;
  /** Of our account, read before the sight was. */
  readonly minedNonce: number;
  readonly confirmationsNeeded: number;
};

export type Step =
  | { readonly do: 'record'; readonly state: 'MINED' | 'FINAL'; readonly txHash: Hex; readonly place: BlockPlace }
  /** The registry says that the goal is reached: look up by which transaction. */
  | { readonly do: 'adopt' }
  | { readonly do: 'broadcast' }
  | { readonly do: 'bump' }
  | { readonly do: 'wait' }
  /** Its nonce is spent without effect: it needs a new one. */
  | { readonly do: 'requeue'; readonly because: string; readonly afterMs: number }
  | { readonly do: 'fail'; readonly because: string };

/** What to do next about one effect. A transfer is never signed for a second nonce while the first may still count. */
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

/** Another program used our account. A commit can be repeated without harm; a transfer is for a person to judge. */
function decideLostNonce({ kind, nonce, ageMs }: Standing): Step {
  if (ageMs < OUTBOX_LIMITS.lagMs) return { do: 'wait' };
  const because = `Another transaction of this account has nonce ${nonce}.`;
  return kind === 'TRANSFER' ? { do: 'fail', because } : { do: 'requeue', because, afterMs: 0 };
}

/** One transaction each while there are few, one root for all when there are many. */
export const decideAnchoring = (waiting: number, batchAbove: number): 'singly' | 'together' =>
  waiting > batchAbove ? 'together' : 'singly';

/** Gaps are filled first: nothing behind one can be mined. */
export function lowestFreeNonce(minedNonce: number, signed: ReadonlySet<number>): number {
  let nonce = minedNonce;
  while (signed.has(nonce)) nonce++;
  return nonce;
}
