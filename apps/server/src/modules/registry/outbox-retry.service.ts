import { type ChainOutboxItem, type OutboxId, Problem } from '@assay/protocol';
import { type OperatorAct, operatorNameOf } from '../../platform/auth/index.ts';
import type { OperatorQueue } from '../support/index.ts';
import { UNSENT } from './outbox.policy.ts';
import { OUTBOX_NOTICE, type Outbox, type RegistryTransaction, toOutboxItem } from './outbox.service.ts';

export type OutboxRetryTransaction = RegistryTransaction & { readonly operatorQueue: Pick<OperatorQueue, 'log'> };
type Deps = {
  readonly inTransaction: <T>(work: (stores: OutboxRetryTransaction) => Promise<T>) => Promise<T>;
  readonly outbox: Pick<Outbox, 'publishStateIn'>;
  readonly clock: { now(): Date };
};

/**
 * Sends a FAILED effect again at an operator's request. An effect fails only when the nonce of its transactions is
 * spent without effect, so the first attempt cannot take effect as well.
 */
export function createOutboxRetry({ inTransaction, outbox, clock }: Deps) {
  return (id: OutboxId, { reason, caller, requestId }: OperatorAct): Promise<ChainOutboxItem> =>
    inTransaction(async (stores) => {
      const row = await stores.outbox.lock(id);
      if (row === undefined) throw new Problem('outbox_item_not_found');
      if (row.state !== 'FAILED') throw new Problem('outbox_wrong_state', { state: row.state });
      const now = clock.now();
      const change = { ...UNSENT, state: 'QUEUED', lastError: null, nextAttemptAt: now, changedAt: now } as const;
      await stores.outbox.change(id, change);
      const queued = { ...row, ...change };
      await outbox.publishStateIn(stores, queued);
      const detail = { reason, kind: row.kind, refType: row.refType, refId: row.refId, lastError: row.lastError };
      const subject = { subjectType: 'chain-outbox', subjectId: id };
      await stores.operatorQueue.log(
        { actor: operatorNameOf(caller), action: 'chain-outbox.retry', ...subject, detail, requestId },
        now,
      );
      await stores.events.notify(OUTBOX_NOTICE, 'queued');
      return toOutboxItem(queued);
    });
}
export type OutboxRetry = ReturnType<typeof createOutboxRetry>;
