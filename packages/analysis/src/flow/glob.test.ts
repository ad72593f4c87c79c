import { describe, expect, it } from 'vitest';
import { globToPattern } from './glob.ts';

describe('globToPattern', () => {
  it.each([
    ['scripts/*.sh', 'scripts/run.sh', 'scripts/a/run.sh'],
    ['**/run.sh', 'scripts/a/run.sh', 'scripts/run.py'],
    ['scripts/?un.{sh,py}', 'scripts/run.py', 'scripts/run.js'],
    ['a*b*c*d*e.sh', 'a1b2c3d4e.sh', 'a1b2c3d4.sh'],
    ['a/*/b/*/c/*.sh', 'a/1/b/2/c/3.sh', 'a/1/b/2/3.sh'],
  ])('%s is %s and not %s', (glob, same, other) => {
    expect(globToPattern(glob).test(same)).toBe(true);
    expect(globToPattern(glob).test(other)).toBe(false);
  });

  // A backtracking matcher takes exponential time for these patterns.
  it('answers for any number of stretches that may be anything', () => {
    const path = `${'a/'.repeat(40)}b`;

    expect(globToPattern(`${'**a**'.repeat(12)}x`).test(path)).toBe(false);
    expect(globToPattern(`${'*'.repeat(30)}[b]*{,*b*}**{,*c*}/*x`).test(path)).toBe(false);
  });

  it('is nobody when it is no pattern', () => {
    expect(globToPattern('{a').test('a')).toBe(false);
  });
});
