import type { Rule } from '@assay/analysis/types';

export const excessGrants: Rule = {
  id: 'AGY-01',
  title: 'Grants go beyond the observed need',
  question: 'Are grants wider than the observed need (wildcards, all tools)?',
  category: 'AGY',
  family: 'instruction',
  kind: 'HINT',
  severity: 'LOW',
  nature: 'hygiene',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['OWASP-LLM06', 'OWASP-AST03'],
  why: 'Every unused permission is a gift to whoever takes the skill over.',
  fix: 'List the tools and command prefixes that are used.',
  blindTo: 'Needs that arise only at run time.',
  falseAlarms: 'General-purpose skills.',
  since: '2026.11',
  check: (facts) =>
    facts
      .of('grant')
      .filter(
        ({ value }) =>
          value.tool === '*' || (WIDE.has(value.tool.toLowerCase()) && (value.scope === '*' || value.scope === '')),
      )
      .map((fact) => ({
        at: fact.span,
        confidence: 'firm',
        ...(fact.value.tool === '*' ? { severity: 'MEDIUM' as const } : {}),
      })),
};

const WIDE: ReadonlySet<string> = new Set(['bash', 'shell', 'exec']);
