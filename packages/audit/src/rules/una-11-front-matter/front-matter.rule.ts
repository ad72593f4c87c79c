import type { Facts, RawFinding } from '@assay/analysis/types';
import { skillRule } from '../skill-rule.ts';

const ABUSE = new Set(['duplicate key', 'second document', 'aliases', 'tags', 'larger than 64 KiB']);

const toFindings = (facts: Facts): RawFinding[] =>
  facts
    .of('integrity')
    .filter(({ value }) => value.problem === 'frontmatter')
    .map(({ span, value }) => ({
      at: span,
      severity: ABUSE.has(value.detail) ? 'MEDIUM' : value.detail.startsWith('format') ? 'INFO' : 'LOW',
      confidence: 'certain',
      note: `${value.detail.charAt(0).toUpperCase()}${value.detail.slice(1)}.`,
    }));

export const frontMatter = skillRule({
  id: 'UNA-11',
  title: 'Invalid or ambiguous front matter',
  question:
    'Is there frontmatter abuse: duplicate keys, second document, tags, aliases, late or oversized block, format errors?',
  kind: 'HINT',
  severity: 'MEDIUM',
  nature: 'hygiene',
  contexts: ['directive', 'executable', 'reference', 'hidden', 'quoted', 'prohibited', 'fixture'],
  references: ['CWE-436'],
  why: 'Two parsers read two different skills from it.',
  fix: 'Use one block with plain, unique keys, as the Agent Skills format requires.',
  looksAt: 'The front matter of the entry document is parsed strictly and compared with the Agent Skills format.',
  blindTo: 'Keys that only one agent understands are not checked.',
  falseAlarms: 'Errors of form are INFO only.',
  check: (facts) => toFindings(facts),
});
