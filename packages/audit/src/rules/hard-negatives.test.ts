import { isDemotable, settledContext } from '@assay/analysis/prose/discourse/index';
import { kindOf } from '@assay/analysis/result/finding-kind.policy';
import { decideSeverity } from '@assay/analysis/result/severity.policy';
import { skillFacts } from '@assay/analysis/testing/skill-facts';
import type { Severity } from '@assay/analysis/types';
import { describe, expect, it } from 'vitest';
import { HARD_NEGATIVES } from '../../fixtures/hard-negatives.ts';
import { PROSE_RULES } from './prose.rules.ts';

const HIGH_SHARE_MAX = 0.02;

type Kept = { rule: string; severity: Severity; blocks: boolean };

/** Findings that stay. A tentative one is capped, as in the judge. */
function keptFindings(sentence: string): Kept[] {
  const head = '---\nname: notes\ndescription: Keeps project notes in order.\n---\n# Notes\n\n## Workflow\n\n';
  const { facts, discourse } = skillFacts({ 'SKILL.md': `${head}${sentence}\n` });
  return PROSE_RULES.flatMap((rule) =>
    rule.check(facts).flatMap((finding) => {
      const base = finding.severity ?? rule.severity;
      const isHigh = base === 'HIGH' || base === 'CRITICAL';
      const severity = finding.confidence === 'tentative' && isHigh ? 'MEDIUM' : base;
      const reading = discourse.classify(finding.at);
      if (isDemotable(reading, severity)) return [];
      const context = settledContext(reading, severity);
      const { confidence } = finding;
      const stated = decideSeverity({ severity, confidence, context });
      const blocks = kindOf({ kind: rule.kind, severity: stated, confidence, context }) === 'PROOF';
      return [{ rule: rule.id, severity, blocks }];
    }),
  );
}

describe('hard negatives', () => {
  const results = HARD_NEGATIVES.map((sentence) => ({ sentence, kept: keptFindings(sentence) }));

  it('are at least 250 different sentences', () => {
    expect(new Set(HARD_NEGATIVES).size).toBeGreaterThanOrEqual(250);
  });

  it('block nothing', () => {
    expect(results.filter(({ kept }) => kept.some(({ blocks }) => blocks))).toEqual([]);
  });

  it('reach HIGH in at most two of a hundred', () => {
    const high = results.filter(({ kept }) =>
      kept.some(({ severity }) => severity === 'HIGH' || severity === 'CRITICAL'),
    );

    expect(high.length / results.length, JSON.stringify(high)).toBeLessThanOrEqual(HIGH_SHARE_MAX);
  });
});
