import { lineOf } from '../command.facts.ts';
import { skillRule } from '../skill-rule.ts';

const GATE =
  /^(?:xattr\s+.{0,40}(?:-[a-z]*[dc]\b|--clear|-cr)|spctl\s+.{0,20}--(?:master-disable|global-disable|add)|csrutil\s+disable|unblock-file\b|set-executionpolicy\s+.{0,40}(?:bypass|unrestricted)|setenforce\s+0|systemctl\s+(?:stop|disable)\s+(?:apparmor|selinux))/i;

export const gateRemoval = skillRule({
  id: 'EXE-11',
  title: 'Security control removed before execution',
  question: 'Is a security control disabled before a download is run?',
  kind: 'HINT',
  severity: 'HIGH',
  references: ['CWE-693', 'CWE-494'],
  why: 'The control blocks unsigned downloads. A legitimate download does not need to disable it.',
  fix: 'Sign the program, or let the user decide in the prompt of the system.',
  looksAt: 'The rule finds commands that disable quarantine attributes, Gatekeeper, execution policies or SELinux.',
  blindTo: 'Settings that a user changes in a graphical interface are not detected.',
  falseAlarms: 'A note about a tool that a package manager installs can be reported.',
  check: (facts) =>
    facts
      .of('command')
      .filter(({ value }) => GATE.test(lineOf(value)))
      .map(({ span }) => ({ at: span, confidence: 'firm' })),
});
