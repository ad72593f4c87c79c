import { wordsOf } from '@assay/analysis/bundle/decode/view';
import type { FactOf, Facts, RawFinding, Rule, Severity } from '@assay/analysis/types';

/** Severity with secrets or rights at hand, and without. */
const SEVERITIES: Readonly<Record<FactOf<'pipeline'>['value']['risk'], readonly [Severity, Severity]>> = {
  'stranger-code': ['CRITICAL', 'HIGH'],
  'stranger-words': ['CRITICAL', 'HIGH'],
  'secret-to-stranger': ['CRITICAL', 'LOW'],
  'secret-in-log': ['CRITICAL', 'CRITICAL'],
};

const SENTENCES: Readonly<Record<FactOf<'pipeline'>['value']['risk'], string>> = {
  'stranger-code': 'Code of whoever opens a request is run.',
  'stranger-words': 'Words of whoever opens a request or an issue become part of a command.',
  'secret-to-stranger': 'A secret is handed to an action on a branch that its owner can change.',
  'secret-in-log': 'A secret is printed in a form that the log does not mask.',
};

const byStructure = (facts: Facts): RawFinding[] =>
  facts.of('pipeline').map(({ span, file, value: { risk, isArmed } }) => ({
    at: span,
    severity: atMostHigh(SEVERITIES[risk][isArmed ? 0 : 1], isInPlace(file, facts)),
    confidence: 'firm',
    note: SENTENCES[risk],
  }));

const atMostHigh = (severity: Severity, isRun: boolean): Severity =>
  severity === 'CRITICAL' && !isRun ? 'HIGH' : severity;

/** Where services look for what they run. */
const PLACE =
  /(?:^|\/)(?:\.github\/workflows\/[^/]+|\.gitlab-ci\.ya?ml|[\w-]+-pipelines\.ya?ml|\.circleci\/config\.yml)$/;
const COPIES = /^(?:cp|mv|install|ln|rsync|copy|copy-item)$/i;

/**
 * It lies where a service runs it, or somebody is told to put this very file there. A sample among others that somebody may
 * take as a beginning is run by nobody.
 */
function isInPlace(file: string, facts: Facts): boolean {
  if (PLACE.test(file)) return true;
  const name = file.split('/').at(-1) ?? file;
  const isPut = facts.of('path').some(({ value, span }) => PLACE.test(value.path) && wordsOf(span).includes(name));
  return (
    isPut ||
    facts
      .of('command')
      .some(
        ({ value: { program, args } }) =>
          COPIES.test(program) && args.some((arg) => arg.endsWith(name)) && args.some(isPlace),
      )
  );
}
const isPlace = (arg: string): boolean => /(?:^|\/)\.github\/workflows(?:\/|$)/.test(arg) || PLACE.test(arg);

const INTO_SHELL =
  /\$\{\{\s*github\.event\.(?:issue|comment|pull_request|review|discussion)\.(?:title|body|head\.ref)[^\n]{0,80}\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b/;

/** Piped into a shell, the words of a stranger are the command. */
const followed = (facts: Facts): RawFinding[] =>
  facts
    .of('pipeline')
    .filter(({ value, span }) => value.risk === 'stranger-words' && INTO_SHELL.test(wordsOf(span)))
    .map(({ span, file }) => ({
      at: span,
      severity: atMostHigh('CRITICAL', isInPlace(file, facts)),
      confidence: 'firm',
    }));

/** A secret of the repository in the address or the body of a request made by hand. */
const sent = (facts: Facts): RawFinding[] =>
  facts
    .of('flow')
    .filter(
      ({ value, unit }) =>
        unit.origin === 'hook' &&
        value.sink.class === 'network' &&
        value.source.class === 'named-secret' &&
        value.position !== 'auth' &&
        unit.within?.lang === 'yaml',
    )
    .map(({ span }) => ({ at: span, severity: 'HIGH', confidence: 'firm' }));

export const workflowRisks = {
  id: 'SUP-10',
  title: 'Workflow with privileged triggers or exposed secrets',
  question: 'Do workflow files have privileged triggers, mutable actions or secret exposure?',
  category: 'SUP',
  family: 'supply-chain',
  kind: 'HINT',
  severity: 'MEDIUM',
  nature: 'weakness',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-829', 'CWE-269'],
  why: "Strangers can then run code with the repository's rights.",
  fix: 'Use the unprivileged trigger, pin actions, keep secrets out of commands.',
  looksAt:
    "Triggers with write access on strangers' code, secrets on command lines, titles in scripts; in the workflow folder or in any file of that shape. The whole store of secrets sent away, and a stranger's words piped into a shell, are critical where the file lies in its place or somebody is told to put it there.",
  blindTo: 'Reusable workflows elsewhere.',
  falseAlarms: 'Pinned lint workflows are quiet.',
  since: '2026.11',
  check: (facts) => [...byStructure(facts), ...followed(facts), ...sent(facts)],
} satisfies Rule;
