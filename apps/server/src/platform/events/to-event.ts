import type { PublishedRow } from './events.store.ts';

/** The wire form of an event, without its owner and the id of its request. */
export const toEvent = (row: PublishedRow) => ({
  id: row.id,
  seq: row.seq,
  kind: row.kind,
  occurredAt: row.occurredAt.toISOString(),
  tick: row.tick,
  actorId: row.actorId,
  cityId: row.cityId,
  businessId: row.businessId,
  subject: { type: row.subjectType, id: row.subjectId },
  outcome: row.outcome,
  data: row.data,
  causedBy: row.causedBy,
  journalIds: row.journalIds ?? [],
});
