import { EventId, newUuidV7, type RandomBytes } from '@assay/protocol';
import type { EventStore } from '../../platform/events/index.ts';
import { lateMsOf } from './health.ts';
import type { WorldInputStore } from './inputs.store.ts';
import type { AuditEntry } from './world.published.ts';
import type { WorldRow, WorldStore } from './world.store.ts';

export type ResumeTx = {
  readonly world: Pick<WorldStore, 'lock' | 'setState'>;
  readonly worldInputs: Pick<WorldInputStore, 'describeWaiting' | 'setAside'>;
  readonly events: Pick<EventStore, 'addAll' | 'notify'>;
  readonly operatorQueue: { log(entry: AuditEntry, at: Date): Promise<void> };
};
type Deps = { readonly random: RandomBytes; readonly clock: { now(): Date } };
/** An operator's decision about the report. */
export type Resumption = {
  /** The tick in the report, which proves that the operator has read it. */
  readonly hour: number;
  readonly reason: string;
  /** Ids of inputs that no hour is to process. */
  readonly setAside: readonly number[];
};
type Report = {
  readonly isIntact: boolean;
  readonly state: WorldRow['state'] | null;
  readonly fault: WorldRow['fault'];
  readonly waiting: readonly { id: number; kind: string; principal: string }[];
  readonly detail: string;
};

const REASON_MIN = 10;
const WAITING_SHOWN = 100;

/** Resumes a stopped world by an operator's decision. Without a decision it reports why the world stopped. */
export async function resumeWorld(tx: ResumeTx, decision: Resumption | undefined, deps: Deps): Promise<Report> {
  const row = await tx.world.lock();
  if (row === undefined) return { isIntact: false, state: null, fault: null, waiting: [], detail: 'there is no world' };
  const waiting = await tx.worldInputs.describeWaiting(WAITING_SHOWN);
  const report = { state: row.state, fault: row.fault, waiting };
  const refusal = decision === undefined ? ASKED : refusalOf(row, decision, waiting);
  if (decision === undefined || refusal !== undefined) {
    const failure = row.state === 'RUNNING' ? failureOf(row, deps.clock.now()) : undefined;
    const isIntact = row.state === 'RUNNING' && failure === undefined;
    return { ...report, isIntact, detail: failure ?? refusal ?? ASKED };
  }
  for (const id of decision.setAside) await tx.worldInputs.setAside(id, decision.reason);
  await tx.world.setState('RUNNING', null);
  await announce(tx, row, decision, deps);
  return { isIntact: true, state: 'RUNNING', fault: null, waiting, detail: `hour ${row.tick} runs again` };
}

/** The reason why a RUNNING world stores no hours, if any. */
function failureOf({ fault, tick, tickMs, nextTickAt }: WorldRow, now: Date): string | undefined {
  if (fault !== null) return `hour ${fault.tick} fails and is tried again: ${fault.detail}`;
  const late = lateMsOf({ tickMs, nextTickAt }, now);
  return late === undefined ? undefined : `hour ${tick} is ${Math.round(late / 1_000)} s late: no process runs it`;
}

const ASKED = 'to resume it: world resume HOUR REASON [--set-aside=NUMBER,NUMBER]';

function refusalOf({ state, fault }: WorldRow, { hour, reason, setAside }: Resumption, waiting: Report['waiting']) {
  if (state === 'RUNNING') return 'the world runs: there is nothing to resume';
  if (state === 'DIVERGED')
    return 'its log gives another hash than it was written with: put back a copy of the database';
  if (fault?.tick !== hour) return `the report is about hour ${fault?.tick}: read it first`;
  if (reason.trim().length < REASON_MIN) return `a reason has at least ${REASON_MIN} characters`;
  const known = new Map(waiting.map((input) => [input.id, input]));
  const strange = setAside.find((id) => !known.has(id));
  if (strange !== undefined) return `input ${strange} does not wait`;
  const booked = setAside.find((id) => known.get(id)?.principal === 'ledger');
  if (booked !== undefined) return `input ${booked} is booked in the ledger: both books would no longer agree`;
  return undefined;
}

async function announce(tx: ResumeTx, row: WorldRow, decision: Resumption, { random, clock }: Deps): Promise<void> {
  const at = clock.now();
  const { hour, reason, setAside } = decision;
  const subject = { subjectType: 'world', subjectId: row.name };
  const id = newUuidV7(EventId, at.getTime(), random);
  const event = { id, kind: 'world.resumed', occurredAt: at, ...subject, outcome: 'success', data: {} } as const;
  await tx.events.addAll([{ ...event, causedBy: null, tick: row.tick }]);
  const detail = { hour, reason, setAside: setAside.join(','), fault: row.fault?.detail ?? '' };
  await tx.operatorQueue.log({ actor: 'operator', action: 'world.resumed', ...subject, detail, requestId: null }, at);
  await tx.events.notify('world', String(row.tick));
}
