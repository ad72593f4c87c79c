import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, or, sql } from '../db/drizzle.ts';
import { type Database, prepared, statement } from '../db/index.ts';
import { readContext } from '../log/index.ts';
import { events } from './events.tables.ts';
import { CHANNEL } from './notice-bus.ts';
import type { Notices } from './notices.ts';

type StoredRow = typeof events.$inferSelect;
type OfWorld = 'tick' | 'actorId' | 'cityId' | 'businessId' | 'journalIds';
/** `owner` is omitted for public events and for operator events. */
export type EventRow = Omit<StoredRow, 'added' | 'seq' | 'owner' | 'requestId' | OfWorld> &
  Partial<Pick<StoredRow, 'owner' | OfWorld>>;
export type PublishedRow = Omit<StoredRow, 'added' | 'seq'> & { seq: number };
export type Topic = {
  readonly kindPrefix?: string;
  readonly subject?: { type: string; id: string };
  readonly owner?: string;
  /** World events: all public ones, or only those about this city or business. */
  readonly world?: { readonly cityId?: string; readonly businessId?: string };
  /** All events about this actor, for the actor itself only. */
  readonly actorId?: string;
};
type ActorEventsAsked = {
  readonly kinds?: readonly string[] | undefined;
  readonly sinceTick?: number | undefined;
  /** After this position, oldest first; otherwise before this position, newest first. */
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  readonly limit: number;
};

/** Events numbered per transaction. The rest waits for the next turn, so that a burst cannot hold the lock for long. */
export const PUBLISH_BATCH = 1_000;
/** Rows per statement, which keeps its text small. */
const INSERT_ROWS = 1_000;
/** An arbitrary number that is the same in every process. */
const PUBLISHER_LOCK = 7_302_114;
/** Events are numbered nearly in the order of their occurrence, so the lowest number is among this many of the oldest. */
const OLDEST_LOOKED_AT = 1_000;

const insertEvents = statement(
  'events_insert',
  `INSERT INTO events (id, kind, occurred_at, subject_type, subject_id, outcome, data, caused_by, owner, tick, actor_id, city_id,
     business_id, journal_ids, request_id)
   SELECT added.*, $2::text FROM jsonb_to_recordset($1::jsonb) AS added (id uuid, kind text, "occurredAt" timestamptz, "subjectType" text,
     "subjectId" text, outcome text, data jsonb, "causedBy" jsonb, owner text, tick bigint, "actorId" uuid, "cityId" uuid,
     "businessId" uuid, "journalIds" uuid[])`,
);

const lockPublisher = statement('events_lock_publisher', 'SELECT pg_advisory_xact_lock($1)');
const numberEvents = statement<{ id: string }>(
  'events_number',
  `UPDATE events SET seq = numbered.seq
   FROM (
     SELECT id, nextval('event_seq') AS seq
     FROM (SELECT id FROM events WHERE seq IS NULL ORDER BY added LIMIT $1) waiting
   ) numbered
   WHERE events.id = numbered.id
   RETURNING events.id`,
);

const lockCursor = statement<{ seq: string }>(
  'events_lock_cursor',
  'SELECT seq FROM event_cursors WHERE name = $1 FOR UPDATE SKIP LOCKED',
);
const moveCursor = statement('events_move_cursor', 'UPDATE event_cursors SET seq = $2 WHERE name = $1');

const listByIds = prepared('events_list', (db) =>
  db
    .select()
    .from(events)
    .where(sql`${events.id} = ANY(${sql.placeholder('ids')}::uuid[])`)
    .orderBy(asc(events.seq)),
);

