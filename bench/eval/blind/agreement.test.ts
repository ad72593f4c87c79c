import { describe, expect, it } from 'vitest';
import { type Answer, type Keyed, toAgreement } from './agreement.ts';

const key: Keyed[] = [
  { n: '001', part: 'CHECK', verdict: 'UNSAFE' },
  { n: '002', part: 'CHECK', verdict: 'SAFE' },
  { n: '003', part: 'TUNE', verdict: 'UNSAFE' },
  { n: '004', part: 'CHECK', verdict: 'SAFE' },
  { n: '005', part: 'FINAL', verdict: 'UNSAFE' },
];
const answer = (n: string, verdict: Answer['verdict']): Answer => ({ n, verdict, reason: '' });

describe('toAgreement', () => {
  it('counts the first answer to each skill, by what the engine said', () => {
    const { rows, unread, differing } = toAgreement(key, [
      answer('001', 'UNSAFE'),
      answer('002', 'UNSAFE'),
      answer('002', 'SAFE'),
      answer('003', 'SAFE'),
      answer('005', 'UNSAFE'),
    ]);

    expect(rows.map(({ name, agreed: { hits, n } }) => [name, hits, n])).toEqual([
      ['blocked, CHECK', 1, 1],
      ['blocked, FINAL', 1, 1],
      ['blocked, TUNE', 0, 1],
      ['passed', 0, 1],
      ['all', 2, 4],
    ]);
    expect(unread).toEqual(['004']);
    expect(differing.map(({ n }) => n)).toEqual(['003']);
  });
});
