import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { BusinessId, CertificateId, CityId, Problem, RoundId, STREAM_LIMITS, SubmissionId } from '@assay/protocol';
import { type Actor, type Developer, type Operator, principalOf } from '../../platform/auth/index.ts';
import {
  type EventStore,
  type NoticeBus,
  type PublishedRow,
  type Topic,
  toEvent,
} from '../../platform/events/index.ts';
import { StreamAnswer } from '../../platform/http/index.ts';
import type { OwnersOf } from '../accounts/index.ts';
import type { SubmissionStore } from '../submissions/index.ts';
import { QUEUE_TOPIC } from '../support/index.ts';
import { createPlaces, createTurns } from './stream-slots.ts';
import { createTail, isAbout } from './tail.ts';

type Deps = {
  readonly events: Pick<EventStore, 'listAfter' | 'latestSeq' | 'oldestSeqSince'>;
  readonly bus: Pick<NoticeBus, 'on'>;
  readonly submissions: Pick<SubmissionStore, 'find'>;
  readonly ownersOf: OwnersOf;
  /** Whether a token or key is still valid. */
  readonly isLive: (credentialId: string) => Promise<boolean>;
  readonly clock: { now(): Date };
};
type Request = {
  readonly topics: readonly string[];
  readonly since: number | undefined;
  readonly caller: Developer | Actor | undefined;
  readonly client: string;
};

type Reading = {
  readonly topics: readonly Topic[];
  readonly from: number;
  readonly reader: string;
  /** Releases the reader's slot. */
  readonly leave: () => void;
  readonly mayGoOn: () => Promise<boolean>;
};

const EVENT_STREAM = 'text/event-stream; charset=utf-8';
const DAY_MS = 86_400_000;
const PAGE = 200;
/** Events scanned per query for a reader that is behind. */
const CATCH_UP_EVENTS = 10_000;
/** The number of the oldest available event is cached for this long. */
const OLDEST_LIFE_MS = 60_000;
/** Maximum of bytes buffered for a reader. One that reads nothing for a while is disconnected. */
const BACKLOG_BYTES_MAX = 1024 * 1024;
const DRAIN_MS = 10_000;

