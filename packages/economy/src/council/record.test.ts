import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ObservationKind } from './accuracy.ts';
import { COUNCIL } from './params.ts';
import { distinguishFamilies, type FamilyPair, HOSTED_SEATS, hasRecord } from './record.ts';

const CAUGHT: ObservationKind = 'CANARY_CAUGHT';
const PASSED: ObservationKind = 'CANARY_PASSED';
const GOOD: readonly ObservationKind[] = [
  CAUGHT,
  PASSED,
  CAUGHT,
  PASSED,
  PASSED,
  PASSED,
  CAUGHT,
  PASSED,
  PASSED,
  CAUGHT,
];

describe('a canary record', () => {
  it('consists of ten of the newest answers, with at most one wrong', () => {
    expect(hasRecord(GOOD)).toBe(true);
    expect(hasRecord(GOOD.with(9, 'FALSE_ALARM'))).toBe(true);
    expect(hasRecord(GOOD.with(9, 'FALSE_ALARM').with(8, 'CANARY_MISSED'))).toBe(false);
    expect(hasRecord(GOOD.slice(0, 9))).toBe(false);
  });

  it('ends with an error, until the next three answers are right', () => {
    const wrong: ObservationKind = 'FALSE_ALARM';

    expect(hasRecord([wrong, ...GOOD])).toBe(false);
    expect(hasRecord([PASSED, CAUGHT, wrong, ...GOOD])).toBe(false);
    expect(hasRecord([PASSED, CAUGHT, PASSED, wrong, ...GOOD])).toBe(true);
  });

  it('requires canaries of both kinds and counts nothing else', () => {
    expect(hasRecord(Array<ObservationKind>(20).fill('FINDING_REPRODUCED'))).toBe(false);
    expect(hasRecord([...GOOD.slice(0, 9), 'FLAG_FORESEEN'])).toBe(false);
    expect(hasRecord(Array<ObservationKind>(20).fill(PASSED))).toBe(false);
    expect(hasRecord(Array<ObservationKind>(20).fill(CAUGHT))).toBe(false);
  });

  it('is impossible for a validator with the same vote on cases of both kinds', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 10, maxLength: 30 }), (areBad) => {
        const lazy = areBad.map((isBad): ObservationKind => (isBad ? 'CANARY_MISSED' : PASSED));
        const grim = areBad.map((isBad): ObservationKind => (isBad ? CAUGHT : 'FALSE_ALARM'));
        expect(hasRecord(lazy) || hasRecord(grim)).toBe(false);
      }),
    );
  });
});

describe('declared families', () => {
  const pair = (erredAlone: number, erredTogether: number): FamilyPair => ({
    one: 'a',
    other: 'b',
    erredAlone,
    erredTogether,
  });
  const enough = COUNCIL.record.erredAloneMin;

  it('are separated by errors that only one of them made, in both directions', () => {
    expect(distinguishFamilies([pair(enough, 0)])).toEqual(
      new Map([
        ['a', ['b']],
        ['b', ['a']],
      ]),
    );
  });

  it.each([
    ['without an error', 0, 0],
    ['with too few', enough - 1, 0],
    ['with as many in common', enough, enough],
  ])('are one %s', (_, alone, together) => {
    expect(distinguishFamilies([pair(alone, together)]).size).toBe(0);
  });

  it('cannot use the reserved name of the hosted seats', () => {
    expect(HOSTED_SEATS).toBe('');
  });
});
