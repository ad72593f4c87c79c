// Sends transactions while the caller waits, one at a time. For effects that can be looked up afterwards (an EIP-3009
// nonce). All others are stored as a signed transaction first and sent by their owner.
import type { Address, Hex } from 'viem';
import type { ChainClient } from '../rpc/chain-client.ts';
import { askChain, isChainUnavailable } from '../rpc/chain-errors.ts';
import type { TransactionFeed } from './transaction-feed.ts';
import type { TransactionSigner } from './transaction-signer.ts';

export type SubmitOutcome =
  | { kind: 'sent'; txHash: Hex }
  /** Certainly not sent. */
  | { kind: 'refused'; detail: string }
  /** The node did not answer, or answered unclearly, while the transaction was being sent. */
  | { kind: 'unknown'; txHash: Hex };

/** Another process may use the same account: a lost nonce is replaced this often. */
const NONCE_ATTEMPTS_MAX = 4;

export type TransactionSubmitter = {
  address: Address;
  /** Sends nothing and throws if the call would revert or need more gas than `gasMax`, or with ChainUnavailableError. */
  submit(call: SubmittedCall): Promise<SubmitOutcome>;
};
/** A call may run third-party code: `gasMax` limits the gas of the transaction. */
type SubmittedCall = { to: Address; data: Hex; gasMax: bigint };
type SubmitterDeps = { client: ChainClient; signer: TransactionSigner; feed: TransactionFeed };

export function createTransactionSubmitter({ client, signer, feed }: SubmitterDeps): TransactionSubmitter {
  let lastSubmit: Promise<unknown> = Promise.resolve();

  async function submit({ gasMax, ...call }: SubmittedCall): Promise<SubmitOutcome> {
    const estimate = await askChain(() => client.estimateGas({ account: signer.address, ...call }));
    const gas = estimate + estimate / 4n;
    if (gas > gasMax) throw new Error(`The call needs ${gas} gas; the limit is ${gasMax}.`);
    for (let attempt = 1; ; attempt += 1) {
      const slot = { nonce: await feed.pendingNonce(signer.address), fees: await feed.suggestFees() };
      const { rawTransaction, txHash } = await signer.sign({ ...call, gas }, slot);
      const outcome = await feed.broadcast(rawTransaction).catch((error: unknown) => {
        if (isChainUnavailable(error)) return { kind: 'unknown' } as const;
        throw error;
      });
      if (outcome.kind === 'accepted') return { kind: 'sent', txHash };
      // An unknown refusal may be an internal error of a node that has already accepted the transaction.
      if (outcome.kind === 'unknown' || outcome.reason === 'other') return { kind: 'unknown', txHash };
      const isNonceLost = outcome.reason === 'nonce_too_low' || outcome.reason === 'underpriced';
      if (!isNonceLost || attempt === NONCE_ATTEMPTS_MAX) return { kind: 'refused', detail: outcome.detail };
    }
  }

  return {
    address: signer.address,
    submit(call) {
      const result = lastSubmit.then(() => submit(call));
      lastSubmit = result.catch(() => undefined);
      return result;
    },
  };
}