/** Sends published events to readers, from where each reader stopped. */
export function createStreams({ events, submissions, ownersOf, isLive, bus, clock }: Deps) {
  const tail = createTail(events);
  const open = new Set<() => void>();
  const places = createPlaces();
  const turns = createTurns();
  let oldest: { readonly seq: number; readonly readAt: number } | undefined;
  let isStopped = false;

  async function ownsSubmission(id: string, caller: Developer | Actor): Promise<boolean> {
    const found = await submissions.find(id);
    return found !== undefined && (await ownersOf(caller)).includes(found.submission.owner);
  }

  async function start({ topics, since, caller, client }: Request): Promise<StreamAnswer> {
    const reader = caller === undefined ? client : principalOf(caller);
    // Before any query: a reader that disconnects keeps its slot until its queries have ended.
    const leave = places.take(reader, caller === undefined ? STREAM_LIMITS.perIpMax : STREAM_LIMITS.perPrincipalMax);
    try {
      const wanted = (await Promise.all(topics.map((name) => toTopics(name, caller)))).flat();
      const reading = { topics: wanted, from: await startOf(since), reader, leave, mayGoOn: () => isAdmitted(caller) };
      return new StreamAnswer(EVENT_STREAM, (response) => serve(response, reading), leave);
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Public events, or those of the caller. Topics of other principals are treated as unknown. */
  async function toTopics(name: string, caller: Request['caller']): Promise<Topic[]> {
    if (name === 'account' || name === 'actor') {
      if (caller?.kind !== (name === 'account' ? 'dev' : 'key')) throw new Problem('topic_forbidden', { topic: name });
      const own = { owner: principalOf(caller) };
      return caller.kind === 'key' ? [own, { actorId: caller.actorId }] : [own];
    }
    if (!name.startsWith(SUBMISSION)) return [toPublicTopic(name)];
    const id = SubmissionId.safeParse(name.slice(SUBMISSION.length));
    const isOwn = id.success && caller !== undefined && (await ownsSubmission(id.data, caller));
    if (!isOwn) throw new Problem('topic_forbidden', { topic: name });
    return [{ subject: { type: 'submission', id: id.data } }];
  }

  async function startOf(since: number | undefined): Promise<number> {
    if (since === undefined) return events.latestSeq();
    const first = await oldestSeq();
    const latest = await events.latestSeq();
    // Nothing may be skipped: a reader must start over if it stopped before the oldest available event, or after the
    // newest known one (the data may have been restored).
    const isTooOld = since < latest && (first === 0 || since < first - 1);
    if (isTooOld || since > latest) throw new Problem('cursor_expired');
    return since;
  }

  async function oldestSeq(): Promise<number> {
    const now = clock.now().getTime();
    if (oldest !== undefined && Math.abs(now - oldest.readAt) < OLDEST_LIFE_MS) return oldest.seq;
    const seq = await events.oldestSeqSince(new Date(now - STREAM_LIMITS.resumeDays * DAY_MS));
    // The absence of events is not cached, because the next event ends it.
    oldest = seq === 0 ? undefined : { seq, readAt: now };
    return seq;
  }

  /** A stream ends with the credential that opened it. */
  const isAdmitted = async (caller: Request['caller']): Promise<boolean> =>
    caller === undefined || isLive(caller.kind === 'dev' ? caller.tokenId : caller.keyId);

  /** The next page, the position up to which events were scanned, and whether there are more. */
  async function readAfter(seq: number, { topics, reader }: Reading, response: ServerResponse) {
    await tail.refresh();
    const head = tail.head();
    const recent = tail.after(seq);
    const upTo = recent === undefined ? Math.min(seq + CATCH_UP_EVENTS, head) : head;
    const rows =
      recent === undefined
        ? await turns.take(reader, async () => (response.destroyed ? [] : events.listAfter(seq, topics, PAGE, upTo)))
        : recent.filter((row) => isAbout(row, topics)).slice(0, PAGE);
    const isFull = rows.length === PAGE;
    // Continue after the scanned range, not only after the sent events, so that no event is scanned twice.
    const seen = isFull ? (rows.at(-1)?.seq ?? seq) : Math.max(upTo, seq);
    return { rows, seen, hasMore: isFull || upTo < head };
  }

  function serve(response: ServerResponse, reading: Reading): void {
    const { from, leave, mayGoOn } = reading;
    if (response.closed) return void leave(); // the reader left during the lookup of its position
    let seq = from;
    let isReading = false;
    let isWanted = true;
    let isClosed = false;
    if (isStopped) {
      leave();
      return void response.end();
    }
    response.write(`retry: ${STREAM_LIMITS.retryMs}\n\n`);

    async function read(): Promise<void> {
      isWanted = true;
      if (isReading) return;
      isReading = true;
      try {
        while (isWanted && !response.destroyed && !response.writableEnded) {
          isWanted = false;
          const { rows, seen, hasMore } = await readAfter(seq, reading, response);
          if (rows.length > 0 && !(await mayGoOn())) return void response.end();
          if (response.writableEnded) return;
          for (const row of rows) response.write(toFrame(row));
          if (hasMore) isWanted = true;
          seq = seen;
          if (response.writableLength > BACKLOG_BYTES_MAX) await drained(response);
        }
      } finally {
        isReading = false;
        if (isClosed) leave();
      }
    }

    const readOrEnd = () => void read().catch(() => response.destroy());
    const stopHearing = bus.on('events', (what) => {
      if (what === 'published') readOrEnd();
    });
    const beat = async () => ((await mayGoOn()) ? response.write(':\n\n') : response.end());
    const heartbeat = setInterval(() => void beat().catch(() => response.destroy()), STREAM_LIMITS.heartbeatMs);
    const end = () => response.end();
    open.add(end);
    response.on('close', () => {
      clearInterval(heartbeat);
      stopHearing();
      open.delete(end);
      isClosed = true;
      if (!isReading) leave();
    });
    readOrEnd();
  }

  /** Announces changes of the operator queue. The stream carries no data: the operator reads the queue. */
  function watchQueue(caller: Operator): StreamAnswer {
    const leave = places.take(principalOf(caller), STREAM_LIMITS.perPrincipalMax);
    return new StreamAnswer(EVENT_STREAM, (response) => announceChanges(response, leave), leave);
  }

  function announceChanges(response: ServerResponse, leave: () => void): void {
    const end = () => response.end();
    if (response.closed || isStopped) {
      leave();
      return void end();
    }
    response.write(`retry: ${STREAM_LIMITS.retryMs}\n\n`);
    const stopHearing = bus.on(QUEUE_TOPIC, () => response.write('event: queue.changed\ndata: {}\n\n'));
    const heartbeat = setInterval(() => response.write(':\n\n'), STREAM_LIMITS.heartbeatMs);
    const limit = setTimeout(end, STREAM_LIMITS.operatorMs);
    open.add(end);
    response.on('close', () => {
      clearInterval(heartbeat);
      clearTimeout(limit);
      stopHearing();
      open.delete(end);
      leave();
    });
  }

  return {
    start,
    watchQueue,
    openCount: () => open.size,
    /** Ends every stream, so that a shutdown does not wait for connected readers. */
    stop: (): void => {
      isStopped = true;
      for (const end of open) end();
    },
  };
}
export type Streams = ReturnType<typeof createStreams>;

const SUBMISSION = 'submission:';

function toPublicTopic(name: string): Topic {
  if (name === 'certificates') return { kindPrefix: 'certificate.' };
  if (name === 'flags') return { kindPrefix: 'flag.' };
  if (name === 'world') return { world: {} };
  const city = CityId.safeParse(name.replace(/^city:/, ''));
  if (name.startsWith('city:') && city.success) return { world: { cityId: city.data } };
  const business = BusinessId.safeParse(name.replace(/^business:/, ''));
  if (name.startsWith('business:') && business.success) return { world: { businessId: business.data } };
  const id = CertificateId.safeParse(name.replace(/^certificate:/, ''));
  if (name.startsWith('certificate:') && id.success) return { subject: { type: 'certificate', id: id.data } };
  const round = RoundId.safeParse(name.replace(/^round:/, ''));
  if (name.startsWith('round:') && round.success) return { subject: { type: 'round', id: round.data } };
  const known =
    'certificates, flags, certificate:<id>, round:<id>, world, city:<id>, business:<id>, submission:<id>, account or actor';
  const detail = `unknown topic ${JSON.stringify(name)}; use ${known}`;
  throw new Problem('validation_failed', { errors: [{ pointer: '/query/topics', detail }] });
}

const toFrame = (row: PublishedRow): string =>
  `id: ${row.seq}\nevent: ${row.kind}\ndata: ${JSON.stringify(toEvent(row))}\n\n`;

/** Waits until the reader has read the written bytes, or disconnects it. */
async function drained(response: ServerResponse): Promise<void> {
  const patience = AbortSignal.timeout(DRAIN_MS);
  await once(response, 'drain', { signal: patience }).catch(() => response.destroy());
}
