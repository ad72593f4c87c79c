import { z } from 'zod';
import { ActorId, BusinessId, CityId, EventId, JournalId } from './ids.ts';
import { Count, JsonObject, Ref, Tick, Time } from './wire/common.ts';

/**
 * Who may read an event of a kind. `actor`: the actor in the event, and the operator. `owner`: the owner of the
 * subject.
 * `actor-then-public`: only the actor until the panel has revealed, then everyone.
 */
export type Visibility = 'public' | 'actor' | 'owner' | 'actor-then-public';

type Kind = { readonly visibility: Visibility; readonly data: readonly string[] };
const of = <V extends Visibility>(visibility: V, ...data: readonly string[]) => ({ visibility, data });

/** Every event kind with its visibility and the members of its `data`. Kinds may be added; the meaning of a kind never changes. */
export const EVENT_KINDS = {
  'actor.born': of('public', 'name', 'kind', 'cityId'),
  'actor.moved': of('public', 'fromCityId', 'toCityId', 'cost'),
  'actor.employed': of('actor', 'businessId', 'role', 'wage'),
  'actor.unemployed': of('actor', 'reason'),
  'actor.paid': of('actor', 'amount', 'counterpartyId'),
  'actor.tax_withheld': of('actor', 'amount', 'counterpartyId'),
  'actor.benefit_paid': of('actor', 'amount', 'counterpartyId'),
  'actor.rent_paid': of('actor', 'amount', 'counterpartyId'),
  'actor.arrears': of('actor', 'points', 'rent'),
  'actor.evicted': of('actor', 'propertyId', 'reason'),
  'actor.home_changed': of('actor', 'propertyId', 'kind', 'rent'),
  'actor.skill_gained': of('actor', 'skill', 'grade'),
  'actor.need_low': of('actor', 'need', 'value'),
  'relation.proposed': of('actor', 'otherActorId', 'type', 'consentId'),
  'relation.changed': of('actor', 'otherActorId', 'type', 'state'),
  'consent.answered': of('actor', 'consentId', 'state'),
  'trade.settled': of('actor', 'buyerId', 'sellerId', 'good', 'quantity', 'amount'),
  'transfer.sent': of('actor', 'toActorId', 'amount', 'memo'),
  'item.moved': of('actor', 'itemId', 'quantity', 'toActorId'),
  'property.listed': of('public', 'propertyId', 'rentPrice', 'salePrice'),
  'property.sold': of('public', 'buyerId', 'price'),
  'building.ordered': of('public', 'projectId', 'tier', 'payer', 'price'),
  'building.stage_paid': of('public', 'stage', 'amount'),
  'building.completed': of('public', 'propertyId', 'tier'),
  'building.torn_down': of('public', 'propertyId'),
  'business.founded': of('public', 'sector', 'type', 'ownerId'),
  'business.sold': of('public', 'buyerId', 'price'),
  'business.closed': of('public', 'reason', 'losses'),
  'business.insolvent': of('public', 'reason', 'losses'),
  'business.bankrupt': of('public', 'reason', 'losses'),
  'business.price_changed': of('public', 'before', 'after'),
  'business.wage_changed': of('public', 'before', 'after'),
  'business.vacancy_posted': of('public', 'count', 'wage'),
  'business.skill_equipped': of('public', 'certificateId', 'bonusBp'),
  'business.skill_lost': of('public', 'certificateId', 'reason'),
  'business.payroll_paid': of('public', 'workers', 'amount'),
  'business.payroll_missed': of('public', 'workers', 'amount'),
  'loan.issued': of('actor', 'loanId', 'bankId', 'amount', 'outstanding'),
  'loan.instalment_paid': of('actor', 'loanId', 'bankId', 'amount', 'outstanding'),
  'loan.repaid': of('actor', 'loanId', 'bankId', 'amount', 'outstanding'),
  'loan.defaulted': of('actor', 'loanId', 'bankId', 'amount', 'outstanding'),
  'loan.written_off': of('actor', 'loanId', 'bankId', 'amount', 'outstanding'),
  'bank.recapitalised': of('public', 'bankId', 'amount', 'source'),
  'city.snapshot': of('public', 'health', 'unemploymentRate', 'cpi'),
  'city.concern_raised': of('public', 'code', 'severity', 'evidence'),
  'city.concern_cleared': of('public', 'code', 'severity', 'evidence'),
  'city.policy_changed': of('public', 'code', 'before', 'after'),
  'city.rebate_paid': of('public', 'amount', 'perHead'),
  'federal.equalised': of('public', 'amount', 'cityIds'),
  'proposal.submitted': of('public', 'type', 'payload'),
  'proposal.decided': of('public', 'decision', 'votes'),
  'money.issued': of('public', 'amount', 'reason', 'reference'),
  'money.retired': of('public', 'amount', 'reason', 'reference'),
  'shock.noted': of('public', 'name', 'size'),
  'world.paused': of('public', 'state', 'reason'),
  'world.resumed': of('public'),
  'intent.executed': of('actor', 'intentId', 'type', 'reasonCode', 'rewrittenTo'),
  'intent.blocked': of('actor', 'intentId', 'type', 'reasonCode', 'rewrittenTo'),
  'intent.refused': of('actor', 'intentId', 'type', 'reasonCode', 'rewrittenTo'),
  'intent.rewritten': of('actor', 'intentId', 'type', 'reasonCode', 'rewrittenTo'),
  'intent.expired': of('actor', 'intentId', 'type', 'reasonCode', 'rewrittenTo'),
  'validator.state_changed': of('public', 'from', 'to'),
  'validator.slashed': of('public', 'bp', 'amount', 'reason', 'certificateId'),
  'validator.suspended': of('public', 'until'),
  'validator.paid': of('actor', 'roundId', 'amount', 'vesting'),
  'council.assigned': of('actor-then-public', 'assignmentId', 'roundId', 'phase'),
  'council.committed': of('actor-then-public', 'commitment'),
  'council.revealed': of('actor-then-public', 'verdict', 'severity'),
  'council.settled': of('public', 'roundId', 'decision', 'rewards'),
  'submission.state_changed': of('owner', 'submissionId', 'from', 'to', 'reason'),
  'certificate.issued': of('public', 'name', 'version', 'productType', 'securityLevel', 'payloadHash', 'logIndex'),
  'certificate.deprecated': of('public', 'statusReason', 'supersededBy', 'roundId', 'logIndex'),
  'certificate.suspended': of('public', 'statusReason', 'supersededBy', 'roundId', 'logIndex'),
  'certificate.reinstated': of('public', 'statusReason', 'supersededBy', 'roundId', 'logIndex'),
  'certificate.revoked': of('public', 'statusReason', 'supersededBy', 'roundId', 'logIndex'),
  'certificate.anchored': of('public', 'txHash', 'blockNumber', 'network', 'state'),
  'monitoring.warning': of('public', 'kind', 'result', 'detail'),
  'flag.opened': of('public', 'category', 'severity', 'activeFlagCount'),
  'flag.decided': of('public', 'outcome', 'suspended'),
  'bounty.paid': of('public', 'flagId', 'amount', 'txHash'),
  'payment.state_changed': of('owner', 'paymentIntentId', 'from', 'to', 'txHash'),
  'listing.state_changed': of('owner', 'from', 'to'),
  'listing.sold': of('owner', 'price', 'purchaseId'),
  'listing.paid_out': of('owner', 'amount', 'purchaseId'),
  'listing.refunded': of('owner', 'price', 'purchaseId', 'reason'),
  'plugin.state_changed': of('owner', 'from', 'to', 'review'),
  'plugin.equipped': of('owner', 'slotIndex'),
  'plugin.purchased': of('owner', 'price'),
  'abuse.reported': of('owner', 'reportId', 'category'),
  'abuse.decided': of('owner', 'reportId', 'decision', 'reason'),
  'ticket.replied': of('owner', 'ticketId', 'from'),
  'account.registered': of('owner'),
  'account.logged_in': of('owner', 'tokenId'),
  'auth.key_created': of('owner', 'keyId'),
} as const satisfies Record<string, Kind>;
export type EventKind = keyof typeof EVENT_KINDS;

export const isEventKind = (text: string): text is EventKind => Object.hasOwn(EVENT_KINDS, text);

/** `seq` follows commit order across the whole deployment and never repeats, so a reader can resume after it. */
export const Event = z
  .object({
    id: EventId,
    seq: Count,
    kind: z.string().describe('New kinds may be added.'),
    occurredAt: Time,
    tick: Tick.nullable(),
    actorId: ActorId.nullable(),
    cityId: CityId.nullable(),
    businessId: BusinessId.nullable(),
    subject: Ref,
    outcome: z.enum(['success', 'fail', 'blocked']),
    data: JsonObject,
    causedBy: z
      .object({ type: z.enum(['intent', 'rpc', 'request', 'input', 'timer', 'step', 'job']), id: z.string() })
      .nullable(),
    journalIds: z.array(JournalId),
  })
  .meta({ id: 'Event' });
export type Event = z.infer<typeof Event>;
