import type { Facts, RawFinding, Rule } from '@assay/analysis/types';
import { lineOf } from '../command.facts.ts';

const GRANTS =
  /^(?:aws\s+iam\s+(?:attach-\w+-policy\s.{0,200}(?:AdministratorAccess|PowerUserAccess|IAMFullAccess)|update-assume-role-policy|create-access-key|create-login-profile)|gcloud\s.{0,80}add-iam-policy-binding\s.{0,200}(?:roles\/(?:owner|editor)|allUsers)|az\s+role\s+assignment\s+create\s.{0,200}Owner|kubectl\s+create\s+clusterrolebinding\s.{0,120}cluster-admin|gh\s+api\s.{0,120}collaborators.{0,60}(?:PUT|admin))/i;
const FOREIGN = /arn:aws:iam::\d{12}:/;

const ANYBODY = /system:(?:unauthenticated|anonymous)|--member[= ]allUsers/;

/** All of a cluster for somebody whom the skill names: who is asked for, or told by a setting, is the user. */
const NAMED_USER =
  /\bclusterrolebinding\s.{0,160}--clusterrole[= ]cluster-admin\b.{0,160}--user[= ](?!\S{0,40}@example\.)[\w.+-]+@[\w-]+\.[\w.]+/;

/** Files that are published are read by everybody. */
const PUBLIC_FILES = /storage\.objectViewer\b/i;

/** All rights for people nobody knows, or for a user that is made for it and whose key is printed. */
function isForAnybody(text: string, facts: Facts): boolean {
  if (ANYBODY.test(text)) return !PUBLIC_FILES.test(text);
  if (NAMED_USER.test(text)) return true;
  // A role for somebody outside, by a file beside, and all rights for that role, by a command.
  if (/attach-role-policy/.test(text) && facts.of('policy').some(({ value }) => value.effect === 'foreign-trust'))
    return true;
  const user = /AdministratorAccess/.test(text) ? /--user-name[= ]([\w.-]+)/.exec(text)?.[1] : undefined;
  const about = (verb: RegExp): boolean =>
    facts.of('command').some(({ value }) => verb.test(value.text) && value.text.includes(user ?? ''));
  return user !== undefined && about(/\biam\s+create-user\b/) && about(/\biam\s+create-access-key\b/);
}

const toFindings = (facts: Facts): RawFinding[] =>
  facts
    .of('command')
    .filter(({ value }) => GRANTS.test(lineOf(value)))
    .map(({ span, value }) => ({
      at: span,
      severity: isForAnybody(value.text, facts)
        ? 'CRITICAL'
        : FOREIGN.test(value.text) && !/AdministratorAccess/.test(value.text)
          ? 'HIGH'
          : 'MEDIUM',
      confidence: 'firm',
    }));

/** Calls that change whom a role which is there already trusts. */
const RETRUSTS = /update_?assume_?role_?policy/i;

/** All rights, or a role that has rights already, and somebody outside who gets them; a door without a lock needs no second. */
const byFile = (facts: Facts): RawFinding[] =>
  [...Map.groupBy(facts.of('policy'), ({ file }) => file)].flatMap(([file, found]) => {
    const effects = new Set(found.map(({ value }) => value.effect));
    const isRetrusted = facts.in(file, 'call').some(({ value }) => RETRUSTS.test(value.callee));
    const isGivenAway =
      effects.has('foreign-trust') && (effects.has('all-rights') || effects.has('trail-removed') || isRetrusted);
    return found.map(({ span, value }) => ({
      at: span,
      severity: value.effect === 'open-door' || isGivenAway ? ('CRITICAL' as const) : ('LOW' as const),
      confidence: 'firm' as const,
      note: `${value.text}.`,
    }));
  });

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
