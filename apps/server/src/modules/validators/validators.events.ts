import { EventId, type EventKind, newUuidV7, type RandomBytes, type ValidatorState } from '@assay/protocol';
import { type EventStore, ownedEvent } from '../../platform/events/index.ts';
import { queueWorldInputIn, type WorldInputTx } from '../world/index.ts';
import type { SlashRow } from './records.store.ts';

type Deps = { readonly random: RandomBytes; readonly clock: { now(): Date } };
type Writer = WorldInputTx & { readonly events: EventStore };
type Who = { readonly id: string; readonly actorId: string };

/** Events about validators: state changes and slashes are public, pay is private. */
export function createValidatorEvents({ random, clock }: Deps) {
  const add = (
    { events }: Pick<Writer, 'events'>,
    kind: EventKind,
    validatorId: string,
    data: Record<string, unknown>,
  ) => {
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
    async stateChangedIn(
      tx: Writer,
      { id, actorId }: Who,
      from: ValidatorState | null,
      to: ValidatorState,
    ): Promise<void> {
      await add(tx, 'validator.state_changed', id, { from, to });
      if (to === 'SUSPENDED') await add(tx, 'validator.suspended', id, { until: null });
      const input = { kind: 'validator.set', actorId, isActive: to === 'ACTIVE' } as const;
      await queueWorldInputIn(tx, { input, at: clock.now() });
    },
    async slashedIn(tx: Writer, { actorId }: Who, { validatorId, bp, amount, code, certificateId }: SlashRow) {
      const lost = amount.toString();
      await add(tx, 'validator.slashed', validatorId, { bp, amount: lost, reason: code, certificateId });
      await queueWorldInputIn(tx, { input: { kind: 'validator.slashed', actorId, amount: lost }, at: clock.now() });
    },
    paidIn: (
      { events }: Pick<Writer, 'events'>,
      to: { readonly id: string; readonly actorId: string },
      data: { readonly roundId: string; readonly amount: string; readonly vesting: string },
    ): Promise<void> => {
      const subject = { type: 'validator', id: to.id };
      const owner = `actor:${to.actorId}`;
      const event = ownedEvent({ kind: 'validator.paid', at: clock.now(), subject, owner, data }, random);
      return events.add({ ...event, actorId: to.actorId });
    },
  };
}
export type ValidatorEvents = ReturnType<typeof createValidatorEvents>;
