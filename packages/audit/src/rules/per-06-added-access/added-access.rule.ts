import type { Facts, RawFinding } from '@assay/analysis/types';
import { commandHints } from '../command.facts.ts';
import { skillRule } from '../skill-rule.ts';

const ACCOUNTS =
  /^(?:useradd|adduser)\s.{0,120}(?:-o\s+-u\s*0|-u\s*0\b|sudo|wheel)|^usermod\s.{0,60}(?:-aG|-G)\s*(?:sudo|wheel|admin|root)|^net\s+(?:user\s+\S+\s+\S+\s+\/add|localgroup\s+administrators\s+.{0,60}\/add)|^dscl\s.{0,80}-(?:create\s+\/Users|append\s+\/Groups\/admin)|^add-localgroupmember\s.{0,60}administrators/i;

const files = (facts: Facts): RawFinding[] =>
  facts
    .of('path')
    .filter(
      ({ value }) =>
        (value.class === 'authorized-keys' || value.class === 'sudoers') &&
        (value.access === 'append' || value.access === 'write'),
    )
    .map(({ span, value }) => ({ at: span, confidence: 'firm', note: `${value.path} is written.` }));

export const addedAccess = skillRule({
  id: 'PER-06',
  title: 'Added keys, accounts or permissions',
  question: 'Are keys, accounts, sudoers or OAuth grants added?',
  kind: 'HINT',
  reproducedBy: 'persisted',
  severity: 'HIGH',
  references: ['CWE-912', 'CWE-269'],
  why: 'Additional access remains after everything else is cleaned up.',
  fix: 'Remove it. Only the owner grants access.',
  looksAt: 'The rule finds writes to authorized keys and sudo rules, and commands that add privileged accounts.',
  blindTo: 'Permissions that a user grants in a web console are not detected.',
  falseAlarms: "The user's own key from a variable can be reported.",
  check: (facts) => [...files(facts), ...commandHints(facts, ACCOUNTS)],
});
