import { hash } from 'node:crypto';
import { canonicalize, Problem, REQUEST_LIMITS, type Route } from '@assay/protocol';
import type { AnswerRow, IdempotencyStore } from './idempotency.store.ts';

type Deps = {
  readonly store: Omit<IdempotencyStore, 'deleteOf'>;
  readonly clock: { now(): Date };
  readonly limits?: { readonly principalDayChars: number; readonly dayChars: number };
};
type Request = {
  readonly key: string | string[] | undefined;
  readonly principal: string;
  readonly path: string;
  readonly body: unknown;
};

/** The right to do a request's work. Exactly one of the two methods must end it. */
export type Claim = {
  keep(answer: { status: number; headers: Record<string, string>; body: string | null }): Promise<void>;
  release(): Promise<void>;
};
type Repeat =
  | { readonly kind: 'first'; readonly claim: Claim }
  | { readonly kind: 'replay'; readonly answer: AnswerRow };

const KEPT_MS = 86_400_000;
/** Longer answers are stored without their body: a repeat gets status and Location, and reads the resource. */
const ANSWER_CHARS_MAX = 64 * 1024;
/** Daily limits on stored bodies in one process, per principal and in total. Paid answers do not count. */
const KEPT_BODY_LIMITS = { principalDayChars: 4 * 1024 ** 2, dayChars: 2 * 1024 ** 3 } as const;
/** A request that exceeds the maximum duration was interrupted, for example by kill -9. */
const ABANDONED_MS = 2 * REQUEST_LIMITS.settleMs;
const KEY = new RegExp(`^[A-Za-z0-9_-]{${REQUEST_LIMITS.idempotencyKeyMin},${REQUEST_LIMITS.idempotencyKeyMax}}$`);

type Answer = Parameters<Claim['keep']>[0];

/** An answer can be much longer than its request, so the stored volume is limited per principal. */
function createBodyQuota(limits: { readonly principalDayChars: number; readonly dayChars: number }) {
  let day = 0;
  let all = 0;
  const kept = new Map<string, number>();

  return (principal: string, chars: number, now: Date): boolean => {
    const today = Math.floor(now.getTime() / KEPT_MS);
    if (today !== day) {
      day = today;
      all = 0;
      kept.clear();
    }
    const own = (kept.get(principal) ?? 0) + chars;
    if (own > limits.principalDayChars || all + chars > limits.dayChars) return false;
    kept.set(principal, own);
    all += chars;
    return true;
  };
}

/** `Idempotency-Key`: a repeated request gets the answer of the first one, and the work is done once. */
export function createIdempotency({ store, clock, limits = KEPT_BODY_LIMITS }: Deps) {
  const hasRoom = createBodyQuota(limits);

  function bound(answer: Answer, route: Route, principal: string): Answer {
    const chars = answer.body?.length ?? 0;
    const isKept =
      chars <= ANSWER_CHARS_MAX && (route.takesPayments === true || hasRoom(principal, chars, clock.now()));
    return isKept ? answer : { ...answer, body: null };
  }

  async function begin(route: Route, { key, principal, path, body }: Request): Promise<Repeat | undefined> {
    // Validity must be checked on every request, and a secret that is shown once must not be stored.
    if (route.method === 'GET' || route.failsClosed || route.answersSecret) return undefined;
    if (key === undefined) {
      if (route.needsIdempotencyKey) throw new Problem('idempotency_key_required');
      return undefined;
    }
    if (typeof key !== 'string' || !KEY.test(key)) {
      throw new Problem('malformed_request', {
        reason: 'Idempotency-Key must be 8 to 128 of letters, digits, _ and -',
      });
    }
    const at = { principal, route: `${route.method} ${path}`, key };
    const bodySha256 = hash('sha256', canonicalize(body ?? null));
    const now = clock.now();
    if (await store.claim(at, bodySha256, now, new Date(now.getTime() - ABANDONED_MS))) {
      const keep = (answer: Answer) => store.keep(at, bound(answer, route, principal));
      return { kind: 'first', claim: { keep, release: () => store.release(at) } };
    }
    const answer = await store.find(at);
    if (answer === undefined) throw new Problem('idempotency_in_flight'); // released between the two reads
    if (answer.bodySha256 !== bodySha256) throw new Problem('idempotency_key_reused');
    if (answer.status !== null) return { kind: 'replay', answer };
    // The first process may have ended. A payment is spent only once, so a repeat can safely complete the work.
    if (!route.takesPayments) throw new Problem('idempotency_in_flight');
    return undefined;
  }

  return { begin, deleteExpired: () => store.deleteBefore(new Date(clock.now().getTime() - KEPT_MS)) };
}
export type Idempotency = ReturnType<typeof createIdempotency>;
