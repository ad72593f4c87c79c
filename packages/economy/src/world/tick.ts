/** One tick, in the fixed order of `steps/schedule.ts`. */

import { KernelFault } from './fault.ts';
import { actorId, businessId, cityId, eventId, journalId } from './ids.ts';
import { applyInput } from './inputs/apply.ts';
import type { Input, InputResult } from './inputs/types.ts';
import { type IntentOutcome, runIntents } from './intents/queue.ts';
import { assertInvariants, totalDeposits } from './invariants.ts';
import { moneySupply } from './ledger.ts';
import { HOURS_PER_DAY, TICKS_PER_MONTH, TICKS_PER_WEEK } from './params.ts';
import {
  type Cause,
  type EventDraft,
  newRecorder,
  openJournal,
  type PostingColumns,
  silentRecorder,
} from './recorder.ts';
import { sha256 } from './serialise.ts';
import type { World } from './state.ts';
import { closeMonth, openMonth, runDay, runWeek } from './steps/schedule.ts';
import { runTimers } from './steps/timers.ts';
import { wake } from './steps/wake.ts';

export type WorldEvent = {
  readonly id: string;
  readonly kind: string;
  readonly tick: number;
  readonly actorId: string | null;
  readonly cityId: string | null;
  readonly businessId: string | null;
  readonly subject: { readonly type: string; readonly id: string };
  readonly outcome: 'success' | 'fail' | 'blocked';
  readonly data: Readonly<Record<string, unknown>>;
  readonly causedBy: Cause | null;
  readonly journalIds: readonly string[];
};

type JournalHead = { readonly id: string; readonly ordinal: number; readonly cause: Cause };
/** `journals[postings.journal[i]]` is the journal of posting i. Account codes: `accountOf`. */
type Postings = { readonly journals: readonly JournalHead[]; readonly columns: PostingColumns };
type Digests = {
  readonly previous: string;
  readonly inputDigest: string;
  readonly postingDigest: string;
  readonly eventDigest: string;
  readonly chainHash: string;
};
export type StepResult = {
  readonly tick: number;
  /** One per input, in their order. */
  readonly results: readonly InputResult[];
  /** Intents that were decided in this tick. */
  readonly intents: readonly IntentOutcome[];
  readonly events: readonly WorldEvent[];
  readonly postings: Postings;
  readonly digests: Digests;
};
type StepOptions = {
  /** No events, postings or digests, and the hash chain does not advance: for warm-up, forks and benches. */
  readonly isSilent?: boolean;
  /** Checks every invariant after this tick. */
  readonly isChecked?: boolean;
};

/** Larger worlds are checked only once a day. With this many actors a check takes about 10 ms. */
const CHECKED_ACTORS_MAX = 100_000;

/** Processes hour `world.tick` and advances the clock. After a KernelFault the world is unusable: load the last snapshot. */
export function step(w: World, inputs: readonly Input[], options: StepOptions = {}): StepResult {
  w.out = options.isSilent === true ? silentRecorder() : newRecorder();
  const results = inputs.map((input, ordinal) => runInput(w, input, ordinal));
  const intents = runIntents(w);
  runTimers(w);
  wake(w);
  runCalendar(w);
  const hasOutsideWork = inputs.length + intents.length > 0 && w.rows.actor <= CHECKED_ACTORS_MAX;
  checkTick(w, options.isChecked === true || (w.out.isOn && hasOutsideWork));
  const finished = close(w, inputs, results, intents);
  w.tick += 1;
  return finished;
}

function runInput(w: World, input: Input, ordinal: number): InputResult {
  openJournal(w.out, { type: 'input', id: `${w.tick}/${ordinal}` });
  return applyInput(w, input);
}

function runCalendar(w: World): void {
  if (w.tick % HOURS_PER_DAY !== 0) return;
  if (w.tick % TICKS_PER_MONTH === 0) {
    if (w.tick > 0) closeMonth(w);
    openMonth(w);
  }
  if (w.tick % TICKS_PER_WEEK === 0) runWeek(w);
  runDay(w);
}

/**
 * Checks all invariants at the end of each day, and in every hour with external inputs, so that a violation can be
 * traced to its input. Silent ticks check only I2, once a day.
 */
function checkTick(w: World, isChecked: boolean): void {
  if (isChecked || (w.out.isOn && w.tick % HOURS_PER_DAY === 0)) assertInvariants(w);
  else if (w.tick % HOURS_PER_DAY === 0 && totalDeposits(w) !== moneySupply(w)) {
    throw new KernelFault('I2', `deposits are ${totalDeposits(w)}, issued and lent ${moneySupply(w)}`);
  }
}

const bytesOf = (column: { buffer: ArrayBuffer; BYTES_PER_ELEMENT: number }, count: number): Uint8Array =>
  new Uint8Array(column.buffer, 0, count * column.BYTES_PER_ELEMENT);

function close(
  w: World,
  inputs: readonly Input[],
  results: readonly InputResult[],
  intents: readonly IntentOutcome[],
): StepResult {
  const { out, tick } = w;
  const events = out.events.map((draft, ordinal) => toEvent(w, draft, ordinal));
  const journals = out.journals.map(({ ordinal, cause }) => ({ id: journalId(w, tick, ordinal), ordinal, cause }));
  const columns = out.postings;
  const previous = w.chainHash;
  if (!out.isOn) {
    const none = { previous, inputDigest: '', postingDigest: '', eventDigest: '', chainHash: previous };
    return { tick, results, intents, events, postings: { journals, columns }, digests: none };
  }
  const inputDigest = sha256(JSON.stringify(inputs));
  const { from, to, kind, journal, amount, count } = columns;
  const postingDigest = sha256(...[from, to, kind, journal, amount].map((column) => bytesOf(column, count)));
  const eventDigest = sha256(JSON.stringify(events));
  w.chainHash = sha256(previous, `${tick}`, inputDigest, postingDigest, eventDigest);
  const digests = { previous, inputDigest, postingDigest, eventDigest, chainHash: w.chainHash };
  return { tick, results, intents, events, postings: { journals, columns }, digests };
}

/** Amounts in events are decimal text of minor units, as everywhere on the wire. */
const MONEY_MEMBERS = new Set([
  'amount',
  'rent',
  'price',
  'cost',
  'wage',
  'losses',
  'perHead',
  'outstanding',
  'salePrice',
  'rentPrice',
]);

function toEvent(w: World, draft: EventDraft, ordinal: number): WorldEvent {
  const data = Object.fromEntries(
    Object.entries(draft.data).map(([name, value]) =>
      MONEY_MEMBERS.has(name) && typeof value === 'number' ? [name, String(Math.round(value))] : [name, value],
    ),
  );
  return {
    id: eventId(w, w.tick, ordinal),
    kind: draft.kind,
    tick: w.tick,
    actorId: draft.actor === null ? null : actorId(w, draft.actor),
    cityId: draft.city === null ? null : cityId(w, draft.city),
    businessId: draft.business === null ? null : businessId(w, draft.business),
    subject: draft.subject,
    outcome: draft.outcome,
    data,
    causedBy: draft.cause,
    journalIds: draft.journal === null ? [] : [journalId(w, w.tick, draft.journal)],
  };
}
