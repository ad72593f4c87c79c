/** Where each certificate stands in the side table, kept beside the state: rows are only added, and all of them by id. */
import type { World } from './state.ts';

const rowsOf = new WeakMap<object, Map<string, number>>();

/** -1 where the world has not heard of it. */
export function certificateRow({ side: { certificates } }: World, id: string): number {
  const rows = rowsOf.get(certificates) ?? new Map<string, number>();
  rowsOf.set(certificates, rows);
  for (let row = rows.size; row < certificates.length; row++) {
    const certificate = certificates[row];
    if (certificate !== undefined) rows.set(certificate.id, row);
  }
  return rows.get(id) ?? -1;
}
