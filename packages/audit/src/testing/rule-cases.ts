import { isDemotable } from '@assay/analysis/prose/discourse/index';
import { type SkillFiles, skillFacts } from '@assay/analysis/testing/skill-facts';
import { type BundleAbout, type Rule, SEVERITIES, type Severity } from '@assay/analysis/types';
import { describe, expect, it } from 'vitest';

type RuleCase = string | SkillFiles;
type RuleCases = {
  readonly caught: readonly RuleCase[];
  /** Lookalikes: no finding of MEDIUM or above may stay. */
  readonly quiet: readonly RuleCase[];
  /** Texts outside the rule's question: the rule finds nothing. */
  readonly notApplicable: readonly RuleCase[];
  /** Minimum severity of a caught case. Defaults to the rule's own severity. */
  readonly atLeast?: Severity;
  readonly about?: Partial<BundleAbout>;
};

const HEAD = '---\nname: notes\ndescription: Keeps project notes in order.\n---\n# Notes\n\n';

const toFiles = (entry: RuleCase): SkillFiles =>
  typeof entry === 'string' ? { 'SKILL.md': `${HEAD}${entry}\n` } : entry;

/** Severities of the findings that are not demoted, lowest first. */
function keptSeverities(rule: Rule, files: SkillFiles, about: Partial<BundleAbout> = {}): Severity[] {
  const { facts, discourse } = skillFacts(files, about);
  return rule
    .check(facts)
    .map((finding) => ({ severity: finding.severity ?? rule.severity, reading: discourse.classify(finding.at) }))
    .filter(({ severity, reading }) => !isDemotable(reading, severity))
    .map(({ severity }) => severity)
    .sort((a, b) => SEVERITIES.indexOf(a) - SEVERITIES.indexOf(b));
}

/** Runs the three tables of a rule. */
export function describeRule(rule: Rule, cases: RuleCases): void {
  const rank = (severity: Severity | undefined) => (severity === undefined ? -1 : SEVERITIES.indexOf(severity));
  const name = (entry: RuleCase) => JSON.stringify(entry).slice(0, 90);
  describe(`${rule.id} ${rule.title}`, () => {
    it.each(cases.caught.map((entry) => [name(entry), entry] as const))('catches %s', (_name, entry) => {
      const worst = keptSeverities(rule, toFiles(entry), cases.about).at(-1);

      expect(rank(worst)).toBeGreaterThanOrEqual(rank(cases.atLeast ?? rule.severity));
    });

    it.each(cases.quiet.map((entry) => [name(entry), entry] as const))('stays quiet on %s', (_name, entry) => {
      const worst = keptSeverities(rule, toFiles(entry), cases.about).at(-1);

      expect(rank(worst)).toBeLessThan(rank('MEDIUM'));
    });

    it.each(cases.notApplicable.map((entry) => [name(entry), entry] as const))(
      'has nothing to say on %s',
      (_name, entry) => {
        expect(rule.check(skillFacts(toFiles(entry), cases.about).facts)).toEqual([]);
      },
    );
  });
}