/** `notices` collects the notifications of a transaction for its caller to send. Without it, each is sent separately. */
export function eventStore(db: Database, notices?: Pick<Notices, 'add' | 'addHere'>) {
  /** Tells every process that a value it may have cached has changed. */
  async function notify(topic: string, id: string): Promise<void> {
    if (notices !== undefined) return notices.add(topic, id);
    await db.execute(sql`SELECT pg_notify(${CHANNEL}, ${`${topic}:${id}`})`);
  }

  return {
    notify,
    /** The same, for the current process only. */
    async notifyHere(topic: string, id: string): Promise<void> {
      if (notices === undefined) return notify(topic, id);
      notices.addHere(topic, id);
    },
    /** Writes the event in the caller's transaction, so that it commits exactly with the change it reports. */
    async add(row: EventRow): Promise<void> {
      await this.addAll([row]);
    },
    async addAll(rows: readonly EventRow[]): Promise<void> {
      if (rows.length === 0) return;
      const { requestId = null } = readContext();
      for (let first = 0; first < rows.length; first += INSERT_ROWS) {
        await insertEvents(db, [JSON.stringify(rows.slice(first, first + INSERT_ROWS)), requestId]);
      }
      // Every process publishes the events that it adds. If one dies first, the next poll of another process publishes them.
      if (notices === undefined) await notify('events', 'added');
      else notices.addHere('events', 'added');
    },

    /**
     * Numbers committed events in the single order that readers follow. The lock is a separate statement, so that the
     * next one sees every row committed before the lock was granted.
     */
    async number(): Promise<PublishedRow[]> {
      await lockPublisher(db, [PUBLISHER_LOCK]);
      const rows = await numberEvents(db, [PUBLISH_BATCH]);
      if (rows.length === 0) return [];
      await notify('events', 'published');
      const ids = rows.map(({ id }) => id);
      return toPublished(await listByIds(db, { ids }));
    },

    /**
     * Returns the position of a follower and locks it until the end of the transaction. Undefined while another process
     * holds it.
     */
    async lockCursor(name: string): Promise<number | undefined> {
      const [row] = await lockCursor(db, [name]);
      return row && Number(row.seq);
    },
    async moveCursor(name: string, seq: number): Promise<void> {
      await moveCursor(db, [name, seq]);
    },

    /** Events of any of these topics; with no topics, all events. `upTo` bounds the range of the scan. */
    async listAfter(seq: number, topics: readonly Topic[], limit: number, upTo?: number): Promise<PublishedRow[]> {
      const wanted = topics.map(({ kindPrefix, subject, owner, world, actorId }) =>
        and(
          owner === undefined ? undefined : eq(events.owner, owner),
          actorId === undefined ? undefined : eq(events.actorId, actorId),
          world === undefined ? undefined : and(isNotNull(events.tick), isNull(events.owner)),
          world?.cityId === undefined ? undefined : eq(events.cityId, world.cityId),
          world?.businessId === undefined ? undefined : eq(events.businessId, world.businessId),
          kindPrefix === undefined ? undefined : sql`starts_with(${events.kind}, ${kindPrefix})`,
          subject === undefined
            ? undefined
            : and(eq(events.subjectType, subject.type), eq(events.subjectId, subject.id)),
        ),
      );
      const rows = await db
        .select()
        .from(events)
        .where(and(gt(events.seq, seq), upTo === undefined ? undefined : lte(events.seq, upTo), or(...wanted)))
        .orderBy(asc(events.seq))
        .limit(limit);
      return toPublished(rows);
    },

    /** Events of these kinds and this owner about these journals. */
    async listOfJournals(owner: string, kinds: readonly string[], journalIds: readonly string[]) {
      if (journalIds.length === 0) return [];
      return db
        .select({ id: events.id, journalIds: events.journalIds })
        .from(events)
        .where(
          and(
            eq(events.owner, owner),
            inArray(events.kind, [...kinds]),
            sql`${events.journalIds} && ${sql.param([...journalIds])}::uuid[]`,
          ),
        );
    },
    /** All events of an actor. The caller has checked the authorisation. */
    async listOfActor(actorId: string, asked: ActorEventsAsked): Promise<PublishedRow[]> {
      const { kinds, sinceTick, after, before, limit } = asked;
      const rows = await db
        .select()
        .from(events)
        .where(
          and(
            eq(events.actorId, actorId),
            isNotNull(events.seq),
            kinds === undefined ? undefined : inArray(events.kind, [...kinds]),
            sinceTick === undefined ? undefined : gte(events.tick, sinceTick),
            after === undefined ? undefined : gt(events.seq, after),
            before === undefined ? undefined : lt(events.seq, before),
          ),
        )
        .orderBy(after === undefined ? desc(events.seq) : asc(events.seq))
        .limit(limit);
      return toPublished(rows);
    },

    /** The newest public events of these kinds. */
    async listNewest(kinds: readonly string[], limit: number): Promise<PublishedRow[]> {
      const wanted = and(isNotNull(events.tick), isNotNull(events.seq), inArray(events.kind, [...kinds]));
      return toPublished(await db.select().from(events).where(wanted).orderBy(desc(events.seq)).limit(limit));
    },

    async latestSeq(): Promise<number> {
      const { rows } = await db.execute<{ seq: string | null }>(sql`SELECT max(seq) AS seq FROM events`);
      return Number(rows[0]?.seq ?? 0);
    },

    /** 0 when there is none. The cost does not depend on the number of events. */
    async oldestSeqSince(at: Date): Promise<number> {
      const { rows } = await db.execute<{ seq: string | null }>(
        sql`SELECT min(seq) AS seq FROM (
              SELECT seq FROM events WHERE occurred_at >= ${at} AND seq IS NOT NULL
              ORDER BY occurred_at LIMIT ${OLDEST_LOOKED_AT}
            ) oldest`,
      );
      return Number(rows[0]?.seq ?? 0);
    },
  };
}
export type EventStore = ReturnType<typeof eventStore>;

function toPublished(rows: readonly StoredRow[]): PublishedRow[] {
  return rows.flatMap(({ added: _, seq, ...row }) => (seq === null ? [] : [{ ...row, seq }]));
}
