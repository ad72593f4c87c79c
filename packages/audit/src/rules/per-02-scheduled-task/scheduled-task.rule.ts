import type { Facts, RawFinding } from '@assay/analysis/types';
import { commandHints } from '../command.facts.ts';
import { skillRule } from '../skill-rule.ts';

const SCHEDULERS =
  /^(?:crontab\s+(?!-l\b)\S|schtasks\s.{0,40}\/create|launchctl\s+(?:load|bootstrap|enable)|systemctl\s.{0,20}enable|at\s+(?:now|\d)|reg\s+add\s.{0,120}\\run\b|register-scheduledtask|new-service|sc\s+create)/i;

const byFile = (facts: Facts): RawFinding[] =>
  facts
    .of('path')
    .filter(
      ({ value }) =>
        (value.class === 'scheduler' || value.class === 'service-unit') &&
        (value.access === 'write' || value.access === 'append'),
    )
    .map(({ span, value }) => ({ at: span, confidence: 'firm', note: `${value.path} is written.` }));

const PROGRAMS: ReadonlySet<string> = new Set(['python', 'ruby', 'javascript', 'perl']);

/** Code that an interpreter loads at every start sends unknown data, so every program of the user may leak. */
const bySending = (facts: Facts): RawFinding[] =>
  facts
    .of('sink')
    .filter(
      ({ value, unit }) =>
        unit.origin === 'startup' &&
        PROGRAMS.has(unit.lang) &&
        value.class === 'network' &&
        value.isUnstated === true &&
        value.destination?.origin !== 'loopback',
    )
    .map(({ span, value }) => ({
      at: span,
      severity: 'CRITICAL',
      confidence: 'firm',
      note: `What starts with every program sends to ${value.destination?.host || 'an address made at run time'}.`,
    }));

export const scheduledTask = skillRule({
  id: 'PER-02',
  title: 'Scheduled task or service created',
  question: 'Is a cron job, launch agent, systemd unit, task or Run key created?',
  kind: 'PROOF',
  reproducedBy: 'persisted',
  severity: 'MEDIUM',
  references: ['CWE-912'],
  why: 'The task continues to run after the user has forgotten it.',
  fix: 'Describe it as a step for the user, with instructions to remove it.',
  looksAt:
    'The rule finds entries in schedulers, service managers and autostart folders, and files that an interpreter loads at every start and that send data.',
  blindTo: 'Schedulers of cloud services are not checked.',
  falseAlarms: 'Enabling a packaged service is LOW.',
  check: (facts) => [...commandHints(facts, SCHEDULERS), ...byFile(facts), ...bySending(facts)],
});
