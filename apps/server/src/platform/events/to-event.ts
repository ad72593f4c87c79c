import type { PublishedRow } from './events.store.ts';

/** An event as it is sent; whom it belongs to stays here. */
export const toEvent = (row: PublishedRow) => ({
  id: row.id,
  seq: row.seq,
  kind: row.kind,
  occurredAt: row.occurredAt.toISOString(),
  tick: null,
  actorId: null,
  cityId: null,
  businessId: null,
  subject: { type: row.subjectType, id: row.subjectId },
  outcome: row.outcome,
  data: row.data,
  causedBy: row.causedBy,
  journalIds: [],
});
