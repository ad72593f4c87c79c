import { JournalId, newUuidV7, type RandomBytes } from '@assay/protocol';
import type { Currency, Ledger, Owner } from '../ledger/index.ts';

/** The accounts of payments. Money from a chain is owed by that chain, so its account goes negative. */
const onChain = (network: string): Owner => ({ kind: 'chain', id: network });
const ofIntent = (intentId: string): Owner => ({ kind: 'payment-intent', id: intentId });
const REVENUE: Owner = { kind: 'revenue', id: 'reviews' };
const refundsPayable = (network: string): Owner => ({ kind: 'refunds-payable', id: network });
const TREASURY: Owner = { kind: 'treasury', id: 'bounties' };
const bountiesPayable = (network: string): Owner => ({ kind: 'bounties-payable', id: network });

/** Kinds of owner whose account mirrors a balance outside the ledger. */
const MAY_GO_NEGATIVE: ReadonlySet<string> = new Set(['chain', 'treasury']);

type Payment = { readonly id: string; readonly amount: bigint; readonly network: string };
type Move = {
  readonly kind: string;
  readonly ref: { readonly type: string; readonly id: string };
  readonly currency: Currency;
  readonly amount: bigint;
  readonly from: Owner;
  readonly to: Owner;
};

/** Every booking of this module, named after its event. */
export function createBooks({ random, clock }: { random: RandomBytes; clock: { now(): Date } }) {
  async function move(ledger: Ledger, { kind, ref, currency, amount, from, to }: Move): Promise<JournalId> {
    const open = (owner: Owner) =>
      ledger.openAccount({ owner, currency, mayGoNegative: MAY_GO_NEGATIVE.has(owner.kind) });
    const [source, target] = [await open(from), await open(to)];
    const id = newUuidV7(JournalId, clock.now().getTime(), random);
    const postings = [
      { accountId: source.id, amount: -amount },
      { accountId: target.id, amount },
    ];
    await ledger.book({ id, kind, ref, postings });
    return id;
  }
  const usdc = (kind: string, { id, amount }: Payment, from: Owner, to: Owner): Move => ({
    kind,
    ref: { type: 'payment-intent', id },
    currency: 'USDC',
    amount,
    from,
    to,
  });
  const holder = (intent: Payment, isConsumed: boolean): Owner => (isConsumed ? REVENUE : ofIntent(intent.id));

  return {
    received: (ledger: Ledger, intent: Payment) =>
      move(ledger, usdc('payment.received', intent, onChain(intent.network), ofIntent(intent.id))),
    consumed: (ledger: Ledger, intent: Payment) =>
      move(ledger, usdc('payment.consumed', intent, ofIntent(intent.id), REVENUE)),
    refundDue: (ledger: Ledger, intent: Payment, isConsumed: boolean) =>
      move(ledger, usdc('refund.due', intent, holder(intent, isConsumed), refundsPayable(intent.network))),
    refundRefused: (ledger: Ledger, intent: Payment, isConsumed: boolean) =>
      move(ledger, usdc('refund.refused', intent, refundsPayable(intent.network), holder(intent, isConsumed))),
    refundPaid: (ledger: Ledger, intent: Payment) =>
      move(ledger, usdc('refund.paid', intent, refundsPayable(intent.network), onChain(intent.network))),
    bountyDue: (ledger: Ledger, { id, amount, network }: Payment) => {
      const ref = { type: 'flag', id };
      return move(ledger, {
        kind: 'bounty.due',
        ref,
        currency: 'ASY',
        amount,
        from: TREASURY,
        to: bountiesPayable(network),
      });
    },
    bountyPaid: (ledger: Ledger, { id, amount, network }: Payment) => {
      const ref = { type: 'flag', id };
      const [from, to] = [bountiesPayable(network), onChain(network)];
      return move(ledger, { kind: 'bounty.paid', ref, currency: 'ASY', amount, from, to });
    },
  };
}
export type Books = ReturnType<typeof createBooks>;
