import type { Facts, RawFinding, Rule } from '@assay/analysis/types';
import { lineOf } from '../command.facts.ts';

const WIDE =
  /(?:admin:\*|repo,\s*admin:org|https:\/\/mail\.google\.com\/|auth\/cloud-platform\b|auth\/drive\b(?!\.)|Directory\.ReadWrite\.All|Files\.ReadWrite\.All|Mail\.ReadWrite\s.{0,20}Mail\.Send|AdministratorAccess)(?![\w.])/;

const toFindings = (facts: Facts): RawFinding[] =>
  [
    ...facts
      .of('command')
      .filter(({ value }) => /scope|login|auth|policy-arn/.test(lineOf(value)) && WIDE.test(lineOf(value))),
    ...facts
      .of('call')
      .filter(({ value }) => /scope|auth|credential/i.test(value.callee + value.text) && WIDE.test(value.text)),
  ].map(({ span }) => ({ at: span, confidence: 'tentative' }));

export const wideScopes = {
  id: 'CRD-10',
  title: 'Asks for scopes far beyond use',
  question: 'Are scopes far beyond use requested?',
  category: 'CRD',
  family: 'code-taint',
  kind: 'HINT',
  severity: 'MEDIUM',
  nature: 'weakness',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-250', 'OWASP-LLM06'],
  why: 'A token with every right turns a small mistake into a large one.',
  fix: 'Ask for the narrowest scope that works.',
  looksAt: 'Scopes that grant all of a mailbox, drive, cloud or organisation.',
  blindTo: 'Scopes set in a console.',
  falseAlarms: 'Administration tools need wide scopes; declare them.',
  since: '2026.11',
  check: (facts) => toFindings(facts),
} satisfies Rule;
