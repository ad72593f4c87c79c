import { describe, expect, it } from 'vitest';
import { nextCanaryStep, type StepSeat } from './canary-step.policy.ts';

const NOW = new Date('2026-01-01T12:00:00Z');
const at = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1_000);

const committing = (id: string, state: StepSeat['state'], seconds: number): StepSeat => ({
  id,
  state,
  commitBy: at(seconds),
  revealFrom: null,
  revealBy: null,
});
const revealing = (id: string, state: StepSeat['state'], seconds: number): StepSeat => ({
  id,
  state,
  commitBy: at(-60),
  revealFrom: at(-30),
  revealBy: at(seconds),
});

describe('the next step of a canary', () => {
  it('is its judgement when no remote seat was drawn', () => {
    expect(nextCanaryStep([], NOW)).toEqual({ kind: 'judge', silentIds: [] });
  });

  it('waits for a seat that may still commit', () => {
    const seats = [committing('a', 'COMMITTED', 1), committing('b', 'ASSIGNED', 1)];

    expect(nextCanaryStep(seats, NOW)).toEqual({ kind: 'wait' });
  });

  it('opens the reveal as soon as all have committed, before the window ends', () => {
    const seats = [committing('a', 'COMMITTED', 900), committing('b', 'COMMITTED', 900)];

    expect(nextCanaryStep(seats, NOW)).toEqual({ kind: 'open-reveal', silentIds: [] });
  });

  it('opens the reveal at the end of the window, and names the silent seats', () => {
    const seats = [committing('a', 'COMMITTED', 0), committing('b', 'ASSIGNED', 0)];

    expect(nextCanaryStep(seats, NOW)).toEqual({ kind: 'open-reveal', silentIds: ['b'] });
  });

  it('waits for a seat that may still reveal', () => {
    const seats = [revealing('a', 'REVEALED', 1), revealing('b', 'COMMITTED', 1)];

    expect(nextCanaryStep(seats, NOW)).toEqual({ kind: 'wait' });
  });

  it.each([
    ['as soon as all have revealed', [revealing('a', 'REVEALED', 300), revealing('b', 'REPLACED', 300)], []],
    ['at the end of the reveal', [revealing('a', 'REVEALED', 0), revealing('b', 'COMMITTED', 0)], ['b']],
  ])('is its judgement %s', (_, seats, silentIds) => {
    expect(nextCanaryStep(seats, NOW)).toEqual({ kind: 'judge', silentIds });
  });
});
