import { stages } from '../flow.facts.ts';
import { skillRule } from '../skill-rule.ts';

const REMOTE = new Set(['network-input', 'model-output']);

export const pathTraversal = skillRule({
  id: 'WKN-02',
  title: 'Path traversal',
  question: 'Is there path traversal on write or extract?',
  kind: 'HINT',
  severity: 'HIGH',
  nature: 'weakness',
  contexts: ['directive', 'executable', 'hidden'],
  references: ['CWE-22'],
  why: 'A name with `..` can write to any folder.',
  fix: 'Resolve the path and check that it stays inside.',
  looksAt: 'Archives and file names from the network, used as they come.',
  blindTo: 'Checks done in a helper.',
  falseAlarms: 'Paths the user names on the command line are quiet.',
  check: (facts) =>
    facts
      .of('flow')
      .filter(
        ({ value }) =>
          (value.sink.class === 'extract' || (value.sink.class === 'write' && value.position === 'path')) &&
          REMOTE.has(value.source.class),
      )
      .map((flow) => ({ at: flow.span, severity: 'MEDIUM', confidence: 'firm', related: stages(flow) })),
});
