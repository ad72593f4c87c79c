import type { WorldEvent } from '@assay/economy/world';
import { EVENT_KINDS, type EventKind, isEventKind } from '@assay/protocol';
import type { EventRow } from '../../platform/events/index.ts';

/**
 * Events that the service publishes itself, because the kernel lacks data for them, such as the vesting part of a
 * validator's pay.
 */
const TOLD_BY_SERVICE: ReadonlySet<string> = new Set<EventKind>(['validator.paid']);

/** `names`: ids in the service's ledger of journals that the service booked first. */
export const toEventRows = (events: readonly WorldEvent[], at: Date, names: ReadonlyMap<string, string>): EventRow[] =>
  events.filter(({ kind }) => !TOLD_BY_SERVICE.has(kind)).map((event) => toEventRow(event, at, names));

/** A kernel event in stored form. Private events belong to their actor; city sums have no owner. */
function toEventRow(event: WorldEvent, at: Date, names: ReadonlyMap<string, string>): EventRow {
  const isPublic = isEventKind(event.kind) && EVENT_KINDS[event.kind].visibility === 'public';
  return {
    id: event.id,
    kind: event.kind,
    occurredAt: at,
    subjectType: event.subject.type,
    subjectId: event.subject.id,
    outcome: event.outcome,
    data: { ...event.data },
    causedBy: event.causedBy,
    owner: isPublic || event.actorId === null ? null : `actor:${event.actorId}`,
    tick: event.tick,
    actorId: event.actorId,
    cityId: event.cityId,
    businessId: event.businessId,
    journalIds: event.journalIds.map((id) => names.get(id) ?? id),
  };
}
