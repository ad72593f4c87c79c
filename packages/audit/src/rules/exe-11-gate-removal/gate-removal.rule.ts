import { lineOf } from '../command.facts.ts';
import { skillRule } from '../skill-rule.ts';

const GATE =
  /^(?:xattr\s+.{0,40}(?:-[a-z]*[dc]\b|--clear|-cr)|spctl\s+.{0,20}--(?:master-disable|global-disable|add)|csrutil\s+disable|unblock-file\b|set-executionpolicy\s+.{0,40}(?:bypass|unrestricted)|setenforce\s+0|systemctl\s+(?:stop|disable)\s+(?:apparmor|selinux))/i;

export const gateRemoval = skillRule({
  id: 'EXE-11',
  title: 'Removes a safety gate before running something',
  question: 'Is a safety gate removed before running a download?',
  kind: 'HINT',
  severity: 'HIGH',
  references: ['CWE-693', 'CWE-494'],
  why: 'The gate exists to stop unsigned downloads; taking it away first says what the download is.',
  fix: "Sign the program, or let the user decide at the system's own prompt.",
  looksAt: 'Quarantine attributes, Gatekeeper, execution policies and SELinux switched off.',
  blindTo: 'Settings changed through a graphical guide.',
  falseAlarms: 'A note for a tool installed by a package manager.',
  check: (facts) =>
    facts
      .of('command')
      .filter(({ value }) => GATE.test(lineOf(value)))
      .map(({ span }) => ({ at: span, confidence: 'firm' })),
});
