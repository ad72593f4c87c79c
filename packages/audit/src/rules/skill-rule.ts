import type { Rule, RuleFamily } from '@assay/analysis/types';

type Defaulted = 'category' | 'family' | 'nature' | 'contexts' | 'since';
type SkillRule = Omit<Rule, Defaulted> & Partial<Pick<Rule, Exclude<Defaulted, 'category'>>>;

const FAMILIES: Readonly<Record<string, RuleFamily>> = {
  PI: 'instruction',
  SOC: 'instruction',
  SUP: 'supply-chain',
  UNA: 'supply-chain',
};

/** Adds the members that most skill rules share. */
export function skillRule(rule: SkillRule): Rule {
  const category = rule.id.slice(0, rule.id.indexOf('-'));
  return {
    category,
    family: FAMILIES[category] ?? 'code-taint',
    nature: 'malice',
    contexts: ['directive', 'executable', 'reference', 'hidden'],
    since: '2026.11',
    ...rule,
  };
}
