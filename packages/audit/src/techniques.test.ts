import { describe, expect, it } from 'vitest';
import { TECHNIQUES } from '../fixtures/techniques/index.ts';
import { reviewOf, skill } from './testing/code-rule-cases.ts';
import { pointsAt } from './testing/reviewed.ts';

describe.each(Object.entries(TECHNIQUES))('techniques: %s', (_title, pairs) => {
  it.each(pairs.map((pair) => [pair.name, pair] as const))(
    'points at %s, and does not block its twin',
    async (_name, pair) => {
      const attack = await reviewOf(skill(pair.name, pair.attack));
      const twin = await reviewOf(skill(pair.name, pair.twin));

      expect({ isFound: pointsAt(attack), blocked: twin.blocking }).toEqual({ isFound: true, blocked: [] });
    },
  );
});
