import { describe, expect, it } from 'vitest';
import { nextStep, type PanelCase, type RoundCase, type Step } from './next-step.policy.ts';

const NOW = new Date('2026-01-01T00:00:00.000Z');
const LATER = new Date(NOW.getTime() + 1);

const round = (changes: Partial<RoundCase> = {}): RoundCase => ({
  state: 'OPEN',
  dueAt: null,
  hasReport: true,
  hasBeacon: true,
  hasWaitingPacks: false,
  panels: [],
  ...changes,
});
const seat = (id: string, state: PanelCase['seats'][number]['state'], mode: 'HOSTED' | 'REMOTE' = 'REMOTE') => ({
  id,
  state,
  mode,
  downloadBy: null,
});
const panel = (state: PanelCase['state'], seats: PanelCase['seats'], until: Date = LATER): PanelCase => ({
  phase: 'PRIMARY',
  state,
  seats,
  commitBy: until,
  revealBy: until,
});
const step = (of: RoundCase | undefined, state: 'SUBMITTED' | 'IN_REVIEW' | 'CERTIFIED' = 'IN_REVIEW'): Step =>
  nextStep({ submission: { state }, round: of }, NOW);
const voting = (of: PanelCase) => step(round({ panels: [of] }));

describe('the next step', () => {
  it('takes a submission without a round, and leaves a finished round alone', () => {
    expect(step(undefined, 'SUBMITTED')).toEqual({ kind: 'take' });
    expect(step(undefined, 'CERTIFIED')).toEqual({ kind: 'rest' });
    for (const state of ['ESCALATED', 'SETTLED', 'ABORTED'] as const) {
      expect(step(round({ state }), 'CERTIFIED')).toEqual({ kind: 'rest' });
    }
    expect(step(round({ state: 'DECIDED' }), 'CERTIFIED')).toEqual({ kind: 'settle' });
  });

  it('opens an appeal for a disputed verdict after the round is settled', () => {
    expect(step(round({ state: 'DECIDED' }))).toEqual({ kind: 'settle' });
    expect(step(round({ state: 'SETTLED' }))).toEqual({ kind: 'appeal' });
  });

  it('examines when the round is due, not while another worker examines it', () => {
    expect(step(round({ hasReport: false, dueAt: LATER }))).toEqual({ kind: 'wait', until: LATER });
    expect(step(round({ hasReport: false, dueAt: NOW }))).toEqual({ kind: 'examine' });
  });

  it('draws no panel before the beacon exists', () => {
    expect(step(round({ hasBeacon: false }))).toEqual({ kind: 'rest' });
    expect(step(round())).toEqual({ kind: 'draw' });
  });

  it('acts for hosted seats at once, and waits for remote seats until their window closes', () => {
    expect(voting(panel('COMMITTING', [seat('a', 'ASSIGNED', 'HOSTED'), seat('b', 'ASSIGNED')]))).toEqual({
      kind: 'commit',
      seatIds: ['a'],
    });
    const silent = [seat('a', 'COMMITTED', 'HOSTED'), seat('b', 'ASSIGNED')];
    expect(voting(panel('COMMITTING', silent))).toEqual({ kind: 'wait', until: LATER });
    expect(voting(panel('COMMITTING', silent, NOW))).toEqual({ kind: 'replace', seatIds: ['b'] });
    const unfetched = [...silent, { ...seat('c', 'ASSIGNED'), downloadBy: NOW }];
    expect(voting(panel('COMMITTING', unfetched))).toEqual({ kind: 'replace', seatIds: ['c'] });
  });

  it('closes a window early when the last seat has acted', () => {
    expect(voting(panel('COMMITTING', [seat('a', 'COMMITTED'), seat('b', 'REPLACED')]))).toEqual({
      kind: 'open-reveal',
    });
    expect(voting(panel('REVEALING', [seat('a', 'REVEALED'), seat('b', 'MISSED')]))).toEqual({
      kind: 'tally',
      silentIds: [],
    });
  });

  it('reveals hosted votes at once, and tallies without the silent seats', () => {
    const seats = [seat('a', 'COMMITTED', 'HOSTED'), seat('b', 'COMMITTED')];
    expect(voting(panel('REVEALING', seats))).toEqual({ kind: 'reveal', seatIds: ['a'] });
    const hidden = [seat('a', 'REVEALED', 'HOSTED'), seat('b', 'COMMITTED')];
    expect(voting(panel('REVEALING', hidden))).toEqual({ kind: 'wait', until: LATER });
    expect(voting(panel('REVEALING', hidden, NOW))).toEqual({ kind: 'tally', silentIds: ['b'] });
  });

  it('decides by the last panel, and waits for a person', () => {
    const over = panel('TALLIED', []);
    expect(voting(over)).toEqual({ kind: 'decide' });
    expect(step(round({ panels: [over, { ...over, phase: 'HUMAN', state: 'DRAWN' }] }))).toEqual({ kind: 'rest' });
  });
});
