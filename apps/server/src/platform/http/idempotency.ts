import { hash } from 'node:crypto';
import { canonicalize, Problem, REQUEST_LIMITS, type Route } from '@assay/protocol';
import type { AnswerRow, IdempotencyStore } from './idempotency.store.ts';

type Deps = { readonly store: IdempotencyStore; readonly clock: { now(): Date } };
type Request = {
  readonly key: string | string[] | undefined;
  readonly principal: string;
  readonly path: string;
  readonly body: unknown;
};

/** The right to do a request's work, to be ended by exactly one of the two. */
export type Claim = {
  keep(answer: { status: number; headers: Record<string, string>; body: string | null }): Promise<void>;
  release(): Promise<void>;
};
type Repeat =
  | { readonly kind: 'first'; readonly claim: Claim }
  | { readonly kind: 'replay'; readonly answer: AnswerRow };

const KEPT_MS = 86_400_000;
/** A request that takes longer than any may was ended by something else, such as kill -9. */
const ABANDONED_MS = 2 * REQUEST_LIMITS.settleMs;
const KEY = new RegExp(`^[A-Za-z0-9_-]{${REQUEST_LIMITS.idempotencyKeyMin},${REQUEST_LIMITS.idempotencyKeyMax}}$`);

/** `Idempotency-Key`: a repeated request gets the first one's answer, and its work is done once. */
export function createIdempotency({ store, clock }: Deps) {
  async function begin(route: Route, { key, principal, path, body }: Request): Promise<Repeat | undefined> {
    // What says whether something is valid must be asked anew, and a secret that is shown once is not kept to be shown again.
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
      return { kind: 'first', claim: { keep: (answer) => store.keep(at, answer), release: () => store.release(at) } };
    }
    const answer = await store.find(at);
    if (answer === undefined) throw new Problem('idempotency_in_flight'); // released between our two looks
    if (answer.bodySha256 !== bodySha256) throw new Problem('idempotency_key_reused');
    if (answer.status !== null) return { kind: 'replay', answer };
    // The first process may have ended. A payment is spent once, so a repeat can complete the answer.
    if (!route.takesPayments) throw new Problem('idempotency_in_flight');
    return undefined;
  }

  return { begin, deleteExpired: () => store.deleteBefore(new Date(clock.now().getTime() - KEPT_MS)) };
}
export type Idempotency = ReturnType<typeof createIdempotency>;
