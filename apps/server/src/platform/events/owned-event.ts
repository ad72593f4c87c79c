import { EventId, type EventKind, newUuidV7, type RandomBytes } from '@assay/protocol';
import type { EventRow } from './events.store.ts';

type Happening = {
  readonly kind: EventKind;
  readonly at: Date;
  readonly subject: { readonly type: string; readonly id: string };
  /** In the form of `principalOf`. */
  readonly owner: string;
  readonly data?: Record<string, unknown>;
};

/** An event that only its owner can read. */
export const ownedEvent = ({ kind, at, subject, owner, data = {} }: Happening, random: RandomBytes): EventRow => ({
  id: newUuidV7(EventId, at.getTime(), random),
  kind,
  occurredAt: at,
  subjectType: subject.type,
  subjectId: subject.id,
  outcome: 'success',
  data,
  causedBy: null,
  owner,
});
