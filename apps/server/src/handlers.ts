/**
 * Event subscriptions. A module publishes an event in the transaction in which it happens. The modules listed here handle it in
 * the same transaction, in this order. Events that they publish are delivered after the current event. An exception rolls
 * everything back. ARCHITECTURE.md shows this table: `npm run generate`.
 */
import type { AbuseEvent } from './modules/abuse/index.ts';
import type { AccountEvent } from './modules/accounts/index.ts';
import type { CertificateEvent } from './modules/certificates/index.ts';
import type { CouncilEvent } from './modules/council/index.ts';
import type { PaymentEvent } from './modules/payments/index.ts';
import type { RegistryEvent } from './modules/registry/index.ts';
import type { SeatEvent } from './modules/seats/index.ts';
import type { StreamEvent } from './modules/stream/index.ts';
import type { SubmissionEvent } from './modules/submissions/index.ts';
import type { SupportEvent } from './modules/support/index.ts';
import type { WorldEvent } from './modules/world/index.ts';
import type { Handler, Handlers } from './platform/events/index.ts';

export type AppEvent =
  | AbuseEvent
  | AccountEvent
  | CertificateEvent
  | CouncilEvent
  | PaymentEvent
  | RegistryEvent
  | SeatEvent
  | StreamEvent
  | SubmissionEvent
  | SupportEvent
  | WorldEvent;
type EventType = AppEvent['type'];

export const SUBSCRIBERS = {
  // Submissions first: they reject the event while a submission of the owner is under review.
  'account.closing': ['submissions', 'support', 'webhooks', 'abuse'],

  // The purpose of the intent decides which of the two delivers or creates a refund.
  'intent.paid': ['submissions', 'council'],
  'intent.consumed': ['validators'],
  'refund.due': ['validators'],
  'payout.due': ['registry'],
  'payout.final': ['payments'],

  'submission.accepted': ['council'],
  'submission.disputed': ['council'],
  // The council hands over its review before submissions publishes the resulting state.
  'intervention.taken': ['council', 'submissions'],
  'round.over': ['submissions'],
  // Each module handles its own rounds: reviews, or cases with a known verdict.
  'seat.acting': ['council', 'validators'],
  'seat.acted': ['council', 'validators'],

  'certificate.issued': ['registry'],
  'anchor.changed': ['certificates'],
  // The council comes last because it locks the books.
  'flag.confirmed': ['payments', 'council'],
  'flag.bond-due': ['certificates'],

  'operator.decided-round': ['council'],
  // The subject decides: a flag, or the bounty of a flag.
  'operator.decided-flag': ['certificates', 'payments'],
  'operator.decided-refund': ['payments'],
  'operator.decided-ticket': ['support'],
  'operator.decided-intervention': ['submissions'],
  'operator.decided-abuse': ['abuse'],
  'operator.decided-appeal': ['abuse'],
  // Follows the certificate, like every change of an offer.
  'abuse.barred': ['marketplace'],
  'abuse.unbarred': ['marketplace'],

  // These events run under the lock of the world's row: a handler may lock the ledger's accounts, but no lock that
  // precedes them in `LOCK_ORDER`. The purse comes last because it counts the inputs that the others queued.
  'world.created': ['world', 'accounts', 'certificates', 'validators', 'marketplace', 'purse'],
  'world.ticked': ['world', 'rpc', 'purse'],

  'events.numbered': ['certificates', 'accounts', 'marketplace'],
} as const satisfies Record<EventType, readonly [string, ...string[]]>;

/** A transaction that takes several of these locks takes them in this order; otherwise two transactions can deadlock. */
export const LOCK_ORDER = [
  'a proposal of an administrator (`operator_proposals`)',
  'the operator queue (`operator_queue`)',
  'the payment intent that is being credited',
  'the submission, and with it its rounds, panels and seats',
  'the skill and its certificates, then their signing keys',
  'a refund that is due for a submission',
  'the books of the council (`lockBooks`), and with them canaries and calibrations with their seats',
  'an offer on a marketplace',
  "the world's row: shared by transactions that move marks, exclusive for a tick; then the purses",
  "the ledger's accounts",
  "the end of the audit log's chain",
] as const;

type ModuleName = (typeof SUBSCRIBERS)[EventType][number];
type Handled<Tx, Name extends ModuleName> = {
  readonly [Type in EventType as Name extends (typeof SUBSCRIBERS)[Type][number] ? Type : never]: Handler<
    Tx,
    Extract<AppEvent, { readonly type: Type }>
  >;
};
/** The modules with subscriptions and their handlers. */
export type Subscriptions<Tx> = { readonly [Name in ModuleName]: { readonly handles: Handled<Tx, Name> } };

/** All handlers of all events, in order. Throws if a module handles an event that is not in this table. */
export function toHandlers<Tx>(modules: Subscriptions<Tx>): Handlers<Tx, AppEvent> {
  const subscriptions: Readonly<Record<string, { readonly handles?: HandlerMap<Tx> }>> = modules;
  const subscribers: Readonly<Record<string, readonly string[]>> = SUBSCRIBERS;
  for (const [name, { handles = {} }] of Object.entries(subscriptions)) {
    const unlisted = Object.keys(handles).find((type) => !subscribers[type]?.includes(name));
    if (unlisted !== undefined) throw new Error(`Module ${name} handles ${unlisted}, which is missing in handlers.ts.`);
  }
  const handlers = Object.entries(subscribers).map(([type, names]) => [
    type,
    names.map((name) => subscriptions[name]?.handles?.[type]),
  ]);
  return Object.fromEntries(handlers);
}
/** The handlers of one module, with any event type. */
type HandlerMap<Tx> = { readonly [type: string]: Handler<Tx, never> };
