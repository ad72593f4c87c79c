import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Assignment, AssignmentId, type AssignmentState } from '@assay/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { VoteDecision } from './decide-vote.ts';
import { openVotes } from './votes.ts';
import { createWork } from './work.ts';

const ID = AssignmentId.parse('01890a5d-ac96-774b-bcce-b302099a8057');
const SAFE: VoteDecision = { kind: 'vote', judgement: { verdict: 'SAFE', severity: 'INFO', findings: [] } };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-votes-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** One seat of an in-memory service: the messages that it received, and its state. */
function aSeat({ failsAtCommit = false } = {}) {
  const seat = { state: 'ASSIGNED' as AssignmentState, isOpen: false, isFailing: failsAtCommit };
  const sent: string[] = [];
  const assignment = (): Assignment =>
    ({
      id: ID,
      validatorId: 'me',
      state: seat.state,
      commitBy: 'z',
      revealFrom: seat.isOpen ? 'now' : null,
    }) as Assignment;
  const seats = {
    list: async (state: AssignmentState) => (seat.state === state ? [assignment()] : []),
    find: async () => assignment(),
    download: async () => [],
    commit: async ({ commitment }: { commitment: string }) => {
      if (seat.isFailing) throw new Error('the line is dead');
      sent.push(`commit ${commitment}`);
      seat.state = 'COMMITTED';
      return assignment();
    },
    reveal: async ({ shown }: { shown: { salt: string } }) => {
      sent.push(`reveal ${shown.salt}`);
      seat.state = 'REVEALED';
      return assignment();
    },
    validator: () => Promise.reject(new Error('not asked')),
  };
  return { seat, sent, seats };
}

const quiet = { note: () => undefined, warn: () => undefined };
const workOn = (seats: ReturnType<typeof aSeat>['seats'], review: () => Promise<VoteDecision>) =>
  createWork({ seats, votes: openVotes(folder), review, journal: quiet, now: () => 0 });

describe('a working validator', () => {
  it('stores its vote on disk before it commits, and reveals that vote after a restart', async () => {
    const { seat, sent, seats } = aSeat();
    const first = workOn(seats, async () => SAFE);
    await first.poll();
    await first.idle();
    const kept = openVotes(folder).find(ID);
    expect(sent).toEqual([`commit ${kept?.commitment}`]);

    seat.isOpen = true;
    await workOn(seats, () => expect.fail('It was judged.')).poll();

    expect(sent.at(-1)).toBe(`reveal ${kept?.shown.salt}`);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('sends the same commitment again after a crash before its arrival, and judges nothing twice', async () => {
    const { seat, sent, seats } = aSeat({ failsAtCommit: true });
    const first = workOn(seats, async () => SAFE);
    await first.poll();
    await first.idle();
    const kept = openVotes(folder).find(ID);
    seat.isFailing = false;

    await workOn(seats, () => expect.fail('It was judged.')).poll();

    expect(sent).toEqual([`commit ${kept?.commitment}`]);
  });

  it('keeps the first vote when two processes judge the same seat', () => {
    const one = openVotes(folder).keep({ id: ID, validatorId: 'me' }, SAFE.judgement);
    const other = openVotes(folder).keep({ id: ID, validatorId: 'me' }, SAFE.judgement);

    expect(other).toEqual(one);
  });

  it('commits nothing while its model is silent, and drops a seat that was reassigned', async () => {
    const { seat, sent, seats } = aSeat();
    const work = workOn(seats, async () => ({ kind: 'abstain', why: 'timeout' }));
    await work.poll();
    await work.idle();
    expect({ sent, isBusy: work.isBusy() }).toEqual({ sent: [], isBusy: true });

    seat.state = 'REPLACED';
    await work.poll();

    expect(work.isBusy()).toBe(false);
  });
});
