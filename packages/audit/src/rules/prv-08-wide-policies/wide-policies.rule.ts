import type { Facts, RawFinding, Rule } from '@assay/analysis/types';
import { lineOf } from '../command.facts.ts';

const GRANTS =
  /^(?:aws\s+iam\s+(?:attach-\w+-policy\s.{0,200}(?:AdministratorAccess|PowerUserAccess|IAMFullAccess)|update-assume-role-policy|create-access-key|create-login-profile)|gcloud\s.{0,80}add-iam-policy-binding\s.{0,200}(?:roles\/(?:owner|editor)|allUsers)|az\s+role\s+assignment\s+create\s.{0,200}Owner|kubectl\s+create\s+clusterrolebinding\s.{0,120}cluster-admin|gh\s+api\s.{0,120}collaborators.{0,60}(?:PUT|admin))/i;
const toFindings = (facts: Facts): RawFinding[] =>
  facts
    .of('command')
    .filter(({ value }) => GRANTS.test(lineOf(value)))
    .map(({ span }) => ({ at: span, confidence: 'firm' }));

const byFile = (facts: Facts): RawFinding[] =>
  facts.of('policy').map(({ span, value }) => ({
    at: span,
    severity: value.effect === 'open-door' || value.effect === 'foreign-trust' ? 'HIGH' : 'LOW',
    confidence: 'firm',
    note: `${value.text}.`,
  }));

export const widePolicies = {
  id: 'PRV-08',
  title: 'Gives out admin roles or foreign trust',
  question: 'Are admin roles, wildcard policies or trust to a foreign account given?',
  category: 'PRV',
  family: 'code-taint',
  kind: 'HINT',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-269', 'CWE-732'],
  why: 'The grant outlives the task and reaches everything.',
  fix: 'Grant the one action on the one resource.',
  looksAt:
    'Administrator policies, cluster-admin bindings, owner roles, and trust for another account, also where a program adds it to a role.',
  blindTo: 'Policies in infrastructure files.',
  falseAlarms: "Sample policies with the user's own account: medium.",
  since: '2026.11',
  check: (facts) => [...toFindings(facts), ...byFile(facts)],
} satisfies Rule;
