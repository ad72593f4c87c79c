import type { WorldEvent } from '@assay/economy/world';
import { EVENT_KINDS, isEventKind } from '@assay/protocol';
import type { EventRow } from '../../platform/events/index.ts';

/** An event of the kernel as it is stored. What only its actor may read is the actor's; sums over a city are nobody's. */
export function toEventRow(event: WorldEvent, at: Date): EventRow {
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
    journalIds: [...event.journalIds],
  };
}
