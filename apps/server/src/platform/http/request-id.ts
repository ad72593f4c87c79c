import { randomBytes } from 'node:crypto';

const KEPT = /^[A-Za-z0-9_-]{8,64}$/;
const VARIANTS = ['8', '9', 'a', 'b'] as const;
const RANDOM_DIGITS = 20;
const POOL_IDS = 1024;

/** Random digits for many ids at once, because this runs on the hottest path. */
let pool = '';
let used = 0;
let time = { ms: -1, digits: '' };

function timeDigits(nowMs: number): string {
  if (time.ms !== nowMs) {
    const digits = nowMs.toString(16).padStart(12, '0');
    time = { ms: nowMs, digits: `${digits.slice(0, 8)}-${digits.slice(8)}-7` };
  }
  return time.digits;
}

/** A UUIDv7 (RFC 9562 §5.7) for each request: 12 digits of time, the version, and 74 random bits around the variant. */
function newRequestId(nowMs: number): string {
  if (used === pool.length) {
    pool = randomBytes((POOL_IDS * RANDOM_DIGITS) / 2).toString('hex');
    used = 0;
  }
  const at = used;
  used += RANDOM_DIGITS;
  const variant = VARIANTS[Number.parseInt(pool.charAt(at + 3), 16) & 3];
  return `${timeDigits(nowMs)}${pool.slice(at, at + 3)}-${variant}${pool.slice(at + 4, at + 7)}-${pool.slice(at + 7, at + 19)}`;
}

/** Keeps a well-formed id of the client, so that both sides can search their logs for it. */
export const requestIdOf = (header: string | string[] | undefined, nowMs: number): string =>
  typeof header === 'string' && KEPT.test(header) ? header : newRequestId(nowMs);
