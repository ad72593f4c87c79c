import { describe, expect, it } from 'vitest';
import { growth, logarithm, powSevenEighths, softStep } from './exact.ts';
import { Dice, shuffle } from './rng.ts';

describe('substitutes that round alike on every platform', () => {
  it('approximate the functions that they replace', () => {
    expect(powSevenEighths(256)).toBe(128);
    expect(powSevenEighths(-1)).toBe(0);
    expect(growth(0.3)).toBeCloseTo(Math.exp(0.3), 2);
    expect(logarithm(growth(0.25))).toBeCloseTo(0.25, 12);
    expect([softStep(0), softStep(1e9), softStep(-1e9)].map((value) => Math.round(value * 100))).toEqual([50, 100, 0]);
  });
});

describe('dice', () => {
  const draws = (dice: Dice, count: number): number[] => Array.from({ length: count }, () => dice.uniform());

  it('return the same values for the same stream, and others for any other', () => {
    const one = draws(new Dice(1, 2, 3, 4), 5);
    expect(draws(new Dice(1, 2, 3, 4), 5)).toEqual(one);
    for (const other of [new Dice(2, 2, 3, 4), new Dice(1, 3, 3, 4), new Dice(1, 2, 4, 4), new Dice(1, 2, 3, 5)]) {
      expect(draws(other, 5)).not.toEqual(one);
    }
  });

  it('are fair, including the first draw of neighbouring streams', () => {
    const firsts = Array.from({ length: 20_000 }, (_, tick) => new Dice(7, 3, tick, 1).uniform());
    const mean = firsts.reduce((sum, value) => sum + value, 0) / firsts.length;
    expect(mean).toBeGreaterThan(0.49);
    expect(mean).toBeLessThan(0.51);
    const normal = new Dice(1, 1, 1, 1);
    const squares = Array.from({ length: 20_000 }, () => normal.normal() ** 2);
    expect(squares.reduce((sum, value) => sum + value, 0) / squares.length).toBeCloseTo(1, 1);
  });

  it('shuffle without losing an element', () => {
    const places = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
    shuffle(places, 10, new Dice(1, 2, 3, 4));
    expect(places).not.toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect([...places].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});
