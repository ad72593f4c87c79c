import { z } from 'zod';
import { EVENT_KINDS, Event, isEventKind } from '../events.ts';
import { CertificateId, EventId, WebhookId } from '../ids.ts';
import { Count, Time, URL_LENGTH_MAX } from './common.ts';

export const WEBHOOK_LIMITS = {
  kindsMax: 50,
  certificateIdsMax: 1_000,
  descriptionMax: 200,
  /** Pending deliveries of one webhook. At this limit further events are not sent to it. */
  waitingMax: 500,
  /** Finished deliveries that stay in the list of one webhook. */
  keptMax: 1_000,
} as const;

const PREFIXES = new Set(Object.keys(EVENT_KINDS).map((kind) => kind.slice(0, kind.indexOf('.'))));
const isPattern = (text: string): boolean =>
  isEventKind(text) || (text.endsWith('.*') && PREFIXES.has(text.slice(0, -'.*'.length)));

/** One event kind, or all kinds with a prefix: `certificate.*`. */
export const KindPattern = z
  .string()
  .max(64)
  .refine(isPattern, { error: 'is neither an event kind nor a prefix of one' });

const Secret = z.string().regex(/^whsec_[A-Za-z0-9+/]+={0,2}$/);
const PublicKey = z.string().regex(/^whpk_[A-Za-z0-9+/]+={0,2}$/);

const settings = {
  url: z.string().min(1).max(URL_LENGTH_MAX),
  kinds: z.array(KindPattern).min(1).max(WEBHOOK_LIMITS.kindsMax),
  certificateIds: z.array(CertificateId).max(WEBHOOK_LIMITS.certificateIdsMax),
  description: z.string().max(WEBHOOK_LIMITS.descriptionMax),
};

export const WebhookRequest = z
  .strictObject({
    url: settings.url,
    kinds: settings.kinds,
    certificateIds: settings.certificateIds
      .min(1)
      .optional()
      .describe('Send only events about these certificates. Default: all.'),
    description: settings.description.optional(),
  })
  .meta({ id: 'WebhookRequest' });
export type WebhookRequest = z.infer<typeof WebhookRequest>;

export const WebhookState = z.enum(['ACTIVE', 'DISABLED']);

export const WebhookChange = z
  .strictObject({
    url: settings.url.optional(),
    kinds: settings.kinds.optional(),
    certificateIds: settings.certificateIds.min(1).nullable().optional(),
    description: settings.description.optional(),
    state: WebhookState.optional(),
  })
  .meta({ id: 'WebhookChange' });
export type WebhookChange = z.infer<typeof WebhookChange>;

export const Webhook = z
  .object({
    id: WebhookId,
    url: z.string(),
    kinds: z.array(z.string()),
    certificateIds: z.array(CertificateId).nullable(),
    description: z.string(),
    publicKey: PublicKey.describe('Ed25519 public key, for signatures that begin with `v1a`.'),
    state: WebhookState,
    createdAt: Time,
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof Webhook>;

/** The only answer that shows the secret. */
export const WebhookCreated = z.object({ ...Webhook.shape, secret: Secret }).meta({ id: 'WebhookCreated' });
export type WebhookCreated = z.infer<typeof WebhookCreated>;

export const DeliveryId = z.uuidv7().lowercase().brand<'DeliveryId'>();
export type DeliveryId = z.infer<typeof DeliveryId>;

export const Delivery = z
  .object({
    id: DeliveryId,
    eventId: EventId,
    kind: z.string(),
    state: z.enum(['PENDING', 'DELIVERED', 'FAILED']),
    tries: Count,
    lastStatus: z.int().nullable().describe("HTTP status of the receiver's last response."),
    lastError: z.string().nullable(),
    createdAt: Time,
    nextTryAt: Time.nullable(),
    finishedAt: Time.nullable(),
  })
  .meta({ id: 'Delivery' });
export type Delivery = z.infer<typeof Delivery>;

/** The message to a receiver, signed by Standard Webhooks 1.0. */
export const WebhookMessage = z
  .object({ type: z.string(), timestamp: Time, data: Event })
  .meta({ id: 'WebhookMessage' });
export type WebhookMessage = z.infer<typeof WebhookMessage>;
