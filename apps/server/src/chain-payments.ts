/** Implements the payments module's port: transfers, signatures and x402 on one chain. */
import type { ChainClient, LocalAccount, PaymentTerms, TokenTransfer, TransactionFeed } from '@assay/chain';
import { REQUEST_LIMITS } from '@assay/protocol';
import type { PaymentChain } from './modules/payments/index.ts';
import type { ChainFacts } from './modules/registry/index.ts';

type Needs = {
  readonly library: typeof import('@assay/chain');
  readonly client: ChainClient;
  readonly feed: TransactionFeed;
  readonly facts: ChainFacts;
  readonly facilitatorUrl: string | undefined;
  /** Pays the gas of settlements. Not the account of the outbox, whose nonces must have one owner. */
  readonly facilitatorAccount: LocalAccount;
  readonly domainName: string;
};
type Terms = Parameters<PaymentChain['toPaymentRequired']>[0];

/** USDC has used this version of its EIP-712 domain since it introduced authorizations. */
const DOMAIN_VERSION = '2';
/** Minimum remaining validity of a signed authorization. */
const AUTHORIZATION_SECONDS = 120;

export function openPaymentChain(needs: Needs): PaymentChain {
  const { library, client, feed, facts, domainName } = needs;
  const facilitator = openFacilitator(needs);
  const { network, chainId, embedded, usdcAddress: asset, accountAddress: payTo, confirmations } = facts;

  return {
    offer: {
      network,
      chainId,
      embedded,
      asset,
      payTo,
      confirmations,
      domain: { name: domainName, version: DOMAIN_VERSION },
    },
    readHeaders: library.readPaymentHeaders,
    parsePayment: library.parseExactPayment,
    encode: library.encodeBase64Json,
    toPaymentRequired: (terms, error) => toWire(library.toPaymentRequiredV2(toPaymentTerms(terms), options(error))),
    toOfferV1: (terms, error) => toWire(library.toPaymentRequiredV1(toPaymentTerms(terms), options(error))),
    findMismatch: (payment, terms) => library.findOfferMismatch(payment, toPaymentTerms(terms)),
    verify: (payment, terms) => facilitator.verify(payment, toPaymentTerms(terms)),
    settle: (payment, terms) => facilitator.settle(payment, toPaymentTerms(terms)),
    toSettleResult: (payment, txHash) => library.toSettleResult(payment, { txHash, payer: payment.authorization.from }),
    findForgery: (payment, terms) => library.findAuthorizationMismatch(payment, toPaymentTerms(terms)),
    findAuthorizationStatus: ({ authorization }, terms, fromBlock) =>
      library.findAuthorizationStatus(client, { terms: toPaymentTerms(terms), authorization, fromBlock }),
    headBlock: () => client.getBlockNumber(),
    async findTransfer(txHash, { notBefore, ...terms }) {
      const inspection = await library.inspectTransfer(client, txHash);
      if (inspection.kind === 'failed') return inspection;
      if (inspection.kind === 'not_mined') {
        const { state } = await feed.status(txHash);
        return { kind: state === 'unknown' ? 'unknown' : 'waiting' };
      }
      const wanted = {
        chainId: terms.chainId,
        token: terms.asset,
        payTo: terms.payTo,
        amount: terms.amount,
        notBefore,
      };
      const match = library.decideTransfer(inspection.transfers, wanted);
      return match.kind === 'match'
        ? match
        : { kind: 'mismatch', because: explain(match.because, inspection.transfers) };
    },
    isSignedBy: (address, message, signature) => library.isSignedBy(client, { address, message, signature }),
    isUnavailable: library.isChainUnavailable,
  };
}

function openFacilitator({ library, client, feed, facts, facilitatorUrl, facilitatorAccount }: Needs) {
  if (facilitatorUrl !== undefined) {
    return library.createHttpFacilitator({ url: facilitatorUrl, timeoutMs: REQUEST_LIMITS.settleMs });
  }
  const signer = library.createTransactionSigner({ account: facilitatorAccount, chainId: facts.chainId });
  const submitter = library.createTransactionSubmitter({ client, signer, feed });
  return library.createLocalFacilitator({ client, submitter });
}

const toPaymentTerms = ({ chainId, asset, domain, payTo, amount, resource }: Terms): PaymentTerms => ({
  network: { chainId, asset, domain },
  payTo,
  amount,
  resource,
  maxTimeoutSeconds: AUTHORIZATION_SECONDS,
});

const options = (error: string | undefined) => (error === undefined ? {} : { error });

/** The types of the x402 library are wider than the values built here. The schemas of the protocol package are exact. */
const toWire = <Wire>(made: unknown): Wire => made as Wire;

const REASONS = {
  chain: 'it is on another chain',
  token: 'it moves another token',
  recipient: 'it goes to another recipient',
  amount: 'the amount is not the exact price',
  time: 'it is older than the payment intent',
  none_found: 'it moves no token',
} as const;

const explain = (because: keyof typeof REASONS, transfers: readonly TokenTransfer[]): string =>
  transfers.length === 0 ? REASONS.none_found : REASONS[because];
