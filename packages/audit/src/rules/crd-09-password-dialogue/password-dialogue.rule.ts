import type { Facts, RawFinding, Rule } from '@assay/analysis/types';
import { lineOf } from '../command.facts.ts';

const DIALOGUE =
  /display dialog.{0,400}(?:hidden answer|password|passcode)|Get-Credential.{0,200}-Message|CredUIPromptForCredentials|PromptForCredential|zenity\s.{0,60}--password|kdialog\s.{0,60}--password|whiptail\s.{0,80}--passwordbox/is;

const inCommands = (facts: Facts): RawFinding[] =>
  facts
    .of('command')
    .filter(({ value }) => DIALOGUE.test(lineOf(value)) || DIALOGUE.test(value.text))
    .map(({ span }) => ({ at: span, confidence: 'firm' }));

const inCalls = (facts: Facts): RawFinding[] =>
  facts
    .of('call')
    .filter(
      ({ value }) =>
        /display dialog|\baskstring\b/.test(`${value.callee} ${value.text}`) &&
        /hidden answer|show\s*=\s*['"]\*/.test(value.text) &&
        /password/i.test(value.text),
    )
    .map(({ span }) => ({ at: span, confidence: 'firm' }));

export const passwordDialogue = {
  id: 'CRD-09',
  title: 'Imitates a password dialogue',
  question: 'Is a password dialogue imitated?',
  category: 'CRD',
  family: 'code-taint',
  kind: 'HINT',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-522', 'CWE-451'],
  why: "A window that looks like the system's collects the login password for whoever drew it.",
  fix: "Let the system ask: `sudo` in a terminal, or the platform's own prompt.",
  looksAt: 'Script dialogues with a hidden answer or a password label.',
  blindTo: 'A web page made to look like one.',
  falseAlarms: '`sudo` in a terminal is quiet.',
  since: '2026.11',
  check: (facts) => [...inCommands(facts), ...inCalls(facts)],
} satisfies Rule;
