import { z } from 'zod';
import { ActorId, Address, JournalId, Sha256 } from '../ids.ts';
import { Count, JsonObject, Marks, PageQuery, Ref, Severity, Time } from './common.ts';
import { Evidence, FlagCategory, FlagSeverity } from './flag.ts';

export const QueueKind = z.enum(['ROUND', 'FLAG', 'PLUGIN', 'TICKET', 'REFUND', 'INTERVENTION', 'ABUSE', 'APPEAL']);
export type QueueKind = z.infer<typeof QueueKind>;
export const QueueState = z.enum(['OPEN', 'TAKEN', 'DECIDED']);
export type QueueState = z.infer<typeof QueueState>;

/** UUIDv7 of the queue item, not of its subject. */
export const QueueItemId = z.uuidv7().lowercase().brand<'QueueItemId'>();
export type QueueItemId = z.infer<typeof QueueItemId>;

/** The subject of a decision. Members that do not apply are null or empty. */
export const QueueSubject = z
  .object({
    text: z
      .string()
      .nullable()
      .describe('The message from the reporter or developer, or the reason for the escalation.'),
    certificateId: z.string().nullable(),
    submissionId: z.string().nullable(),
    flag: z
      .object({
        category: FlagCategory,
        severity: FlagSeverity,
        walletAddress: z.string(),
        walletProven: z.boolean(),
        evidence: z.array(
          Evidence.extend({
            quoted: z.string().nullable().describe('The lines of the sealed file around the reported location.'),
          }),
        ),
      })
      .nullable(),
    messages: z.array(z.object({ from: z.string(), text: z.string(), at: Time })),
    amount: z.object({ amount: z.string(), currency: z.string() }).nullable(),
    links: z.object({
      bundle: z.string().nullable(),
      report: z.string().nullable(),
      certificate: z.string().nullable(),
    }),
  })
  .meta({ id: 'QueueSubject' });
export type QueueSubject = z.infer<typeof QueueSubject>;

export const QueueItem = z
  .object({
    id: QueueItemId,
    kind: QueueKind,
    ref: Ref,
    priority: z.int(),
    openedAt: Time,
    dueAt: Time,
    state: QueueState,
    subject: QueueSubject.nullable(),
  })
  .meta({ id: 'QueueItem' });
export type QueueItem = z.infer<typeof QueueItem>;

export const QueueQuery = PageQuery.extend({ kind: QueueKind.optional(), state: QueueState.optional() });
export type QueueQuery = z.infer<typeof QueueQuery>;

/** The possible decisions for each kind of item. */
export const QUEUE_DECISIONS = {
  ROUND: ['SAFE', 'UNSAFE'],
  /** OPEN accepts a received flag, as screening does. For a held bounty, CONFIRM approves it. */
  FLAG: ['OPEN', 'CONFIRM', 'DISMISS'],
  PLUGIN: ['APPROVE', 'REJECT', 'SUSPEND'],
  TICKET: ['REPLY', 'CLOSE'],
  REFUND: ['PAY', 'REFUSE'],
  INTERVENTION: ['TAKE', 'CLOSE'],
  ABUSE: ['DISMISS', 'DELIST', 'SUSPEND'],
  APPEAL: ['UPHOLD', 'OVERTURN'],
} as const satisfies Record<QueueKind, readonly string[]>;

export const REASON_LIMITS = { min: 10, max: 4000 } as const;
/** An operator who overrides the engine must give a reason, which is stored. */
export const WrittenReason = z.string().trim().min(REASON_LIMITS.min).max(REASON_LIMITS.max);

export const QueueDecision = z.enum([
  ...QUEUE_DECISIONS.ROUND,
  ...QUEUE_DECISIONS.FLAG,
  ...QUEUE_DECISIONS.PLUGIN,
  'REPLY',
  'CLOSE',
  ...QUEUE_DECISIONS.REFUND,
  'TAKE',
  'DELIST',
  ...QUEUE_DECISIONS.APPEAL,
]);
export type QueueDecision = z.infer<typeof QueueDecision>;

export const QueueDecisionRequest = z
  .object({ decision: QueueDecision, reason: WrittenReason, severity: Severity.optional() })
  .meta({ id: 'QueueDecisionRequest' });
export type QueueDecisionRequest = z.infer<typeof QueueDecisionRequest>;

export const StatusChangeRequest = z.object({ reason: WrittenReason }).meta({ id: 'StatusChangeRequest' });
export type StatusChangeRequest = z.infer<typeof StatusChangeRequest>;

/** Creates marks for an actor that the operator trusts. Before the world runs there is no other way to obtain a stake. */
export const GrantRequest = z
  .strictObject({
    actorId: ActorId.optional(),
    walletAddress: Address.optional(),
    amount: Marks.refine((amount) => amount > 0n, 'must be more than nothing'),
    reason: WrittenReason,
  })
  .refine(({ actorId, walletAddress }) => (actorId === undefined) !== (walletAddress === undefined), {
    error: 'Send either actorId or walletAddress.',
    path: ['actorId'],
  })
  .meta({ id: 'GrantRequest' });
export type GrantRequest = z.infer<typeof GrantRequest>;

export const Grant = z
  .object({ id: JournalId, actorId: ActorId, walletAddress: Address, amount: Marks, balance: Marks, grantedAt: Time })
  .meta({ id: 'Grant' });

/** One line of the audit log. `hash` covers the row and `previousHash`, so that a removed line is detected. */
export const AuditRow = z
  .object({
    index: Count,
    at: Time,
    actor: z.string(),
    action: z.string(),
    subject: Ref.nullable(),
    detail: JsonObject,
    requestId: z.string().nullable(),
    previousHash: Sha256,
    hash: Sha256,
  })
  .meta({ id: 'AuditRow' });
export type AuditRow = z.infer<typeof AuditRow>;
