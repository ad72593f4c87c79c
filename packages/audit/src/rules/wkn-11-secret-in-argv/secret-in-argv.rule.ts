import type { Facts, RawFinding, Rule } from '@assay/analysis/types';

const SHOWN = /^(?:mysql|mysqldump|psql|sshpass|curl|docker|openssl|gpg|az|aws|ldapsearch|redis-cli|wget)$/;
const LITERAL = /(?:^|\s)(?:-p|--password[= ]|--token[= ]|-u\s+\w+:)["']?([\w!@#%^&*-]{6,})/i;
const SAMPLE = /^(?:your|xxx|\*|example|changeme|secret|postgres|root|admin|test|pass|my|user|database|\$)/i;

const toFindings = (facts: Facts): RawFinding[] =>
  facts
    .of('command')
    .filter(({ value }) => SHOWN.test(value.program) && !SAMPLE.test(LITERAL.exec(value.text)?.[1] ?? 'xxx'))
    .map(({ span }) => ({ at: span, severity: 'LOW', confidence: 'firm' }));

export const secretInArgv = {
  id: 'WKN-11',
  title: 'Passes a secret on a command line',
  question: 'Are secrets passed by argv?',
  category: 'WKN',
  family: 'code-taint',
  kind: 'HINT',
  severity: 'MEDIUM',
  nature: 'weakness',
  contexts: ['directive', 'executable', 'hidden'],
  references: ['CWE-214'],
  why: 'Everyone on the machine can read the process list.',
  fix: 'Use a file or the environment.',
  looksAt: 'Literal passwords among the arguments of common tools.',
  blindTo: 'Variables that hold them.',
  falseAlarms: 'Samples and placeholders are quiet.',
  since: '2026.11',
  check: (facts) => toFindings(facts),
} satisfies Rule;
