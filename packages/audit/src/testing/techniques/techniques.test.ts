import { describe, expect, it } from 'vitest';
import { reviewOf, skill } from '../code-rule-cases.ts';
import { TECHNIQUES } from './bed/index.ts';

describe.each(Object.entries(TECHNIQUES))('techniques: %s', (_title, pairs) => {
  it.each(pairs.map((pair) => [pair.name, pair] as const))(
    'refuses %s or points at it, and leaves its twin alone',
    async (_name, pair) => {
      const attack = await reviewOf(skill(pair.name, pair.attack));
      const twin = await reviewOf(skill(pair.name, pair.twin));
      const proofs = new Set(attack.blocking.flatMap(({ fingerprints }) => fingerprints));
      const proven = attack.findings.filter(({ fingerprint }) => proofs.has(fingerprint));

      // What is neither proven nor left undecided is at least a place that a reader is sent to.
      const isNoticed = attack.reviewResult !== 'NO_FINDINGS' || attack.findings.length + attack.passages.length > 0;
      expect({ isNoticed, twin: twin.reviewResult }).toEqual({ isNoticed: true, twin: 'NO_FINDINGS' });
      expect(proven.every(({ file, range, evidence }) => file !== '' && range.startLine > 0 && evidence !== '')).toBe(
        true,
      );
    },
  );
});
