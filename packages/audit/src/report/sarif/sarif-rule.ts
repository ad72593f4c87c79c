import type { Confidence, Severity } from '@assay/analysis/types/report';
import type { Rule } from '@assay/analysis/types/rule';
import type { SarifLevel, SarifRule } from './sarif-log.ts';

/** The texts of a rule descriptor. A catalogue entry and a finding both have them. */
export type RuleText = Pick<Rule, 'title' | 'category' | 'severity' | 'references' | 'why' | 'fix'> & {
  readonly id: string;
};

export const LEVEL_OF: Readonly<Record<Severity, SarifLevel>> = {
  CRITICAL: 'error',
  HIGH: 'error',
  MEDIUM: 'warning',
  LOW: 'note',
  INFO: 'note',
};

const SECURITY_SEVERITY_OF: Readonly<Record<Severity, string>> = {
  CRITICAL: '9.5',
  HIGH: '8.0',
  MEDIUM: '5.5',
  LOW: '3.0',
  INFO: '0.0',
};

const PRECISION_OF: Readonly<Record<Confidence, string>> = { certain: 'very-high', firm: 'high', tentative: 'medium' };

export function toSarifRule(rule: RuleText, confidence: Confidence): SarifRule {
  return {
    id: rule.id,
    shortDescription: { text: rule.title },
    fullDescription: { text: rule.why },
    help: { text: rule.fix },
    ...toHelp(rule),
    defaultConfiguration: { level: LEVEL_OF[rule.severity] },
    properties: {
      'security-severity': SECURITY_SEVERITY_OF[rule.severity],
      precision: PRECISION_OF[confidence],
      tags: ['security', rule.category, ...rule.references.flatMap(toTag)],
    },
  };
}

/** Link to the public description of the rule's weakness. A rule without one gets no link. */
function toHelp({ references }: RuleText): Pick<SarifRule, 'helpUri'> {
  const [number] = references.flatMap((reference) => /^CWE-(\d{1,6})$/.exec(reference)?.[1] ?? []);
  return number === undefined ? {} : { helpUri: `https://cwe.mitre.org/data/definitions/${number}.html` };
}

/** `CWE-494` → `external/cwe/cwe-494`, the form that code hosts link. Other references are unchanged. */
function toTag(reference: string): string[] {
  const cwe = /^CWE-(\d+)$/.exec(reference);
  return [cwe === null ? reference : `external/cwe/cwe-${cwe[1]}`];
}
