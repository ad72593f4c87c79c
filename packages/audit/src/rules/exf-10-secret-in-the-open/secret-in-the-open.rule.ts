import type { Facts, RawFinding } from '@assay/analysis/types';
import { leaving, stages } from '../flow.facts.ts';
import { relationOf } from '../relation.ts';
import { skillRule } from '../skill-rule.ts';

const inUrl = (facts: Facts): RawFinding[] =>
  leaving(facts, 'named-secret', 'secret-file')
    .filter(
      ({ value }) =>
        value.position === 'query' && relationOf(value.source.label, value.sink.destination, facts.about) === 'unknown',
    )
    .map((flow) => ({ at: flow.span, confidence: 'firm', related: stages(flow) }));

const inLog = (facts: Facts): RawFinding[] =>
  facts
    .of('flow')
    .filter(({ value }) => value.sink.class === 'log' && !value.isEncoded)
    .map((flow) => ({ at: flow.span, severity: 'LOW', confidence: 'firm', related: stages(flow) }));

export const secretInTheOpen = skillRule({
  id: 'EXF-10',
  title: 'Secret in a URL, log or commit',
  question: 'Is a secret written into a URL, log, telemetry or commit?',
  kind: 'HINT',
  reproducedBy: 'secret-left',
  severity: 'MEDIUM',
  nature: 'weakness',
  references: ['CWE-532', 'CWE-598'],
  why: 'Addresses and logs are stored, shared and indexed.',
  fix: 'Use the authentication header; mask what you print.',
  looksAt: 'Named secrets in a query string or handed to a printing function.',
  blindTo: 'Loggers configured elsewhere.',
  falseAlarms: "APIs documented to take their key in the query: quiet when the host is the secret's own.",
  check: (facts) => [...inUrl(facts), ...inLog(facts)],
});
