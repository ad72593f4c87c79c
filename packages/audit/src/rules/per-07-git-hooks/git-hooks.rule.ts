import type { Facts, RawFinding, Rule, Severity } from '@assay/analysis/types';
import { lineOf } from '../command.facts.ts';

const GLOBAL =
  /^git\s+config\s+(?:.{0,40}\s)?--(?:global|system)\s.{0,40}(?:core\.hooksPath|alias\.\w+\s+["']?!|url\..{0,200}insteadOf|core\.(?:fsmonitor|sshCommand|pager|editor)\s+["']?\S*(?:sh|curl|\/tmp)|init\.templateDir)/i;
const FETCHES = /\b(?:curl|wget|nc|base64)\b|https?:\/\//;

const REWRITE =
  /url\.["']?(?:\w+:\/\/)?(?:[^@/\s"']*@)?([\w.-]+)(\S*?)["']?\.(?:push)?insteadOf\s+["']?(?:\w+:\/\/)?(?:[^@/\s"']*@)?([\w.-]+)/i;

/** The same host by another way is a preference, a proxy names the host it stands for; another host takes its place. */
function severityOf(line: string): Severity {
  const [, to = '', path = '', from = ''] = REWRITE.exec(line) ?? [];
  if (to === '') return 'HIGH';
  if (to === from) return 'LOW';
  const isProxy = path.includes(from) || /^(?:localhost|127\.)/.test(to);
  return isProxy ? 'HIGH' : 'CRITICAL';
}

/** Whoever takes the place is given the keys as well, or nobody checks who it is. */
function isUnguarded(line: string, file: string, facts: Facts): boolean {
  const [, to = '', , from = ''] = REWRITE.exec(line) ?? [];
  if (to === '' || to === from) return false;
  return facts
    .in(file, 'command')
    .some(({ value }) => value.text.includes(to) && /sslVerify\W+false|credential\.\S*helper/i.test(value.text));
}

const config = (facts: Facts): RawFinding[] =>
  facts
    .of('command')
    .filter(({ value }) => GLOBAL.test(lineOf(value)))
    .map(({ span, value, file }) => ({
      at: span,
      severity: isUnguarded(lineOf(value), file, facts) ? 'CRITICAL' : severityOf(lineOf(value)),
      confidence: 'firm',
    }));

const hooks = (facts: Facts): RawFinding[] =>
  facts
    .of('path')
    .filter(({ value }) => value.class === 'git-hook' && (value.access === 'write' || value.access === 'append'))
    .map(({ span, value }) => ({
      at: span,
      severity: FETCHES.test(value.content ?? '') ? 'HIGH' : 'LOW',
      confidence: 'firm',
    }));

export const gitHooks = {
  id: 'PER-07',
  title: 'Hooks into git for every repository',
  question: 'Are git hooks, hooksPath, aliases or insteadOf changed?',
  category: 'PER',
  family: 'code-taint',
  kind: 'HINT',
  reproducedBy: 'persisted',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-912'],
  why: 'Every commit in every repository would run it.',
  fix: "Install hooks per project, with the project's own tool.",
  looksAt: 'Global hook folders, shell aliases, rewritten addresses, and hook files with network calls.',
  blindTo: 'Hooks brought by a template repository.',
  falseAlarms: "A project's own pre-commit hook: low.",
  since: '2026.11',
  check: (facts) => [...config(facts), ...hooks(facts)],
} satisfies Rule;
