import { describe, expect, it } from 'vitest';
import { hostOf, mergeVariants } from './merge.ts';
import type { Observation } from './observation.ts';

const act = (change: Partial<Observation>): Observation => ({
  unit: 'u',
  kind: 'net',
  target: 'GET https://a.example.invalid/x',
  data: [],
  step: 1,
  basis: 'run',
  ...change,
});

describe('mergeVariants', () => {
  it('reports an act of every environment once', () => {
    const runs = (['base', 'clock', 'user'] as const).map((variant) => ({ variant, acts: [act({})] }));
    expect(mergeVariants(runs)).toEqual([act({})]);
  });

  it('names the environments that alone brought an act out', () => {
    const late = act({ target: 'GET https://late.example.invalid/', step: 2 });
    const merged = mergeVariants([
      { variant: 'base', acts: [act({})] },
      { variant: 'clock', acts: [act({}), late] },
    ]);
    expect(merged).toEqual([act({}), { ...late, onlyIn: ['clock'] }]);
  });

  it('names the environments left when one of them stops an act', () => {
    const merged = mergeVariants([
      { variant: 'base', acts: [act({})] },
      { variant: 'ci', acts: [] },
    ]);
    expect(merged[0]?.onlyIn).toEqual(['base']);
  });

  it('does not take a date, a user name or a number in the target for a change of behaviour', () => {
    const merged = mergeVariants([
      {
        variant: 'base',
        acts: [act({ target: 'GET https://a.example.invalid/?t=1' }), act({ kind: 'write', target: '/tmp/17-morgan' })],
      },
      {
        variant: 'user',
        acts: [act({ target: 'GET https://a.example.invalid/?t=2' }), act({ kind: 'write', target: '/tmp/23-root' })],
      },
    ]);
    expect(merged.every(({ onlyIn }) => onlyIn === undefined)).toBe(true);
    expect(merged).toHaveLength(2);
  });
});

describe('hostOf', () => {
  it.each([
    ['GET https://User:pw@Host.Example.invalid:8443/x?y', 'host.example.invalid'],
    ['CONNECT tcp://192.0.2.1:4444', '192.0.2.1'],
    ['GET http://[2001:db8::1]:80/', '[2001:db8::1]'],
    ['GET https://a.example.invalid?x=@b.example.invalid', 'a.example.invalid'],
    ['POST unknown', undefined],
  ])('%s → %s', (target, host) => expect(hostOf(target)).toBe(host));
});
