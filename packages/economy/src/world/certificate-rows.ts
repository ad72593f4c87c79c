/** Index from certificate id to its row in the side table. It is derived from the state, which only appends rows. */
import type { World } from './state.ts';

const rowsOf = new WeakMap<object, Map<string, number>>();

/** -1 when the world does not know the certificate. */
export function certificateRow({ side: { certificates } }: World, id: string): number {
  const rows = rowsOf.get(certificates) ?? new Map<string, number>();
  rowsOf.set(certificates, rows);
  for (let row = rows.size; row < certificates.length; row++) {
    const certificate = certificates[row];
    if (certificate !== undefined) rows.set(certificate.id, row);
  }
  return rows.get(id) ?? -1;
}
