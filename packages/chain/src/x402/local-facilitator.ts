// The facilitator in this process: the stock x402 scheme over the service's chain client and account.
import { x402Facilitator } from '@x402/core/facilitator';
import type { SettleResponse, VerifyResponse } from '@x402/core/types';
import { toFacilitatorEvmSigner } from '@x402/evm';
import { ExactEvmScheme } from '@x402/evm/exact/facilitator';
import { ExactEvmSchemeV1 } from '@x402/evm/exact/v1/facilitator';
import { type Address, concat, encodeFunctionData, type Hex, type VerifyTypedDataParameters } from 'viem';
import type { ChainClient } from '../rpc/chain-client.ts';
import { isChainUnavailable } from '../rpc/chain-errors.ts';
import type { SubmitOutcome, TransactionSubmitter } from '../transactions/transaction-submitter.ts';
import type { ExactPayment } from './exact-payment.ts';
import { type Facilitator, type SettleOutcome, toFacilitatorRequest, type VerifyOutcome } from './facilitator.ts';
import { findV1NetworkName, toCaip2 } from './payment-network.ts';
import type { PaymentTerms } from './payment-terms.ts';

/** A contract wallet runs the payer's code in transactions that the service pays for: ERC-1271, and its creation by ERC-6492. */
const FACILITATOR_LIMITS = {
  confirmationTimeoutMs: 45_000,
  transferGasMax: 500_000n,
  creationGasMax: 1_000_000n,
} as const;

export type LocalFacilitatorDeps = {
  client: ChainClient;
  submitter: TransactionSubmitter;
  /** Factories that may create a payer's wallet at the service's expense (ERC-6492). */
  walletFactories?: Address[];
  confirmationTimeoutMs?: number;
};

/** Records the actual events of one call, because x402 swallows errors and reports them as bad signatures. */
type Attempt = { ourFault: string | null; mayBeSent: boolean; txHash: Hex | null };

export function createLocalFacilitator(deps: LocalFacilitatorDeps): Facilitator {
  const unnamed = { kind: 'invalid', reason: 'invalid_exact_evm_network_mismatch' } as const;

  async function verify(payment: ExactPayment, terms: PaymentTerms): Promise<VerifyOutcome> {
    const request = toFacilitatorRequest(payment, terms);
    if (request === undefined) return unnamed;
    const attempt = newAttempt();
    const answer = await openFacilitator(deps, attempt)
      .verify(request.payload, request.requirements)
      .catch((error: unknown): VerifyResponse => ({ isValid: false, invalidReason: toReason(messageOf(error)) }));
    if (attempt.ourFault !== null) return { kind: 'unavailable', detail: attempt.ourFault };
    if (answer.isValid) return { kind: 'valid', payer: payment.authorization.from };
    return { kind: 'invalid', reason: toReason(answer.invalidReason) };
  }

  async function settle(payment: ExactPayment, terms: PaymentTerms): Promise<SettleOutcome> {
    const request = toFacilitatorRequest(payment, terms);
    if (request === undefined) return { kind: 'failed', reason: unnamed.reason };
    const attempt = newAttempt();
    const answer = await openFacilitator(deps, attempt)
      .settle(request.payload, request.requirements)
      .catch((error: unknown) => ({ success: false, errorReason: messageOf(error) }) as const);
    return toSettleOutcome(payment, answer, attempt);
  }

  return { verify, settle };
}

function toSettleOutcome(
  payment: ExactPayment,
  answer: Pick<SettleResponse, 'success' | 'errorReason'>,
  { mayBeSent, txHash, ourFault }: Attempt,
): SettleOutcome {
  if (answer.success && txHash !== null) return { kind: 'settled', txHash, payer: payment.authorization.from };
  const reason = toReason(answer.errorReason);
  if (mayBeSent) return { kind: 'unknown', txHash, detail: reason };
  return ourFault === null ? { kind: 'failed', reason } : { kind: 'unavailable', detail: ourFault };
}

