/** An index of waiting intents by id, with a count by actor. A scan for each new intent would take quadratic time. */
import type { QueuedIntent } from '../side.ts';
import type { World } from '../state.ts';

type Index = {
  readonly of: readonly QueuedIntent[];
  readonly byId: Map<string, QueuedIntent>;
  readonly perActor: Map<number, number>;
};

/** Derived from the state, not part of it. */
const indexes = new WeakMap<World['side'], Index>();

function indexOf({ side }: World): Index {
  const known = indexes.get(side);
  if (known?.of === side.intents && known.byId.size === side.intents.length) return known;
  const made: Index = { of: side.intents, byId: new Map(), perActor: new Map() };
  for (const intent of side.intents) note(made, intent);
  indexes.set(side, made);
  return made;
}

function note({ byId, perActor }: Index, intent: QueuedIntent): void {
  byId.set(intent.id, intent);
  perActor.set(intent.actor, (perActor.get(intent.actor) ?? 0) + 1);
}

export const findWaiting = (w: World, id: string): QueuedIntent | undefined => indexOf(w).byId.get(id);
export const countWaiting = (w: World, actor: number): number => indexOf(w).perActor.get(actor) ?? 0;

export function addWaiting(w: World, intent: QueuedIntent): void {
  const index = indexOf(w);
  w.side.intents.push(intent);
  note(index, intent);
}

export function removeWaiting(w: World, ids: ReadonlySet<string>): void {
  w.side.intents = w.side.intents.filter(({ id }) => !ids.has(id));
}
