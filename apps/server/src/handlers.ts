/**
 * Who hears what. A module publishes an event in the transaction in which it happens; those named here act on it in the same
 * transaction, one after the other in this order. What they publish themselves is heard when everybody has heard the present
 * event. A throw undoes everything. ARCHITECTURE.md shows this table: `npm run generate`.
 */
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

export const HEARD_BY = {
  // Submissions first: they refuse while a review needs the owner.
  'account.closing': ['submissions', 'support', 'webhooks'],

  // By what it is for, one of the two delivers or makes the money due back.
  'intent.paid': ['submissions', 'council'],
  'intent.consumed': ['validators'],
  'refund.due': ['validators'],
  'payout.due': ['registry'],
  'payout.final': ['payments'],

  'submission.accepted': ['council'],
  'submission.disputed': ['council'],
  // The council hands its review over before submissions say what state that left.
  'intervention.taken': ['council', 'submissions'],
  'round.over': ['submissions'],
  // Each for the rounds that are its own: reviews, or cases of known verdict.
  'seat.acting': ['council', 'validators'],
  'seat.acted': ['council', 'validators'],

  'certificate.issued': ['registry'],
  'anchor.changed': ['certificates'],
  // The council last: it takes the books.
  'flag.confirmed': ['payments', 'council'],
  'flag.bond-due': ['certificates'],

  'operator.decided-round': ['council'],
  // By what it is about: a flag, or the bounty of one.
  'operator.decided-flag': ['certificates', 'payments'],
  'operator.decided-refund': ['payments'],
  'operator.decided-ticket': ['support'],
  'operator.decided-intervention': ['submissions'],

  // Under the lock of the world's row: a handler may take the ledger's accounts, and no lock that precedes them.
  // The purse last: it counts what the others have told the world.
  'world.created': ['world', 'accounts', 'certificates', 'validators', 'marketplace', 'purse'],
  'world.ticked': ['world', 'rpc', 'purse'],

  'events.numbered': ['certificates', 'accounts', 'marketplace'],
} as const satisfies Record<EventType, readonly [string, ...string[]]>;

/** A transaction that takes several of these locks takes them in this order; otherwise two transactions can deadlock. */
export const LOCK_ORDER = [
  "the operator's desk (`operator_queue`)",
  'the payment intent that is being credited',
  'the submission, and with it its rounds, panels and seats',
  'the skill and its certificates, then the keys that seal them',
  'what a submission had consumed and is due back',
  'the books of the council (`lockBooks`), and with them canaries and calibrations with their seats',
  'an offer on a marketplace',
  "the world's row: shared by transactions that move marks, exclusive for a tick; then the purses",
  "the ledger's accounts",
] as const;

type ModuleName = (typeof HEARD_BY)[EventType][number];
type Hears<Tx, Name extends ModuleName> = {
  readonly [Type in EventType as Name extends (typeof HEARD_BY)[Type][number] ? Type : never]: Handler<
    Tx,
    Extract<AppEvent, { readonly type: Type }>
  >;
};
/** The modules that hear something, each with what it does about it. */
export type Hearing<Tx> = { readonly [Name in ModuleName]: { readonly hears: Hears<Tx, Name> } };

/** Every handler of every event, in order. Throws when a module hears what this table does not say. */
export function toHandlers<Tx>(modules: Hearing<Tx>): Handlers<Tx, AppEvent> {
  const hearing: Readonly<Record<string, { readonly hears?: Heard<Tx> }>> = modules;
  const heardBy: Readonly<Record<string, readonly string[]>> = HEARD_BY;
  for (const [name, { hears = {} }] of Object.entries(hearing)) {
    const unlisted = Object.keys(hears).find((type) => !heardBy[type]?.includes(name));
    if (unlisted !== undefined) throw new Error(`Module ${name} hears ${unlisted}, which handlers.ts does not say.`);
  }
  const handlers = Object.entries(heardBy).map(([type, names]) => [
    type,
    names.map((name) => hearing[name]?.hears?.[type]),
  ]);
  return Object.fromEntries(handlers);
}
/** What a module hears, whichever module it is. */
type Heard<Tx> = { readonly [type: string]: Handler<Tx, never> };
