import type { Rule } from '@assay/analysis/types';

export const uncheckedModelOutput: Rule = {
  id: 'AGY-10',
  title: 'Model output is executed unchecked',
  question: 'Is model output executed or rendered unchecked?',
  category: 'AGY',
  family: 'instruction',
  kind: 'HINT',
  severity: 'MEDIUM',
  nature: 'weakness',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['OWASP-LLM05', 'CWE-94'],
  why: 'Generated code does what the last text in the context wanted.',
  fix: 'Parse it, show it, and ask.',
  blindTo: 'Output that reaches a shell through a person.',
  falseAlarms: 'Notebooks made for running generated code.',
  since: '2026.11',
  check: (facts) =>
    facts
      .of('execution')
      .filter(({ value }) => value.of === 'model-output')
      .map((fact) => ({ at: fact.span, confidence: 'tentative' })),
};
