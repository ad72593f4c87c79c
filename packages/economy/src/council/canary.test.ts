import { keccak256Hex } from '@assay/protocol';
import { describe, expect, it } from 'vitest';
import { type Canary, chooseCanary, drawCalibration, judgeCanaryVote, pickCase } from './canary.ts';

const seedOf = (text: string) => keccak256Hex(new TextEncoder().encode(text));
const SEEDS = Array.from({ length: 20_000 }, (_, index) => seedOf(`panel ${index}`));

describe('canaries', () => {
  const sent = SEEDS.map((seed) => chooseCanary(seed, 'PRIMARY')).filter((canary) => canary !== undefined);
  const share = (isOne: (canary: Canary) => boolean) => sent.filter(isOne).length / sent.length;

  it('are 12 in a hundred of all panels', () => {
    expect(sent.length / (SEEDS.length + sent.length)).toBeCloseTo(0.12, 2);
  });

  it('are half known-bad, and six in ten of these are plain', () => {
    expect(share(({ expected }) => expected === 'UNSAFE')).toBeCloseTo(0.5, 1);
    expect(share(({ expected, kind }) => expected === 'UNSAFE' && kind === 'plain')).toBeCloseTo(0.3, 1);
    expect(share(({ expected, kind }) => expected === 'SAFE' && kind === 'hard')).toBe(0);
  });

  it('are chosen identically by the same seed, in whatever order the cases are stored', () => {
    const [seed = seedOf('')] = SEEDS;
    expect(pickCase(seed, 'SECOND', ['a', 'b', 'c'])).toBe(pickCase(seed, 'SECOND', ['c', 'a', 'b']));
  });

  it('are not sent when none is stored', () => {
    expect(pickCase(seedOf('none'), 'PRIMARY', [])).toBeUndefined();
  });

  it('reach every stored case', () => {
    expect(new Set(SEEDS.slice(0, 500).map((seed) => pickCase(seed, 'PRIMARY', ['a', 'b', 'c'])))).toEqual(
      new Set(['a', 'b', 'c']),
    );
  });
});

describe('a calibration', () => {
  const stored = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);

  it('has five known-bad cases and five known-good ones, the same for the same seed', () => {
    const cases = { good: stored('good', 20), bad: stored('bad', 20) };

    const drawn = drawCalibration(seedOf('one'), cases) ?? [];

    expect(drawn.filter((id) => id.startsWith('bad'))).toHaveLength(5);
    expect(new Set(drawn).size).toBe(10);
    expect(drawCalibration(seedOf('one'), { good: cases.good.toReversed(), bad: cases.bad })).toEqual(drawn);
    expect(drawCalibration(seedOf('two'), cases)).not.toEqual(drawn);
  });

  it('waits while too few cases of one kind are stored', () => {
    expect(drawCalibration(seedOf('one'), { good: stored('good', 20), bad: stored('bad', 4) })).toBeUndefined();
  });
});

describe('a vote on a canary', () => {
  it.each([
    [
      { expected: 'UNSAFE', kind: 'plain' },
      'UNSAFE',
      { isRight: true, observation: 'CANARY_CAUGHT', slash: undefined },
    ],
    [
      { expected: 'UNSAFE', kind: 'plain' },
      'SAFE',
      { isRight: false, observation: 'CANARY_MISSED', slash: 'CANARY_MISSED' },
    ],
    [{ expected: 'UNSAFE', kind: 'hard' }, 'UNSAFE', { isRight: true, observation: undefined, slash: undefined }],
    [{ expected: 'UNSAFE', kind: 'hard' }, 'SAFE', { isRight: false, observation: undefined, slash: undefined }],
    [{ expected: 'SAFE', kind: 'plain' }, 'SAFE', { isRight: true, observation: 'CANARY_PASSED', slash: undefined }],
    [
      { expected: 'SAFE', kind: 'plain' },
      'UNSAFE',
      { isRight: false, observation: 'FALSE_ALARM', slash: 'FALSE_ALARM' },
    ],
  ] as const)('%o answered %s means %o', (canary, vote, expected) => {
    expect(judgeCanaryVote(canary, vote)).toEqual(expected);
  });
});
