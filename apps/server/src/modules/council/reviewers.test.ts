import { describe, expect, it } from 'vitest';
import { hasRead, levelOf, readerOfReview, reviewersOf } from './reviewers.ts';

type Reviewed = Parameters<typeof reviewersOf>[0];
const READER = { name: 'one', model: 'large-1', family: 'example' };

function reviewed(changes: {
  outcomes?: readonly ('PASS' | 'REFUSE' | 'ABSTAIN')[];
  isRead?: boolean;
  remote?: readonly ('SAFE' | null)[];
  human?: 'DRAWN' | 'TALLIED';
}): Reviewed {
  const { outcomes, isRead = true, remote = [], human } = changes;
  const readings = (outcomes ?? []).map((outcome) => ({
    reader: READER,
    pass: 'a',
    outcome,
    promptVersion: 'reading/1',
    transcript: '0'.repeat(64),
  }));
  const report = {
    engine: { version: '1.0.0' },
    securityLevel: 'CLEAR',
    reading: outcomes === undefined ? undefined : { isRead, readings, notRead: [] },
  } as unknown as Reviewed['report'];
  const seats = remote.map((verdict) => ({ mode: 'REMOTE', family: 'somewhere', verdict }));
  const panels = [
    { phase: 'PRIMARY', state: 'TALLIED', seats },
    ...(human === undefined ? [] : [{ phase: 'HUMAN', state: human, seats: [] }]),
  ] as unknown as Reviewed['panels'];
  return { report, panels };
}

describe('the reviewers', () => {
  it('are the engine alone without a reading, and then the level is not CLEAR', () => {
    expect(reviewersOf(reviewed({}))).toEqual([{ kind: 'ENGINE', family: 'assay', version: '1.0.0' }]);
    expect(levelOf(reviewed({}))).toBe('LOW');
  });

  it('include each model once, if enough of its passes answered', () => {
    const read = reviewed({ outcomes: ['PASS', 'PASS', 'ABSTAIN'] });

    expect(reviewersOf(read)[1]).toEqual({ kind: 'MODEL', family: 'example', version: 'large-1' });
    expect(reviewersOf(read)).toHaveLength(2);
    expect(levelOf(read)).toBe('CLEAR');
  });

  it.each([
    ['one voice alone', reviewed({ outcomes: ['PASS', 'ABSTAIN'], isRead: false })],
    ['nobody who answered', reviewed({ outcomes: ['ABSTAIN', 'ABSTAIN'], isRead: false })],
    ['a remote seat', reviewed({ remote: ['SAFE'] })],
    ['a person who has not decided', reviewed({ human: 'DRAWN' })],
  ])('include no reader with %s', (_name, review) => {
    expect(readerOfReview(review)).toBe('NONE');
  });

  it('include the person who decided', () => {
    expect(readerOfReview(reviewed({ human: 'TALLIED' }))).toBe('PERSON');
  });

  it('exclude a person whose decision was overturned on appeal', () => {
    const { report, panels } = reviewed({ human: 'TALLIED' });
    const appeal = { phase: 'APPEAL', state: 'TALLIED', seats: [] } as const;

    expect(readerOfReview({ report, panels: [...panels, appeal] })).toBe('NONE');
  });

  it('let a model sit only on a product that it has read', () => {
    const seat = { validatorId: 'r', family: 'reader/example', cluster: 'r', mode: 'HOSTED', weight: 1 } as const;
    const other = { ...seat, family: 'reader/other' };
    const engine = { ...seat, family: 'sandbox' };
    const seated = ({ report }: Reviewed) => [seat, other, engine].filter((candidate) => hasRead(report, candidate));

    expect(seated(reviewed({ outcomes: ['PASS', 'REFUSE'] }))).toEqual([seat, engine]);
    expect(seated(reviewed({ outcomes: ['PASS', 'ABSTAIN'], isRead: false }))).toEqual([engine]);
    expect(seated(reviewed({}))).toEqual([engine]);
  });

  it('include a remote seat only if it voted', () => {
    expect(reviewersOf(reviewed({ remote: [null] }))).toHaveLength(1);
    expect(reviewersOf(reviewed({ remote: ['SAFE', 'SAFE'] })).map(({ kind }) => kind)).toEqual(['ENGINE', 'REMOTE']);
  });
});
