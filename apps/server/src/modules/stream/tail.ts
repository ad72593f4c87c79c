import type { EventStore, PublishedRow, Topic } from '../../platform/events/index.ts';

type Events = Pick<EventStore, 'listAfter' | 'latestSeq'>;

/** Cached events. A reader that is further behind queries the database. */
export const TAIL_ROWS_MAX = 2_000;
const PAGE = 1_000;

/** The newest published events, read once for all streams of this process. */
export function createTail(events: Events) {
  /** Everything after `from`, up to `head`. */
  let rows: PublishedRow[] = [];
  let from: number | undefined;
  let head = 0;
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  async function readOn(): Promise<void> {
    if (from === undefined) {
      from = head = await events.latestSeq();
      return;
    }
    for (let size = PAGE; size === PAGE; ) {
      const page = await events.listAfter(head, [], PAGE);
      size = page.length;
      head = page.at(-1)?.seq ?? head;
      rows = [...rows, ...page];
      from = rows.at(-TAIL_ROWS_MAX - 1)?.seq ?? from;
      rows = rows.slice(-TAIL_ROWS_MAX);
    }
  }

  function start(): Promise<void> {
    const reading = readOn().finally(() => {
      if (current === reading) current = undefined;
    });
    current = reading;
    return reading;
  }

  return {
    /** Resolves when all events published before the call are here. Concurrent callers share one read. */
    refresh(): Promise<void> {
      if (current === undefined) return start();
      next ??= current
        .catch(() => undefined)
        .then(() => {
          next = undefined;
          return start();
        });
      return next;
    },
    head: (): number => head,
    /** All events after this number. Undefined when they are no longer cached. */
    after(seq: number): readonly PublishedRow[] | undefined {
      if (from === undefined || seq < from) return undefined;
      return rows.slice(rows.findLastIndex((row) => row.seq <= seq) + 1); // from the end, because most readers are near it
    },
  };
}

/** Selects like `listAfter`: any of the topics, or everything without topics. */
export const isAbout = (row: PublishedRow, topics: readonly Topic[]): boolean =>
  topics.length === 0 ||
  topics.some(
    ({ kindPrefix = '', subject, owner, world, actorId }) =>
      row.kind.startsWith(kindPrefix) &&
      (owner === undefined || row.owner === owner) &&
      (actorId === undefined || row.actorId === actorId) &&
      (subject === undefined || (row.subjectType === subject.type && row.subjectId === subject.id)) &&
      (world === undefined || isOfWorld(row, world)),
  );

const isOfWorld = (row: PublishedRow, { cityId, businessId }: NonNullable<Topic['world']>): boolean =>
  row.tick !== null &&
  row.owner === null &&
  (cityId === undefined || row.cityId === cityId) &&
  (businessId === undefined || row.businessId === businessId);
