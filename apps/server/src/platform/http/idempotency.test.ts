import type { Route } from '@assay/protocol';
import { describe, expect, it } from 'vitest';
import type { AnswerRow, IdempotencyStore } from './idempotency.store.ts';
import { createIdempotency } from './idempotency.ts';

const clock = { now: () => new Date('2026-01-01T00:00:00Z') };
const ROUTE = { method: 'POST', access: 'dev' } as unknown as Route;
const PAID = { ...ROUTE, takesPayments: true } as Route;

function setup() {
  const rows = new Map<string, Partial<AnswerRow>>();
  const keyOf = (at: { principal: string; route: string; key: string }) => `${at.principal} ${at.route} ${at.key}`;
  const store: Omit<IdempotencyStore, 'deleteOf'> = {
    claim: async (at, bodySha256) => {
      if (rows.has(keyOf(at))) return false;
      rows.set(keyOf(at), { bodySha256, status: null });
      return true;
    },
    find: async (at) => rows.get(keyOf(at)) as AnswerRow | undefined,
    keep: async (at, answer) => {
      rows.set(keyOf(at), { ...rows.get(keyOf(at)), ...answer });
    },
    release: async (at) => {
      rows.delete(keyOf(at));
    },
    deleteBefore: async () => undefined,
  };
  const idempotency = createIdempotency({ store, clock, limits: { principalDayChars: 100_000, dayChars: 150_000 } });

  /** Sends a request twice, with an answer of `chars` characters, and returns the second answer. */
  async function repeat(key: string, chars: number, { principal = 'dev:1', route = ROUTE } = {}) {
    const request = { key, principal, path: '/things', body: { key } };
    const first = await idempotency.begin(route, request);
    if (first?.kind !== 'first') throw new Error('The key was used before');
    await first.claim.keep({ status: 201, headers: { location: '/things/1' }, body: 'x'.repeat(chars) });
    const again = await idempotency.begin(route, request);
    if (again?.kind !== 'replay') throw new Error('There is no answer');
    return { status: again.answer.status, location: again.answer.headers?.location, chars: again.answer.body?.length };
  }
  return { repeat };
}

describe('a stored answer', () => {
  it('is repeated with its body, or without a body that is too long', async () => {
    const { repeat } = setup();

    expect(await repeat('key-short', 1_000)).toEqual({ status: 201, location: '/things/1', chars: 1_000 });
    expect(await repeat('key-long-', 70_000)).toEqual({ status: 201, location: '/things/1', chars: undefined });
  });

  it('has no body after the daily quota of its caller or of all callers', async () => {
    const { repeat } = setup();
    const chars = [];
    for (const key of ['key-00001', 'key-00002', 'key-00003']) chars.push((await repeat(key, 50_000)).chars);
    const other = await repeat('key-00004', 50_000, { principal: 'dev:2' });
    const last = await repeat('key-00005', 1_000, { principal: 'dev:3' });

    expect(chars).toEqual([50_000, 50_000, undefined]);
    expect([other.chars, last.chars]).toEqual([50_000, undefined]);
  });

  it('always has its body when the request was paid for', async () => {
    const { repeat } = setup();
    const chars = [];
    for (const key of ['key-00001', 'key-00002', 'key-00003']) {
      chars.push((await repeat(key, 60_000, { route: PAID })).chars);
    }

    expect(chars).toEqual([60_000, 60_000, 60_000]);
  });
});