function openFacilitator(deps: LocalFacilitatorDeps, attempt: Attempt): x402Facilitator {
  const signer = openSigner(deps, attempt);
  const config = { eip6492AllowedFactories: [...(deps.walletFactories ?? [])] };
  const chainId = deps.client.chain.id;
  const facilitator = new x402Facilitator().register(toCaip2(chainId), new ExactEvmScheme(signer, config));
  const v1Name = findV1NetworkName(chainId);
  // v1 networks are plain names, which the type of a network does not allow.
  return v1Name === undefined
    ? facilitator
    : facilitator.registerV1(v1Name as `${string}:${string}`, new ExactEvmSchemeV1(signer, config));
}

function openSigner({ client, submitter, confirmationTimeoutMs }: LocalFacilitatorDeps, attempt: Attempt) {
  const noting = async <T>(question: Promise<T>): Promise<T> => {
    try {
      return await question;
    } catch (error) {
      if (isChainUnavailable(error)) attempt.ourFault = 'The chain did not answer.';
      throw error;
    }
  };
  async function submit(
    call: Parameters<TransactionSubmitter['submit']>[0],
  ): Promise<SubmitOutcome & { kind: 'sent' | 'unknown' }> {
    const outcome = await noting(submitter.submit(call));
    if (outcome.kind !== 'refused') return outcome;
    attempt.ourFault = outcome.detail; // for example, no ether for gas
    throw new Error('The node refused the transaction.');
  }
  /** The transfer itself. After this, check the chain before settling again. */
  async function submitTransfer(to: Address, data: Hex): Promise<Hex> {
    const { kind, txHash } = await submit({ to, data, gasMax: FACILITATOR_LIMITS.transferGasMax });
    attempt.mayBeSent = true;
    attempt.txHash = txHash;
    if (kind === 'unknown') throw new Error('The node did not say whether it took the transaction.');
    return txHash;
  }
  const signer = {
    address: submitter.address,
    readContract: (args: Parameters<Signer['readContract']>[0]) => noting(client.readContract(args)),
    verifyTypedData: (args: Parameters<Signer['verifyTypedData']>[0]) =>
      noting(client.verifyTypedData(args as VerifyTypedDataParameters)), // the same values under looser types
    getCode: (args: { address: Address }) => noting(client.getCode(args)),
    writeContract: ({ address, abi, functionName, args, dataSuffix }: Parameters<Signer['writeContract']>[0]) =>
      submitTransfer(address, concat([encodeFunctionData({ abi, functionName, args }), dataSuffix ?? '0x'])),
    /** Creates the payer's wallet if ERC-6492 requires it. Moves no money. */
    sendTransaction: async ({ to, data }: { to: Address; data: Hex }) =>
      (await submit({ to, data, gasMax: FACILITATOR_LIMITS.creationGasMax })).txHash,
    async waitForTransactionReceipt(args: { hash: Hex; timeout?: number }) {
      const receipt = await noting(client.waitForTransactionReceipt(args));
      if (args.hash === attempt.txHash && receipt.status === 'reverted') attempt.mayBeSent = false;
      return receipt;
    },
  };
  return toFacilitatorEvmSigner(signer, {
    confirmationTimeoutMs: confirmationTimeoutMs ?? FACILITATOR_LIMITS.confirmationTimeoutMs,
  });
}
type Signer = Parameters<typeof toFacilitatorEvmSigner>[0];

function newAttempt(): Attempt {
  return { ourFault: null, mayBeSent: false, txHash: null };
}

/** x402 returns a code or, in v1, the text of an exception. Only codes leave this folder. */
function toReason(reason: string | undefined): string {
  return reason !== undefined && /^[a-z0-9_]{1,80}$/.test(reason) ? reason : 'invalid_exact_evm_transaction_failed';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}
