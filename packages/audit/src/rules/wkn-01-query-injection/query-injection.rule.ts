import { stages } from '../flow.facts.ts';
import { skillRule } from '../skill-rule.ts';

const OUTSIDE = new Set(['network-input', 'user-input', 'argv', 'stdin', 'model-output']);

export const queryInjection = skillRule({
  id: 'WKN-01',
  title: 'Database query injection',
  question: 'Is there SQL or NoSQL injection?',
  kind: 'HINT',
  severity: 'HIGH',
  nature: 'weakness',
  contexts: ['directive', 'executable', 'hidden'],
  references: ['CWE-89'],
  why: 'Quotation marks in the input change the query.',
  fix: 'Bind parameters.',
  looksAt: 'Statements joined from text and outside input.',
  blindTo: 'Query builders with raw fragments.',
  falseAlarms: 'Bound parameters are quiet.',
  check: (facts) =>
    facts
      .of('flow')
      .filter(({ value }) => value.sink.class === 'sql' && OUTSIDE.has(value.source.class))
      .map((flow) => ({
        at: flow.span,
        severity: flow.value.source.class === 'argv' ? 'MEDIUM' : 'HIGH',
        confidence: 'firm',
        related: stages(flow),
      })),
});
