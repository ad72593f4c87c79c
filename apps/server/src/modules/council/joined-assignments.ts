import { Problem } from '@assay/protocol';
import type { Actor } from '../../platform/auth/index.ts';
import { toCursor } from '../../platform/http/index.ts';
import type { Assignments } from './assignments.service.ts';

/** Seats of the council and cases of known verdict behind the same routes: whoever answers for an id, answers. */
export function joinAssignments(seats: Assignments, cases: Assignments, clock: { now(): Date }): Assignments {
  async function either<T>(ask: (assignments: Assignments) => Promise<T>): Promise<T> {
    try {
      return await ask(seats);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'assignment_not_found') throw error;
      return ask(cases);
    }
  }

  /** Both lists go from the newest id to the oldest, so one position is a place in both. */
  async function list(caller: Actor, query: Parameters<Assignments['list']>[1]) {
    const pages = [await seats.list(caller, query), await cases.list(caller, query)];
    const all = pages.flatMap(({ items }) => items).toSorted((one, other) => (one.id < other.id ? 1 : -1));
    const items = all.slice(0, query.limit);
    const hasMore = all.length > items.length || pages.some(({ nextCursor }) => nextCursor !== null);
    const last = hasMore ? items.at(-1) : undefined;
    return { items, nextCursor: last === undefined ? null : toCursor(last.id, clock.now()) };
  }

  return {
    list,
    read: (caller, id) => either((assignments) => assignments.read(caller, id)),
    download: (caller, id) => either((assignments) => assignments.download(caller, id)),
    commit: (caller, id, sealed) => either((assignments) => assignments.commit(caller, id, sealed)),
    reveal: (caller, id, shown) => either((assignments) => assignments.reveal(caller, id, shown)),
  };
}
