import type { Facts, RawFinding, Rule } from '@assay/analysis/types';
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

export const hookCommands = {
  id: 'EXE-07',
  title: 'Hook or inline command reaches network or secrets',
  question: 'Do frontmatter hooks or inline dynamic commands run with network or secrets?',
  category: 'EXE',
  family: 'code-taint',
  kind: 'HINT',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-506', 'OWASP-AST03'],
  why: 'Hooks run without anyone asking, on every event they name.',
  fix: 'Keep hooks local: no network, no credentials.',
  looksAt:
    'Commands in front matter hooks, agent settings, and `!` code spans and fences, which run by themselves whatever the text around them says.',
  blindTo: 'A hook that starts a script of the bundle is judged by that script.',
  falseAlarms: "A hook that notifies the user's own service; name it in the manifest.",
  since: '2026.11',
  check: (facts) => toFindings(facts),
} satisfies Rule;
