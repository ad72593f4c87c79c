import { randomFillSync } from 'node:crypto';

const KEPT = /^[A-Za-z0-9_-]{8,64}$/;
const RANDOM_BYTES = 10;
const POOL_BYTES = RANDOM_BYTES * 1024;

const pool = Buffer.alloc(POOL_BYTES);
let used = POOL_BYTES;

/** A UUIDv7 (RFC 9562 §5.7) for every request; random bytes come from a pool because this runs on the hottest path. */
function newRequestId(nowMs: number): string {
  if (used === POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  pool[used] = ((pool[used] ?? 0) & 0x0f) | 0x70;
  pool[used + 2] = ((pool[used + 2] ?? 0) & 0x3f) | 0x80;
  const random = pool.toString('hex', used, used + RANDOM_BYTES);
  used += RANDOM_BYTES;
  const time = nowMs.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-${random.slice(0, 4)}-${random.slice(4, 8)}-${random.slice(8)}`;
}

/** The client's own id when it is well formed, so that both sides can search their logs for it. */
export const requestIdOf = (header: string | string[] | undefined, nowMs: number): string =>
  typeof header === 'string' && KEPT.test(header) ? header : newRequestId(nowMs);
