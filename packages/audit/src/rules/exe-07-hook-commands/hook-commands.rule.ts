import type { Facts, RawFinding } from '@assay/analysis/types';
import { skillRule } from '../skill-rule.ts';
import { reachesOut } from '../startup.facts.ts';

const toFindings = (facts: Facts): RawFinding[] =>
  facts
    .of('hook')
    .filter(({ value }) => reachesOut(value.command))
    .map(({ span, value }) => ({
      at: span,
      confidence: 'firm',
      note: `It runs on ${value.event}.`,
    }));

export const hookCommands = skillRule({
  id: 'EXE-07',
  title: 'Hook or inline command with network or secrets',
  question: 'Do frontmatter hooks or inline dynamic commands run with network or secrets?',
  kind: 'HINT',
  severity: 'HIGH',
  references: ['CWE-506', 'OWASP-AST03'],
  why: 'Hooks run on every event they name, without a confirmation.',
  fix: 'Keep hooks local: no network, no credentials.',
  looksAt:
    'The rule checks commands in front matter hooks, agent settings, and `!` code spans and fences. They run automatically, whatever the surrounding text says.',
  blindTo: 'A hook that starts a script of the bundle is judged by that script.',
  falseAlarms: "A hook that notifies the user's own service is reported unless the manifest names the service.",
  check: (facts) => toFindings(facts),
});
