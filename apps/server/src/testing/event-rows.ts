import { randomUUID } from 'node:crypto';
import type { EventRow } from '../platform/events/index.ts';

/** An event as a module adds it, about a certificate by default. */
export const newEventRow = (subjectId: string, change: Partial<EventRow> = {}): EventRow => ({
  id: randomUUID(),
  kind: 'certificate.issued',
  occurredAt: new Date(),
  subjectType: 'certificate',
  subjectId,
  outcome: 'success',
  data: {},
  causedBy: null,
  ...change,
});
