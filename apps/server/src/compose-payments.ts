/** Wires payments: quotes, intents, both ways to pay, refunds, bounties, and the sealing of the ledger they book in. */
import { setTimeout as pause } from 'node:timers/promises';
import { type CertificateId, Problem, type RandomBytes, type Signer } from '@assay/protocol';
import type { ChainHome } from './chain-home.ts';
import { chainStore, sealBatch } from './modules/ledger/index.ts';
import {
  bindPaymentOverviewRoutes,
  bindPaymentRoutes,
  createBooks,
  createBounties,
  createCredit,
  createDirectPayments,
  createIntents,
  createPaymentOverview,
  createPayments,
  createQuotes,
  createRefunds,
  createX402Payments,
  type PaymentTransaction,
  paymentOverviewStore,
  quoteStore,
} from './modules/payments/index.ts';
import type { OutboxRow } from './modules/registry/index.ts';
import type { Actor, Developer } from './platform/auth/index.ts';
import type { Database } from './platform/db/index.ts';
import { createWorkLoop } from './platform/jobs/index.ts';
import type { Logger } from './platform/log/index.ts';
import type { Metrics } from './platform/metrics/index.ts';

type Needs = {
  readonly db: Database;
  readonly direct: PaymentTransaction;
  readonly inTransaction: <T>(work: (stores: PaymentTransaction) => Promise<T>) => Promise<T>;
  readonly chain: Pick<ChainHome, 'find' | 'findFacts'>;
  readonly walletsOf: (caller: Developer | Actor) => Promise<readonly string[]>;
  readonly urlOf: (route: { path: string }, id: string) => string;
  readonly quoteOfDraft: (accountId: string, draftId: string) => Promise<string>;
  readonly quoteReAudit: (caller: Developer | Actor, certificateId: CertificateId) => Promise<string>;
  readonly signer: Signer;
  readonly metrics: Metrics;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
  readonly log: Logger;
};

const LOOK_EVERY_MS = 5_000;

export function composePayments(needs: Needs) {
  const { db, direct: stores, inTransaction, chain, walletsOf, urlOf, signer, random, clock, log } = needs;
  const getChain = () => {
    const open = chain.find();
    if (open === undefined) throw new Problem('chain_unavailable');
    return open.payments;
  };
  const books = createBooks({ random, clock });
  const quotes = createQuotes({ store: quoteStore(db), random, clock });
  const refunds = createRefunds({ books, random, clock });
  const credit = createCredit({ books, refunds, random, clock });
  const intents = createIntents({
    store: stores.intents,
    refunds: stores.refunds,
    quotes,
    getChain,
    signer,
    random,
    clock,
  });
  const direct = createDirectPayments({ intents, store: stores.intents, credit, inTransaction, getChain, clock, log });
  const x402 = createX402Payments({
    claims: stores.claims,
    intents: stores.intents,
    credit,
    inTransaction,
    getChain,
    random,
    clock,
    log,
    pause: (ms) => pause(ms),
  });
  const payments = createPayments({ intents, direct, x402, getChain });
  const bounties = createBounties({
    store: stores.bounties,
    inTransaction,
    books,
    random,
    clock,
    log,
    findNetwork: chain.findFacts,
  });
  const overview = createPaymentOverview({ store: paymentOverviewStore(db), clock });
  const { metrics } = needs;
  metrics.gauges('assay_payment_intents', 'Payment intents by state', 'state', () => overview.counts('intents'));
  metrics.gauges('assay_payment_claims', 'x402 authorizations by state', 'state', () => overview.counts('claims'));
  metrics.gauges('assay_refunds', 'Refunds by state', 'state', () => overview.counts('refunds'));
  metrics.gauges('assay_bounties', 'Bounties by state', 'state', () => overview.counts('bounties'));
  const createLoop = (name: string, work: () => Promise<number>) =>
    createWorkLoop({ name, everyMs: LOOK_EVERY_MS, log, work });
  const onChain = (work: () => Promise<number>) => async () => (chain.find() === undefined ? 0 : work());
  const ledgerChain = chainStore(db);
  // A loop for each: one that fails keeps none of the others waiting.
  const loops = [
    createLoop('direct payments', onChain(direct.advance)),
    createLoop('x402 claims', onChain(x402.recover)),
    createLoop('bounties', onChain(bounties.sendDue)),
    createLoop('ledger sealing', () => sealBatch(ledgerChain)),
  ];

  return {
    quotes,
    intents,
    x402,
    direct,
    credit,
    refunds,
    bounties,
    getChain,
    bound: bindPaymentRoutes({
      payments,
      walletsOf,
      urlOf,
      quoteOfDraft: needs.quoteOfDraft,
      quoteReAudit: needs.quoteReAudit,
    }),
    /** A payout that the chain has for good. */
    async onChange(tx: PaymentTransaction, { refType, refId, state, txHash, network }: OutboxRow): Promise<void> {
      if (state !== 'FINAL') return;
      if (refType === 'refund') await refunds.paidIn(tx, refId, txHash);
      if (refType === 'bounty') await bounties.paidIn(tx, refId, { txHash, network });
    },
    boundForOperators: bindPaymentOverviewRoutes(overview),
    startWorker(): void {
      for (const loop of loops) loop.start();
    },
    async stopWorker(): Promise<void> {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
