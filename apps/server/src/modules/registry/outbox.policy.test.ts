import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Revert } from './chain.port.ts';
import { decideAnchoring, decideStep, lowestFreeNonce, OUTBOX_LIMITS, type Standing } from './outbox.policy.ts';

const TX = `0x${'ab'.repeat(32)}` as const;
const place = { blockNumber: 7n, blockHash: TX };
const standing = (changes: Partial<Standing> = {}): Standing => ({
  kind: 'COMMIT',
  nonce: 5,
  attempts: 1,
  ageMs: 0,
  minedNonce: 5,
  confirmationsNeeded: 3,
  ...changes,
});
const reverted = (revert: Revert, confirmations = 3n) => ({ kind: 'reverted', revert, confirmations }) as const;

describe('a mined transaction', () => {
  it.each([
    [1n, 'MINED'],
    [2n, 'MINED'],
    [3n, 'FINAL'],
    [99n, 'FINAL'],
  ] as const)('with %s confirmations of 3 is %s', (confirmations, state) => {
    expect(decideStep({ kind: 'mined', txHash: TX, place, confirmations }, standing())).toEqual({
      do: 'record',
      state,
      txHash: TX,
      place,
    });
  });
});

describe('an unmined transaction', () => {
  it('is broadcast, again if necessary', () => {
    expect(decideStep({ kind: 'unknown' }, standing())).toEqual({ do: 'broadcast' });
  });

  it('waits in the pool, and gets higher fees after a minute', () => {
    expect(decideStep({ kind: 'pending' }, standing({ ageMs: OUTBOX_LIMITS.bumpAfterMs - 1 }))).toEqual({ do: 'wait' });
    expect(decideStep({ kind: 'pending' }, standing({ ageMs: OUTBOX_LIMITS.bumpAfterMs }))).toEqual({ do: 'bump' });
  });

  it('has a limit of fee increases', () => {
    const { bumpAfterMs: ageMs, attemptsMax: attempts } = OUTBOX_LIMITS;

    expect(decideStep({ kind: 'pending' }, standing({ ageMs, attempts: attempts - 1 }))).toEqual({ do: 'bump' });
    expect(decideStep({ kind: 'pending' }, standing({ ageMs, attempts }))).toEqual({ do: 'wait' });
  });

  it('whose nonce was used elsewhere gets a new nonce if it is a commit, and fails if it moves money', () => {
    const lost = { minedNonce: 6, ageMs: OUTBOX_LIMITS.lagMs };

    expect(decideStep({ kind: 'unknown' }, standing({ ...lost, ageMs: 0 }))).toEqual({ do: 'wait' });
    expect(decideStep({ kind: 'unknown' }, standing(lost))).toMatchObject({ do: 'requeue', afterMs: 0 });
    expect(decideStep({ kind: 'unknown' }, standing({ ...lost, kind: 'TRANSFER' }))).toMatchObject({ do: 'fail' });
  });
});

describe('a reverted transaction', () => {
  it('that found its own record is adopted', () => {
    expect(decideStep(reverted({ kind: 'already_committed', key: TX }, 1n), standing())).toEqual({ do: 'adopt' });
  });

  it('counts only after its block is final', () => {
    expect(decideStep(reverted({ kind: 'paused' }, 2n), standing())).toEqual({ do: 'wait' });
  });

  it('that found another payload is never sent again', () => {
    expect(decideStep(reverted({ kind: 'submission_bound', key: TX }), standing())).toMatchObject({ do: 'fail' });
  });

  it.each([{ kind: 'paused' }, { kind: 'not_committer' }, { kind: 'other', error: null }] as const)(
    'because of $kind is retried later',
    (revert) => {
      const step = decideStep(reverted(revert), standing());

      expect(step).toMatchObject({ do: 'requeue' });
      expect(step.do === 'requeue' && step.afterMs).toBeGreaterThanOrEqual(60_000);
    },
  );
});

describe('any observation of a transfer', () => {
  const anySight = fc.oneof(
    fc.record({
      kind: fc.constant('mined' as const),
      txHash: fc.constant(TX),
      place: fc.constant(place),
      confirmations: fc.bigInt(1n, 9n),
    }),
    fc.record({
      kind: fc.constant('reverted' as const),
      revert: fc.constant<Revert>({ kind: 'other', error: null }),
      confirmations: fc.bigInt(1n, 9n),
    }),
    fc.constantFrom({ kind: 'pending' as const }, { kind: 'unknown' as const }),
  );
  const anyStanding = fc.record({
    kind: fc.constant('TRANSFER' as const),
    nonce: fc.nat(9),
    attempts: fc.nat(30),
    ageMs: fc.nat(1_000_000),
    minedNonce: fc.nat(9),
    confirmationsNeeded: fc.integer({ min: 1, max: 9 }),
  });

  it('allows a new nonce only after the old one has finally reverted', () => {
    fc.assert(
      fc.property(anySight, anyStanding, (sight, where) => {
        if (decideStep(sight, where).do !== 'requeue') return;
        expect(sight.kind).toBe('reverted');
        expect(sight.kind === 'reverted' && sight.confirmations >= BigInt(where.confirmationsNeeded)).toBe(true);
      }),
    );
  });
});

describe('planning', () => {
  it('anchors singly up to the limit, and together beyond it', () => {
    expect([decideAnchoring(32, 32), decideAnchoring(33, 32)]).toEqual(['singly', 'together']);
  });

  it('chooses the lowest nonce that is neither mined nor signed', () => {
    expect(lowestFreeNonce(4, new Set())).toBe(4);
    expect(lowestFreeNonce(4, new Set([4, 5, 7]))).toBe(6);
  });
});
