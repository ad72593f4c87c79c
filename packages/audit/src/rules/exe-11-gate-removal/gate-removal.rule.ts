import type { Facts, RawFinding, Rule } from '@assay/analysis/types';
import { lineOf } from '../command.facts.ts';

const GATE =
  /^(?:xattr\s+.{0,40}(?:-[a-z]*[dc]\b|--clear|-cr)|spctl\s+.{0,20}--(?:master-disable|global-disable|add)|csrutil\s+disable|unblock-file\b|set-executionpolicy\s+.{0,40}(?:bypass|unrestricted)|setenforce\s+0|systemctl\s+(?:stop|disable)\s+(?:apparmor|selinux))/i;

/** The gate of the whole system, not the mark on one file. `csrutil disable` works for a person who has started the machine for it, and for no program. */
const WHOLE_GATE = /^spctl\s+.{0,20}--(?:master|global)-disable/i;
const BY_HAND = /^csrutil\s/i;

const toFindings = (facts: Facts): RawFinding[] =>
  facts
    .of('command')
    .filter(({ value }) => GATE.test(lineOf(value)))
    .map(({ span, file, value }) => {
      const isFetching =
        facts.in(file, 'execution').some((other) => other.value.of === 'download') ||
        facts.in(file, 'command').some((other) => /^(?:curl|wget)$/.test(other.value.program));
      const isPackaged =
        /\bbrew\b|homebrew/.test(value.text) ||
        facts.in(file, 'dependency').some((other) => other.value.ecosystem === 'brew');
      const isProcessOnly = /-scope\s+process/i.test(lineOf(value));
      return {
        at: span,
        severity: WHOLE_GATE.test(lineOf(value))
          ? 'CRITICAL'
          : isPackaged || isProcessOnly
            ? 'LOW'
            : isFetching || BY_HAND.test(lineOf(value))
              ? 'HIGH'
              : 'MEDIUM',
        confidence: 'firm',
      };
    });

export const gateRemoval = {
  id: 'EXE-11',
  title: 'Removes a safety gate before running something',
  question: 'Is a safety gate removed before running a download?',
  category: 'EXE',
  family: 'code-taint',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-693', 'CWE-494'],
  why: 'The gate exists to stop unsigned downloads; taking it away first says what the download is.',
  fix: "Sign the program, or let the user decide at the system's own prompt.",
  looksAt: 'Quarantine attributes, Gatekeeper, execution policies and SELinux switched off.',
  blindTo: 'Settings changed through a graphical guide.',
  falseAlarms: 'A note for a tool installed by a package manager: low.',
  since: '2026.11',
  check: (facts) => toFindings(facts),
} satisfies Rule;
