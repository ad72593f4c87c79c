import type { Facts, RawFinding, Rule } from '@assay/analysis/types';
import { calls } from '../command.facts.ts';
import { stages } from '../flow.facts.ts';

const OUTSIDE = new Set(['network-input', 'user-input', 'argv', 'stdin', 'model-output']);

const flows = (facts: Facts): RawFinding[] =>
  facts
    .of('flow')
    .filter(({ value }) => value.sink.class === 'deserialise' && OUTSIDE.has(value.source.class))
    .map((flow) => ({
      at: flow.span,
      severity: flow.value.source.class === 'network-input' ? 'HIGH' : 'MEDIUM',
      confidence: 'firm',
      related: stages(flow),
    }));

const loaders = (facts: Facts): RawFinding[] =>
  calls(facts, /^yaml\.(?:load|unsafe_load)$/)
    .filter(({ value }) => !/SafeLoader|CSafeLoader/.test(value.text))
    .map(({ span }) => ({ at: span, severity: 'LOW', confidence: 'firm' }));

export const unsafeDeserialisation = {
  id: 'WKN-04',
  title: 'Deserialises data that can run code',
  question: 'Is there unsafe deserialisation?',
  category: 'WKN',
  family: 'code-taint',
  kind: 'HINT',
  severity: 'HIGH',
  nature: 'weakness',
  contexts: ['directive', 'executable', 'hidden'],
  references: ['CWE-502'],
  why: 'The data decides which code runs while it is read.',
  fix: 'Use JSON, or the safe loader.',
  looksAt: 'pickle, marshal, unsafe YAML and their kin fed from outside.',
  blindTo: 'Formats that embed others.',
  falseAlarms: "Loading one's own cache: low.",
  since: '2026.11',
  check: (facts) => [...flows(facts), ...loaders(facts)],
} satisfies Rule;
