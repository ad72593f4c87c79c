import { EventId, type EventKind, newUuidV7, type RandomBytes, type ValidatorState } from '@assay/protocol';
import { type EventStore, ownedEvent } from '../../platform/events/index.ts';
import type { SlashRow } from './records.store.ts';

type Deps = { readonly random: RandomBytes; readonly clock: { now(): Date } };
type Writer = { readonly events: EventStore };

/** What is told about validators: their state and their slashes to everybody, their pay to themselves. */
export function createValidatorEvents({ random, clock }: Deps) {
  const add = ({ events }: Writer, kind: EventKind, validatorId: string, data: Record<string, unknown>) => {
    const at = clock.now();
    return events.add({
      id: newUuidV7(EventId, at.getTime(), random),
      kind,
      occurredAt: at,
      outcome: 'success',
      causedBy: null,
      subjectType: 'validator',
      subjectId: validatorId,
      data,
    });
  };

  return {
    async stateChangedIn(tx: Writer, id: string, from: ValidatorState | null, to: ValidatorState): Promise<void> {
      await add(tx, 'validator.state_changed', id, { from, to });
      if (to === 'SUSPENDED') await add(tx, 'validator.suspended', id, { until: null });
    },
    slashedIn: (tx: Writer, { validatorId, bp, amount, code, certificateId }: SlashRow): Promise<void> =>
      add(tx, 'validator.slashed', validatorId, { bp, amount: amount.toString(), reason: code, certificateId }),
    paidIn: (
      { events }: Writer,
      to: { readonly id: string; readonly actorId: string },
      data: { readonly roundId: string; readonly amount: string; readonly vesting: string },
    ): Promise<void> => {
      const subject = { type: 'validator', id: to.id };
      const owner = `actor:${to.actorId}`;
      return events.add(ownedEvent({ kind: 'validator.paid', at: clock.now(), subject, owner, data }, random));
    },
  };
}
export type ValidatorEvents = ReturnType<typeof createValidatorEvents>;
