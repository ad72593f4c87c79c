import { z } from 'zod';
import { Hash32 } from '../ids.ts';
import { Count, Network, PageQuery, Ref, Time } from './common.ts';
import { WrittenReason } from './operator.ts';

/** UUIDv7 of one queued chain effect. */
export const OutboxId = z.uuidv7().lowercase().brand<'OutboxId'>();
export type OutboxId = z.infer<typeof OutboxId>;

/** FAILED items wait for an operator: an automatic retry could do harm. */
export const OutboxState = z.enum(['QUEUED', 'SENT', 'MINED', 'FINAL', 'FAILED']).meta({ id: 'OutboxState' });
export type OutboxState = z.infer<typeof OutboxState>;

/** One chain effect and its progress. `ref` names its purpose. */
export const ChainOutboxItem = z
  .object({
    id: OutboxId,
    kind: z.enum(['COMMIT', 'COMMIT_ROOT', 'TRANSFER']),
    ref: Ref,
    network: Network,
    embedded: z.boolean(),
    state: OutboxState,
    nonce: Count.nullable(),
    txHash: Hash32.nullable(),
    blockNumber: Count.nullable(),
    lastError: z.string().nullable(),
    queuedAt: Time,
    nextAttemptAt: Time,
    changedAt: Time,
  })
  .meta({ id: 'ChainOutboxItem' });
export type ChainOutboxItem = z.infer<typeof ChainOutboxItem>;

export const ChainOutboxQuery = PageQuery.extend({ state: OutboxState.optional() });
export type ChainOutboxQuery = z.infer<typeof ChainOutboxQuery>;

export const ChainOutboxRetry = z.object({ reason: WrittenReason }).meta({ id: 'ChainOutboxRetry' });
export type ChainOutboxRetry = z.infer<typeof ChainOutboxRetry>;
