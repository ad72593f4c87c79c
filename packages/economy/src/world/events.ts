/** Events of the tick. Mass events are written only for followed actors; otherwise they are summed by city. */
import type { Rows } from './columns.ts';
import { actorId } from './ids.ts';
import { ACTOR_FLAGS } from './layout.ts';
import type { EventDraft } from './recorder.ts';
import type { World } from './state.ts';

type EventFields = {
  actor?: number;
  city?: number;
  business?: number;
  subject: { type: string; id: string };
  outcome?: EventDraft['outcome'];
  data: Readonly<Record<string, unknown>>;
};

export function emit(w: World, kind: string, fields: EventFields): void {
  if (!w.out.isOn) return;
  w.out.events.push({
    kind,
    actor: fields.actor ?? null,
    city: fields.city ?? (fields.actor === undefined ? null : w.actor.city[fields.actor]),
    business: fields.business ?? null,
    subject: fields.subject,
    outcome: fields.outcome ?? 'success',
    data: fields.data,
    cause: w.out.cause,
    journal: w.out.journals.length === 0 ? null : w.out.journals.length - 1,
  });
}

const TRACKED = ACTOR_FLAGS.linked | ACTOR_FLAGS.validator | ACTOR_FLAGS.followed;

/** Linked to a wallet, a validator, followed, or a business owner. */
export const isTracked = (w: World, actor: number): boolean =>
  (w.actor.flags[actor] & TRACKED) !== 0 || w.lists.owners.has(actor);

/** Emits an event of one actor, if the actor is followed. */
export function emitActor(w: World, kind: string, actor: number, data: Readonly<Record<string, unknown>>): void {
  if (!w.out.isOn || !isTracked(w, actor)) return;
  emit(w, kind, { actor, subject: { type: 'actor', id: actorId(w, actor) }, data });
}

/** Sums a mass event by city. It is emitted once per city and step. */
export class Mass {
  readonly counts: Rows;
  readonly sums: Rows;

  constructor(w: World) {
    this.counts = Array.from({ length: w.rows.city }, () => 0) as Rows;
    this.sums = Array.from({ length: w.rows.city }, () => 0) as Rows;
  }

  add(city: number, amount: number): void {
    this.counts[city] += 1;
    this.sums[city] += amount;
  }

  tell(w: World, kind: string, idOf: (w: World, city: number) => string): void {
    if (!w.out.isOn) return;
    for (let c = 0; c < w.rows.city; c++) {
      if (this.counts[c] === 0) continue;
      const data = { actors: this.counts[c], amount: this.sums[c] };
      emit(w, kind, { city: c, subject: { type: 'city', id: idOf(w, c) }, data });
    }
  }
}
