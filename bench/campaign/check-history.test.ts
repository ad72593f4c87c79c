import { describe, expect, it } from 'vitest';
import { checkHistory, SUSPENSION_BOUND_MS } from './check-history.ts';
import type { History, Outcome } from './history.ts';

const PANEL = { id: 'p1', phase: 'PRIMARY', state: 'TALLIED', safe: 3, unsafe: 2, verdicts: 5 };
const ROUND = { id: 'r1', submissionId: 's1', type: 'INITIAL_AUDIT', decision: 'SAFE', panels: [PANEL] };

/** A campaign in which everything went well, and what a test changes of it. */
const check = (history: Partial<History> = {}, outcome: Partial<Outcome> = {}) =>
  checkHistory(
    {
      acknowledged: [
        { kind: 'submission', id: 's1', atMs: 10 },
        { kind: 'suspension', id: 'c1', atMs: 1_000 },
      ],
      verifies: [
        { certificateId: 'c1', sentMs: 900, valid: true, process: 'api 1' },
        { certificateId: 'c1', sentMs: 1_100, valid: true, process: 'api 2' },
        { certificateId: 'c1', sentMs: 9_000, valid: false, process: 'api 2' },
      ],
      panels: [{ roundId: 'r1', phase: 'PRIMARY', panelId: 'p1', process: 'api 1' }],
      streams: [
        { reader: 'api 1', from: 0, seqs: [1, 3, 4] },
        { reader: 'api 2', from: 1, seqs: [3, 4, 7] },
      ],
      ...history,
    },
    {
      shown: new Set(['submission s1', 'suspension c1']),
      certificates: [{ id: 'c1', submissionId: 's1', roundId: 'r1' }],
      rounds: [ROUND],
      imbalance: new Map([['MARK', 0]]),
      wallets: [{ actorId: 'a1', available: 5n, statementSum: 5n }],
      payers: [{ address: '0x1', sent: 7n, credited: 7n }],
      effects: new Map([['purchase of l1 by a1', 1]]),
      ...outcome,
    },
  );

describe('checkHistory', () => {
  it('finds nothing in a campaign that went well', () => {
    expect(check()).toEqual([]);
  });

  it('finds an acknowledged write that no route shows', () => {
    expect(check({}, { shown: new Set(['suspension c1']) })).toEqual([{ invariant: 'lost', detail: 'submission s1' }]);
  });

  it.each<[string, Partial<Outcome>]>([
    ['a ledger that does not balance', { imbalance: new Map([['MARK', 1]]) }],
    ['a ledger without a figure', { imbalance: new Map() }],
    ['marks beside the statement', { wallets: [{ actorId: 'a1', available: 5n, statementSum: 4n }] }],
    ['a payment that was not credited', { payers: [{ address: '0x1', sent: 7n, credited: 0n }] }],
    ['a payment that was credited and not sent', { payers: [{ address: '0x1', sent: 0n, credited: 7n }] }],
    ['a licence that was paid twice', { effects: new Map([['purchase of l1 by a1', 2]]) }],
  ])('finds %s', (_, outcome) => {
    expect(check({}, outcome)).toMatchObject([{ invariant: 'money' }]);
  });

  it.each<[string, Partial<Outcome>]>([
    ['whose round does not exist', { rounds: [] }],
    ['whose round belongs to another submission', { rounds: [{ ...ROUND, submissionId: 's2' }] }],
    ['whose round has no panel', { rounds: [{ ...ROUND, panels: [] }] }],
    ['whose panel is not tallied', { rounds: [{ ...ROUND, panels: [{ ...PANEL, state: 'REVEALING' }] }] }],
    ['whose panel voted against it', { rounds: [{ ...ROUND, panels: [{ ...PANEL, safe: 2, unsafe: 3 }] }] }],
    ['whose panel shows fewer verdicts than votes', { rounds: [{ ...ROUND, panels: [{ ...PANEL, verdicts: 4 }] }] }],
    ['whose round decided otherwise', { rounds: [{ ...ROUND, decision: 'UNSAFE' }] }],
    [
      'beside another for the same submission',
      {
        certificates: [
          { id: 'c1', submissionId: 's1', roundId: 'r1' },
          { id: 'c2', submissionId: 's1', roundId: 'r1' },
        ],
      },
    ],
  ])('finds a certificate %s', (_, outcome) => {
    expect(check({}, outcome)).toMatchObject([{ invariant: 'unreviewed' }]);
  });

  it('finds a panel that was replaced by another during the campaign', () => {
    const panels = [{ roundId: 'r1', phase: 'PRIMARY', panelId: 'p0', process: 'api 2' }];

    expect(check({ panels })).toMatchObject([{ invariant: 'panels', detail: 'PRIMARY panel of round r1: p0, p1' }]);
  });

  it('finds two first rounds of a submission', () => {
    const rounds = [ROUND, { ...ROUND, id: 'r2', panels: [{ ...PANEL, id: 'p2' }] }];

    expect(check({}, { rounds })).toMatchObject([{ invariant: 'panels', detail: 'two first rounds of submission s1' }]);
  });

  it('finds "valid" after a suspension and the bound, and not at the bound', () => {
    const verifyAt = (sentMs: number) => ({
      verifies: [{ certificateId: 'c1', sentMs, valid: true, process: 'api 2' }],
    });

    expect(check(verifyAt(1_000 + SUSPENSION_BOUND_MS))).toEqual([]);
    expect(check(verifyAt(1_001 + SUSPENSION_BOUND_MS))).toEqual([
      { invariant: 'stale', detail: 'api 2 said valid for c1 5001 ms after its suspension' },
    ]);
  });

  it.each([
    ['that is missing', [1, 4], 'api 1 did not receive 3'],
    ['twice', [1, 3, 3, 4], 'api 1 received 3 again or out of order'],
    ['out of order', [1, 4, 3], 'api 1 received 3 again or out of order'],
  ])('finds an event %s', (_, seqs, detail) => {
    const other = { reader: 'api 2', from: 1, seqs: [3, 4, 7] };

    expect(check({ streams: [{ reader: 'api 1', from: 0, seqs }, other] })).toContainEqual({
      invariant: 'gaps',
      detail,
    });
  });
});
