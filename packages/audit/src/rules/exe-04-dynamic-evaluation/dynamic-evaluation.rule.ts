import { stages } from '../flow.facts.ts';
import { skillRule } from '../skill-rule.ts';

const OUTSIDE = new Set(['network-input', 'model-output', 'user-input', 'argv', 'stdin']);

export const dynamicEvaluation = skillRule({
  id: 'EXE-04',
  title: 'External data is evaluated as code',
  question: 'Is code built from network, model or user data and then evaluated?',
  kind: 'HINT',
  severity: 'HIGH',
  nature: 'weakness',
  references: ['CWE-94', 'CWE-95', 'OWASP-LLM05'],
  why: 'The author of the data controls the program.',
  fix: 'Parse the data (JSON, literal_eval) instead of evaluating it, or run it in a sandbox without access.',
  looksAt: 'Answers of servers and models, and what users type, reaching `eval`, `exec`, `Function` or their kin.',
  blindTo: 'Evaluators inside an unmodelled library.',
  falseAlarms: 'A REPL that says it is one evaluates what its user types: medium.',
  check: (facts) =>
    facts
      .of('flow')
      .filter(({ value }) => value.sink.class === 'evaluate' && OUTSIDE.has(value.source.class))
      .map((flow) => ({
        at: flow.span,
        severity: flow.value.source.class === 'argv' || flow.value.source.class === 'user-input' ? 'MEDIUM' : 'HIGH',
        confidence: 'firm',
        related: stages(flow),
      })),
});
