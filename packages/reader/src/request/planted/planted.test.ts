import { describe, expect, it } from 'vitest';
import { choosePlanted, PLANTED_BANKS } from './planted.ts';

const VALUES = { host: 'a.example', mail: 'b@a.example', account: 'DE00', brand: 'B', person: 'p', days: 30 };
const TYPES = ['SKILL', 'API', 'TOOL', 'CONTRACT'] as const;

const textsOf = (type: (typeof TYPES)[number], isBad: boolean): string[] => {
  const { subjects, acts, write } = PLANTED_BANKS[type];
  return Array.from({ length: subjects * acts }, (_, at) => write(Math.floor(at / acts), at % acts, isBad, VALUES));
};

describe('planted products', () => {
  it('are at least 300 for skills, all different', () => {
    const all = [...textsOf('SKILL', true), ...textsOf('SKILL', false)];

    expect(new Set(textsOf('SKILL', true)).size).toBeGreaterThanOrEqual(300);
    expect(new Set(all).size).toBe(all.length);
  });

  it.each(TYPES)('hold their mark in every bad %s and in no good one', (type) => {
    const { marks, acts } = PLANTED_BANKS[type];

    for (const [at, text] of textsOf(type, true).entries()) expect(text).toContain(marks[at % acts]);
    for (const text of textsOf(type, false)) expect(marks.filter((mark) => text.includes(mark))).toEqual([]);
  });

  it('have a bad and a good one in every draw, in any order and number', () => {
    const draws = Array.from({ length: 60 }, (_, at) => choosePlanted('SKILL', { at }, ''));

    for (const draw of draws) {
      expect(draw.some(({ isBad }) => isBad)).toBe(true);
      expect(draw.some(({ isBad }) => !isBad)).toBe(true);
    }
    expect(new Set(draws.map((draw) => draw.map(({ isBad }) => (isBad ? 'b' : 'g')).join(''))).size).toBeGreaterThan(5);
  });

  it('are drawn by the content and by the key of the installation', () => {
    const textOf = (content: unknown, key: string): string => JSON.stringify(choosePlanted('SKILL', content, key));

    expect(textOf({ a: 1 }, 'k')).toBe(textOf({ a: 1 }, 'k'));
    expect(textOf({ a: 1 }, 'k')).not.toBe(textOf({ a: 2 }, 'k'));
    expect(textOf({ a: 1 }, 'k')).not.toBe(textOf({ a: 1 }, 'other'));
  });
});
