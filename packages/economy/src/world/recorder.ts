/** The record of a tick, in order: journals with their postings, and events. Not part of the state. */

export type EventDraft = {
  readonly kind: string;
  readonly actor: number | null;
  readonly city: number | null;
  readonly business: number | null;
  readonly subject: { readonly type: string; readonly id: string };
  readonly outcome: 'success' | 'fail' | 'blocked';
  readonly data: Readonly<Record<string, unknown>>;
  readonly cause: Cause | null;
  readonly journal: number | null;
};

export type Cause = { readonly type: 'intent' | 'input' | 'step' | 'rpc' | 'timer'; readonly id: string };
type Journal = { readonly ordinal: number; readonly cause: Cause };

/** One posting per index: `amount` moves from account `from` to account `to`. Account codes: ledger.ts. */
export type PostingColumns = {
  count: number;
  from: Uint32Array<ArrayBuffer>;
  to: Uint32Array<ArrayBuffer>;
  kind: Uint8Array<ArrayBuffer>;
  journal: Uint32Array<ArrayBuffer>;
  amount: Float64Array<ArrayBuffer>;
};

export type Recorder = {
  isOn: boolean;
  postings: PostingColumns;
  journals: Journal[];
  events: EventDraft[];
  cause: Cause;
};

const START: Cause = { type: 'step', id: 'start' };

const postingRoom = (places: number): PostingColumns => ({
  count: 0,
  from: new Uint32Array(places),
  to: new Uint32Array(places),
  kind: new Uint8Array(places),
  journal: new Uint32Array(places),
  amount: new Float64Array(places),
});

export const silentRecorder = (): Recorder => ({
  isOn: false,
  postings: postingRoom(0),
  journals: [],
  events: [],
  cause: START,
});

const FIRST_PLACES = 1024;
export const newRecorder = (): Recorder => ({
  isOn: true,
  postings: postingRoom(FIRST_PLACES),
  journals: [],
  events: [],
  cause: START,
});

/** Starts a journal. It ends with the next call; journals without postings are dropped. */
export function openJournal(out: Recorder, cause: Cause): void {
  out.cause = cause;
  if (out.isOn) out.journals.push({ ordinal: out.journals.length, cause });
}

export function record(out: Recorder, from: number, to: number, amount: number, kind: number): void {
  if (!out.isOn) return;
  if (out.postings.count === out.postings.from.length) widen(out);
  const { postings } = out;
  const place = postings.count++;
  postings.from[place] = from;
  postings.to[place] = to;
  postings.amount[place] = amount;
  postings.kind[place] = kind;
  postings.journal[place] = Math.max(0, out.journals.length - 1);
}

function widen(out: Recorder): void {
  const old = out.postings;
  const wider = postingRoom(Math.max(FIRST_PLACES, old.count * 2));
  wider.count = old.count;
  wider.from.set(old.from);
  wider.to.set(old.to);
  wider.kind.set(old.kind);
  wider.journal.set(old.journal);
  wider.amount.set(old.amount);
  out.postings = wider;
}
