import type { FactOf, Facts, RawFinding } from '@assay/analysis/types';
import { skillRule } from '../skill-rule.ts';

const SENTENCES: Readonly<Record<FactOf<'pipeline'>['value']['risk'], string>> = {
  'untrusted-code': 'Code from an untrusted pull request is run.',
  'untrusted-text': 'Text from an untrusted pull request or issue becomes part of a command.',
  'secret-to-third-party': 'A secret is passed to an action on a branch that its owner can change.',
  'secret-in-log': 'A secret is printed in a form that the log does not mask.',
};

const byStructure = (facts: Facts): RawFinding[] =>
  facts.of('pipeline').map(({ span, value: { risk, isArmed } }) => ({
    at: span,
    severity: isArmed || risk !== 'secret-to-third-party' ? 'HIGH' : 'LOW',
    confidence: 'firm',
    note: SENTENCES[risk],
  }));

/** A secret of the repository in the address or body of a hand-written request. */
const sent = (facts: Facts): RawFinding[] =>
  facts
    .of('flow')
    .filter(
      ({ value, unit }) =>
        unit.origin === 'hook' &&
        value.sink.class === 'network' &&
        value.source.class === 'named-secret' &&
        value.position !== 'auth' &&
        unit.within?.lang === 'yaml',
    )
    .map(({ span }) => ({ at: span, severity: 'HIGH', confidence: 'firm' }));

export const workflowRisks = skillRule({
  id: 'SUP-10',
  title: 'Privileged workflow or exposed secret',
  question: 'Do workflow files have privileged triggers, mutable actions or secret exposure?',
  kind: 'HINT',
  severity: 'MEDIUM',
  nature: 'weakness',
  references: ['CWE-829', 'CWE-269'],
  why: 'Third parties can run code with the permissions of the repository.',
  fix: 'Use the unprivileged trigger, pin actions, keep secrets out of commands.',
  looksAt:
    'The rule finds triggers with write access on code of third parties, secrets on command lines, and titles inserted into scripts, in the workflow folder or in any file of that form. Sending all secrets, or piping third-party text into a shell, is critical if the file is in the workflow folder or the user is told to put it there.',
  blindTo: 'Reusable workflows in other repositories are not read.',
  falseAlarms: 'Pinned lint workflows are not reported.',
  check: (facts) => [...byStructure(facts), ...sent(facts)],
});
