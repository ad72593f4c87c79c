import { hashOfSaved, save } from '@assay/economy/world';
import { EventId, newUuidV7, Problem, type RandomBytes } from '@assay/protocol';
import { type OperatorAct, operatorNameOf } from '../../platform/auth/index.ts';
import type { EventStore } from '../../platform/events/index.ts';
import type { Follower } from './follower.service.ts';
import type { AuditEntry } from './world.published.ts';
import type { WorldRow, WorldStore } from './world.store.ts';

type Tx = {
  readonly world: Pick<WorldStore, 'lock' | 'setState'>;
  readonly events: Pick<EventStore, 'addAll' | 'notify'>;
  readonly operatorQueue: { log(entry: AuditEntry, at: Date): Promise<void> };
};
export type OperationsTx = Tx;
type Deps = {
  readonly inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  readonly follower: Pick<Follower, 'now' | 'row'>;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};
type Operated = Pick<WorldRow, 'state' | 'tick'>;

/** Pause, resume and export by an administrator. Each is in the audit log with its reason. */
export function createOperations({ inTransaction, follower, random, clock }: Deps) {
  const move = (
    to: 'PAUSED' | 'RUNNING',
    { reason, caller, requestId }: OperatorAct,
    ticks?: number,
  ): Promise<Operated> =>
    inTransaction(async (tx) => {
      const row = await tx.world.lock();
      if (row === undefined) throw new Problem('unavailable');
      const { state, tick, name, pauseAtTick } = row;
      const isRepeated = state === to && ticks === undefined;
      if (isRepeated && pauseAtTick === null) return { state, tick };
      // A world that runs for some ticks can be resumed without the limit.
      if (!isRepeated && state !== (to === 'PAUSED' ? 'RUNNING' : 'PAUSED'))
        throw new Problem('world_wrong_state', { state });
      const at = clock.now();
      const kind = to === 'PAUSED' ? 'world.paused' : 'world.resumed';
      const subject = { subjectType: 'world', subjectId: name };
      const id = newUuidV7(EventId, at.getTime(), random);
      const data = to === 'PAUSED' ? { state: to, reason } : {};
      const stop = { code: 'paused', detail: reason, tick, at: at.toISOString() };
      await tx.world.setState(to, to === 'PAUSED' ? stop : null, ticks === undefined ? null : tick + ticks);
      await tx.events.addAll([
        { id, kind, occurredAt: at, ...subject, outcome: 'success', data, causedBy: null, tick },
      ]);
      const actor = operatorNameOf(caller);
      await tx.operatorQueue.log(
        { actor, action: kind, ...subject, detail: { tick, reason, ...(ticks !== undefined && { ticks }) }, requestId },
        at,
      );
      await tx.events.notify('world', String(tick));
      return { state: to, tick };
    });

  return {
    pause: (act: OperatorAct) => move('PAUSED', act),
    /** With `ticks`, the world is paused again after that many. */
    resume: (act: OperatorAct, ticks?: number) => move('RUNNING', act, ticks),
    async export({ reason, caller, requestId }: OperatorAct): Promise<{ bytes: Buffer; tick: number; hash: string }> {
      const world = follower.now();
      const saved = save(world);
      const [bytes, tick] = [Buffer.from(saved.buffer, saved.byteOffset, saved.byteLength), world.tick];
      const subject = { subjectType: 'world', subjectId: follower.row()?.name ?? '' };
      const entry = { actor: operatorNameOf(caller), action: 'world.exported', ...subject, detail: { tick, reason } };
      await inTransaction((tx) => tx.operatorQueue.log({ ...entry, requestId }, clock.now()));
      return { bytes, tick, hash: `0x${hashOfSaved(saved)}` };
    },
  };
}
