import type { Facts, RawFinding } from '@assay/analysis/types';
import { lineOf } from '../command.facts.ts';
import { skillRule } from '../skill-rule.ts';

const GLOBAL =
  /^git\s+config\s+(?:.{0,40}\s)?--(?:global|system)\s.{0,40}(?:core\.hooksPath|alias\.\w+\s+["']?!|url\..{0,200}insteadOf|core\.(?:fsmonitor|sshCommand|pager|editor)\s+["']?\S*(?:sh|curl|\/tmp)|init\.templateDir)/i;
const FETCHES = /\b(?:curl|wget|nc|base64)\b|https?:\/\//;

const config = (facts: Facts): RawFinding[] =>
  facts
    .of('command')
    .filter(({ value }) => GLOBAL.test(lineOf(value)))
    .map(({ span }) => ({ at: span, confidence: 'firm' }));

const hooks = (facts: Facts): RawFinding[] =>
  facts
    .of('path')
    .filter(({ value }) => value.class === 'git-hook' && (value.access === 'write' || value.access === 'append'))
    .map(({ span, value }) => ({
      at: span,
      severity: FETCHES.test(value.content ?? '') ? 'HIGH' : 'LOW',
      confidence: 'firm',
    }));

export const gitHooks = skillRule({
  id: 'PER-07',
  title: 'Global git hook or alias',
  question: 'Are git hooks, hooksPath, aliases or insteadOf changed?',
  kind: 'HINT',
  reproducedBy: 'persisted',
  severity: 'HIGH',
  references: ['CWE-912'],
  why: 'It runs at every commit in every repository.',
  fix: "Install hooks per project, with the project's own tool.",
  looksAt: 'The rule finds global hook folders, shell aliases, rewritten addresses, and hook files with network calls.',
  blindTo: 'Hooks from a template repository are not detected.',
  falseAlarms: "A project's own pre-commit hook is LOW.",
  check: (facts) => [...config(facts), ...hooks(facts)],
});
