import type { Rule } from '@assay/analysis/types';
import { stages } from '../flow.facts.ts';

/** Served to strangers, or typed by the one who owns the shell anyway. */
const STRANGERS = new Set(['network-input', 'model-output']);
const OWN = new Set(['user-input', 'argv', 'stdin']);

export const shellInjection = {
  id: 'EXE-05',
  title: 'Puts outside input into a shell command',
  question: 'Does tainted input reach a shell string?',
  category: 'EXE',
  family: 'code-taint',
  kind: 'HINT',
  severity: 'HIGH',
  nature: 'weakness',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-78', 'CWE-77'],
  why: 'A quotation mark in the input becomes a command.',
  fix: 'Pass an argument list without a shell, or quote the input.',
  looksAt: 'Strings handed to a shell with pieces that came from a network, a model or a caller.',
  blindTo: "Quoting functions of one's own.",
  falseAlarms: "Command-line tools that wrap a command of the user's choice: medium.",
  since: '2026.11',
  check: (facts) =>
    facts
      .of('flow')
      .filter(
        ({ value, unit }) =>
          value.sink.class === 'execute' &&
          unit.lang !== 'shell' &&
          (STRANGERS.has(value.source.class) || OWN.has(value.source.class)),
      )
      .map((flow) => ({
        at: flow.span,
        severity: STRANGERS.has(flow.value.source.class) ? 'HIGH' : 'MEDIUM',
        confidence: 'firm',
        related: stages(flow),
      })),
} satisfies Rule;
