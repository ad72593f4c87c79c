import { describe, expect, it } from 'vitest';
import type { PanelCase } from './next-step.policy.ts';
import { toProgress } from './progress.policy.ts';

const NOW = new Date('2026-01-01T00:00:00.000Z');
const inMinutes = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

const panel = (state: PanelCase['state'], mode: 'HOSTED' | 'REMOTE'): PanelCase => ({
  phase: 'PRIMARY',
  state,
  commitBy: inMinutes(15),
  revealBy: inMinutes(5),
  seats: [{ id: 'a', mode, state: 'ASSIGNED', downloadBy: null }],
});
const progress = (changes: Partial<Parameters<typeof toProgress>[0]>) =>
  toProgress({ state: 'IN_REVIEW', ahead: 0, hasReport: true, panel: undefined, ...changes }, NOW);

describe('progress', () => {
  it('names the queue position until a worker takes the submission', () => {
    expect(progress({ state: 'SUBMITTED', ahead: 4 })).toMatchObject({ stage: 'QUEUED', percent: 0, queuePosition: 4 });
    expect(progress({ state: 'SANDBOXING' })).toMatchObject({ stage: 'SANDBOX', queuePosition: null });
  });

  it('estimates the full window for a remote seat, and seconds for hosted seats', () => {
    expect(progress({ panel: panel('COMMITTING', 'REMOTE') })).toMatchObject({ stage: 'COMMIT', etaSeconds: 900 });
    expect(progress({ panel: panel('REVEALING', 'REMOTE') })).toMatchObject({ stage: 'REVEAL', etaSeconds: 300 });
    expect(progress({ panel: panel('COMMITTING', 'HOSTED') }).etaSeconds).toBeLessThan(10);
  });

  it('gives no estimate while a person decides, and is 100 % at the end', () => {
    expect(progress({ state: 'ESCALATED' })).toMatchObject({ stage: 'HUMAN', etaSeconds: null });
    for (const state of ['CERTIFIED', 'REJECTED', 'FAILED'] as const) {
      expect(progress({ state })).toMatchObject({ stage: 'DONE', percent: 100, etaSeconds: 0 });
    }
  });

  it('never falls', () => {
    const way = [
      progress({ state: 'SUBMITTED' }),
      progress({ state: 'SANDBOXING' }),
      progress({}),
      progress({ panel: panel('COMMITTING', 'HOSTED') }),
      progress({ panel: panel('REVEALING', 'HOSTED') }),
      progress({ panel: panel('TALLIED', 'HOSTED') }),
      progress({ state: 'CERTIFIED' }),
    ].map(({ percent }) => percent);

    expect(way).toEqual([...new Set(way)].sort((a, b) => a - b));
  });
});
