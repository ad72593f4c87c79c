import { describe, expect, it } from 'vitest';
import { compareVersions, findVulnerable, type OsvRecord, toEvents } from './osv.ts';

const recordOf = (range: string): OsvRecord => ({
  id: 'GHSA-test',
  modified: '2026-11-19T00:00:00Z',
  affected: [
    {
      package: { ecosystem: 'npm', name: 'tides' },
      ranges: toEvents(range).map((events) => ({ type: 'SEMVER', events })),
    },
  ],
});
const isFound = (version: string, record: OsvRecord) =>
  findVulnerable([{ name: 'tides', version }], [record]).length > 0;

it.each([
  ['1.2.3', '<1.2.4', true],
  ['1.2.4', '<1.2.4', false],
  ['1.2.4-beta.1', '<1.2.4', true],
  ['1.2.4', '<=1.2.4', true],
  ['1.2.5', '<=1.2.4', false],
  ['0.9.0', '>=1.0.0 <2.0.0', false],
  ['1.0.0', '>=1.0.0 <2.0.0', true],
  ['10.0.0', '>=9.0.0', true],
  ['2.0.0', '=2.0.0', true],
  ['2.0.1', '=2.0.0', false],
  ['3.1.0', '<2.0.0 || >=3.0.0 <3.2.0', true],
  ['2.5.0', '<2.0.0 || >=3.0.0 <3.2.0', false],
])('version %s is in "%s": %s', (version, range, isExpected) => {
  expect(isFound(version, recordOf(range))).toBe(isExpected);
});

describe('a record', () => {
  it('names exact versions too', () => {
    const affected = [{ package: { ecosystem: 'npm', name: 'tides' }, versions: ['1.0.0'] }];
    const record = { id: 'MAL-test', modified: '', affected };

    expect([isFound('1.0.0', record), isFound('1.0.1', record)]).toEqual([true, false]);
  });

  it('that was withdrawn is about nothing', () => {
    const record = { ...recordOf('<2.0.0'), withdrawn: '2026-11-20T00:00:00Z' };

    expect([isFound('1.0.0', recordOf('<2.0.0')), isFound('1.0.0', record)]).toEqual([true, false]);
  });

  it('of another ecosystem or package is about nothing here', () => {
    const ranges = [{ type: 'SEMVER', events: [{ introduced: '0' }] }];
    const packages = [
      { ecosystem: 'PyPI', name: 'tides' },
      { ecosystem: 'npm', name: 'tide' },
    ];
    const affected = packages.map((one) => ({ package: one, ranges }));

    expect(isFound('1.0.0', { id: 'GHSA-other', modified: '', affected })).toBe(false);
  });
});

it.each([
  ['1.0.0', '1.0.0-rc.1'],
  ['1.0.0-rc.10', '1.0.0-rc.9'],
  ['1.0.0-rc.1', '1.0.0-beta'],
  ['1.10.0', '1.9.9'],
])('%s follows %s', (later, earlier) => {
  expect(compareVersions(later, earlier)).toBeGreaterThan(0);
  expect(compareVersions(earlier, later)).toBeLessThan(0);
});
