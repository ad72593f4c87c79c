import type { Facts, RawFinding, Rule, Severity } from '@assay/analysis/types';
import { lineOf } from '../command.facts.ts';

const DIALOGUE =
  /display dialog.{0,400}(?:hidden answer|password|passcode)|Get-Credential.{0,200}-Message|CredUIPromptForCredentials|PromptForCredential|zenity\s.{0,60}--password|kdialog\s.{0,60}--password|whiptail\s.{0,80}--passwordbox/is;

const inCommands = (facts: Facts): RawFinding[] =>
  facts
    .of('command')
    .filter(({ value }) => DIALOGUE.test(lineOf(value)) || DIALOGUE.test(value.text))
    .map(({ span, value, file }) => ({
      at: span,
      confidence: 'firm',
      severity:
        SYSTEMS_OWN.test(lineOf(value)) && !facts.in(file, 'command').some((one) => UNWRAPPED.test(one.value.text))
          ? 'HIGH'
          : severityOf(`${lineOf(value)} ${value.text}`),
    }));

/** The system's own window for another service; what is typed stays wrapped until a line of the script takes it out. */
const SYSTEMS_OWN = /\bGet-Credential\b(?!.*\b(?:windows|computer|system|your|expired|verify)\b)/is;
const UNWRAPPED = /GetNetworkCredential|PtrToString|ConvertFrom-SecureString|\.Password\b/i;

/**
 * What opens the machine is asked for by these words or by none. A window of a program that asks for a key of its own covers what
 * is typed, too, and imitates nobody.
 */
const severityOf = (line: string): Severity => (OWN_KEY.test(line) && !LOGIN.test(line) ? 'HIGH' : 'CRITICAL');
const OWN_KEY =
  /display dialog[^|]{0,200}\b(?:(?:api|access|secret)[ _-]?keys?|keys?|tokens?)\b|display dialog[^|]{0,200}\$\{?\w*(?:key|token)/i;
const LOGIN =
  /passw|passcode|passphrase|kennwort|contrase|senha|mot de passe|парол|密码|パスワード|비밀번호|\b(?:login|log in|credential|administrator|admin|keychain|unlock|system(?! events)|macos|apple|update|security|icloud|account)/i;

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
