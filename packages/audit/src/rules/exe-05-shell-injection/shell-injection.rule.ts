import { stages } from '../flow.facts.ts';
import { skillRule } from '../skill-rule.ts';

/** Served to strangers, or typed by the one who owns the shell anyway. */
const STRANGERS = new Set(['network-input', 'model-output']);
const OWN = new Set(['user-input', 'argv', 'stdin']);

export const shellInjection = skillRule({
  id: 'EXE-05',
  title: 'Shell injection',
  question: 'Does tainted input reach a shell string?',
  kind: 'HINT',
  severity: 'HIGH',
  nature: 'weakness',
  references: ['CWE-78', 'CWE-77'],
  why: 'Shell metacharacters in the input become a command.',
  fix: 'Pass an argument list without a shell, or quote the input.',
  looksAt: 'Strings handed to a shell with pieces that came from a network, a model or a caller.',
  blindTo: 'Custom quoting functions.',
  falseAlarms: "Command-line tools that wrap a command of the user's choice: medium.",
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
});
