/** Wires payments: quotes, intents, both ways to pay, refunds and bounties; then the routes. */
import { setTimeout as pause } from 'node:timers/promises';
import { type CertificateId, Problem } from '@assay/protocol';
import type { Actor, Developer } from '../../platform/auth/index.ts';
import { createWorkLoop } from '../../platform/jobs/index.ts';
import type { PlatformServices } from '../../platform/services.ts';
import type { MarkBooks } from '../purse/index.ts';
import { createBooks } from './books.ts';
import { createBounties } from './bounties.service.ts';
import type { PaymentChain } from './chain.port.ts';
import { createCredit } from './credit.service.ts';
import { createDirectPayments } from './direct.service.ts';
import { createIntents } from './intents.service.ts';
import { bindPaymentOverviewRoutes } from './overview.routes.ts';
import { createPaymentOverview } from './overview.service.ts';
import { paymentOverviewStore } from './overview.store.ts';
import { bindPaymentRoutes } from './payments.routes.ts';
import { createPayments } from './payments.service.ts';
import type { PaymentTransaction } from './payments.transaction.ts';
import { createPayouts } from './payouts.service.ts';
import { createQuotes } from './quotes.service.ts';
import { quoteStore } from './quotes.store.ts';
import { createRefunds } from './refunds.service.ts';
import { createX402Payments } from './x402.service.ts';

type Needs = {
  /** Undefined while no chain is open in this process. */
  readonly findChain: () => PaymentChain | undefined;
  readonly marks: MarkBooks;
  readonly findNetwork: Parameters<typeof createBounties>[0]['findNetwork'];
};

const LOOK_EVERY_MS = 5_000;

export function composePayments(
  platform: PlatformServices<PaymentTransaction>,
  { findChain, findNetwork, marks }: Needs,
) {
  const { db, stores, inTransaction, metrics, random, clock, log } = platform;
  const getChain = (): PaymentChain => {
    const chain = findChain();
    if (chain === undefined) throw new Problem('chain_unavailable');
    return chain;
  };
  const books = createBooks({ random, clock });
  const quotes = createQuotes({ store: quoteStore(db), random, clock });
  const refunds = createRefunds({ books, random, clock });
  const credit = createCredit({ books, marks, refunds, random, clock });
  const { intents: store, claims, refunds: refundStore, signingKeys } = stores;
  const getSigner = signingKeys.current;
  const intents = createIntents({ store, refunds: refundStore, quotes, getChain, getSigner, random, clock });
  const direct = createDirectPayments({ intents, store, credit, inTransaction, getChain, clock, log });
  const x402 = createX402Payments({
    claims,
    intents: store,
    credit,
    inTransaction,
    getChain,
    random,
    clock,
    log,
    pause: (ms) => pause(ms),
  });
  const bounties = createBounties({ store: stores.bounties, inTransaction, books, random, clock, log, findNetwork });
  const overview = createPaymentOverview({ store: paymentOverviewStore(db), clock });
  metrics.gauges('assay_payment_intents', 'Payment intents by state', 'state', () => overview.counts('intents'));
  metrics.gauges('assay_payment_claims', 'x402 authorizations by state', 'state', () => overview.counts('claims'));
  metrics.gauges('assay_refunds', 'Refunds by state', 'state', () => overview.counts('refunds'));
  metrics.gauges('assay_bounties', 'Bounties by state', 'state', () => overview.counts('bounties'));

  const createLoop = (name: string, work: () => Promise<number>) =>
    createWorkLoop({ name, everyMs: LOOK_EVERY_MS, log, work });
  const onChain = (work: () => Promise<number>) => async () => (findChain() === undefined ? 0 : work());

  return {
    quotes,
    intents,
    x402,
    direct,
    credit,
    refunds,
    bounties,
    overview,
    getChain,
    findOffer: () => findChain()?.offer,
    handles: {
      'payout.final': createPayouts({ refunds, bounties }).close,
      'flag.confirmed': bounties.grant,
      'operator.decided-refund': refunds.decide,
      'operator.decided-flag': bounties.decide,
    },
    repeating: [{ name: 'payments.delete-unpaid', everyMinutes: 60, run: intents.deleteOld }],
    // Separate loops, so that a failing one does not delay the others.
    loops: [
      createLoop('direct payments', onChain(direct.advance)),
      createLoop('x402 claims', onChain(x402.recover)),
      createLoop('bounties', onChain(bounties.sendDue)),
    ],
  };
}
type ComposedPayments = ReturnType<typeof composePayments>;

type Readers = {
  readonly walletsOf: (caller: Developer | Actor) => Promise<readonly string[]>;
  readonly quoteOfDraft: (accountId: string, draftId: string) => Promise<string>;
  readonly quoteReAudit: (caller: Developer | Actor, certificateId: CertificateId) => Promise<string>;
};

/** Separate from the rest, because the modules that price purchases depend on payments themselves. */
export function composePaymentRoutes(
  { urlOf }: PlatformServices<PaymentTransaction>,
  { intents, direct, x402, overview, getChain }: ComposedPayments,
  readers: Readers,
) {
  const payments = createPayments({ intents, direct, x402, getChain });
  return [...bindPaymentRoutes({ payments, urlOf, ...readers }), ...bindPaymentOverviewRoutes(overview)];
}
