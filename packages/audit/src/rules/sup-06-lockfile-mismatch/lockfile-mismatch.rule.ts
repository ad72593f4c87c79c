import { wordsBefore } from '@assay/analysis/bundle/decode/view';
import type { Facts, RawFinding } from '@assay/analysis/types';
import { skillRule } from '../skill-rule.ts';

const LOCKS = /(?:^|\/)(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml|poetry\.lock|Pipfile\.lock|uv\.lock)$/;

const FIELD_CHARS = 30;

const toFindings = (facts: Facts): RawFinding[] =>
  facts
    .of('url')
    .filter(
      ({ file, value, span }) =>
        LOCKS.test(file) &&
        value.origin !== 'package-index' &&
        value.origin !== 'code-host' &&
        value.origin !== 'docs' &&
        /(?:resolved|url|tarball)["']?\s*[:= ]?\s*["']?$/.test(wordsBefore(span, FIELD_CHARS)),
    )
    .map(({ span, value }) => ({
      at: span,
      severity: value.origin === 'raw-ip' || value.scheme === 'http' ? 'HIGH' : 'MEDIUM',
      confidence: 'firm',
      note: `It resolves to ${value.host}.`,
    }));

export const lockfileMismatch = skillRule({
  id: 'SUP-06',
  title: 'Lock file mismatch',
  question: 'Do lock file and manifest disagree, or does the lock file resolve to another source?',
  kind: 'HINT',
  severity: 'MEDIUM',
  references: ['CWE-1357'],
  why: 'The lock file decides what is installed and is rarely read.',
  fix: 'Regenerate the lock file from the public index.',
  looksAt: 'Addresses in lock files that are not package indexes.',
  blindTo: 'Integrity values of a swapped package.',
  falseAlarms: 'Private registries of the publisher: medium.',
  check: (facts) => toFindings(facts),
});
