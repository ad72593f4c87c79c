import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { firstWholeHour, shareOf, startOf, toAccuracy } from './evidence.policy.ts';

const at = (text: string) => new Date(`2026-11-${text}Z`);

it('begins after the hour in which the service started', () => {
  expect(firstWholeHour(at('19T04:00:00'))).toEqual(at('19T05:00:00'));
});

it('counts uptime from the first hour on record, or from the first requested day', () => {
  expect(startOf(30, at('19T04:00:00'), at('19T05:30:00'))).toEqual(at('19T04:00:00'));
  expect(startOf(1, at('01T00:00:00'), at('19T05:30:00'))).toEqual(at('18T05:00:00'));
});

it.each([
  [60, '19T04:00:00', '19T04:59:30', 1],
  [30, '19T04:00:00', '19T04:59:30', 0.5],
  [0, '19T04:00:00', '19T04:59:30', 0],
  [61, '19T04:00:00', '19T04:59:30', 1],
])('is %i minutes since %s at %s: %d', (minutes, since, now, share) => {
  expect(shareOf(minutes, at(since), at(now))).toBe(share);
});

it('reads the shipped accuracy figures', () => {
  const rows = toAccuracy(readFileSync(new URL('../../../../../bench/ACCURACY.md', import.meta.url), 'utf8'));

  expect(rows.length).toBeGreaterThan(3);
  for (const { what, measured } of rows)
    expect([what, measured]).toEqual([expect.stringMatching(/\w/), expect.stringMatching(/ of \d+ = /)]);
});
