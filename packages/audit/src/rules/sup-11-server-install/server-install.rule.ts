import type { Facts, RawFinding } from '@assay/analysis/types';
import { commandsMatching, lineOf } from '../command.facts.ts';
import { skillRule } from '../skill-rule.ts';

const INSTALLS =
  /^(?:claude|codex|gemini|cursor|code|copilot)\s+mcp\s+add\b|^(?:claude\s+plugin|clawhub|skills|npx\s+(?:-y\s+)?(?:skills|clawhub)(?:@\S+)?)\s+(?:install|add)\b|^\/plugin\s+install/;

const toFindings = (facts: Facts): RawFinding[] =>
  commandsMatching(facts, INSTALLS).map(({ span, value }) => {
    const remote = /https?:\/\/(?!localhost|127\.)[^\s"']+/.exec(lineOf(value))?.[0];
    const isOwn =
      remote !== undefined && [...facts.about.brandTokens].some((word) => word.length > 3 && remote.includes(word));
    return { at: span, severity: remote !== undefined && !isOwn ? 'MEDIUM' : 'LOW', confidence: 'firm' };
  });

export const serverInstall = skillRule({
  id: 'SUP-11',
  title: 'Undeclared MCP server or skill',
  question: 'Is an MCP server or another skill installed undeclared?',
  kind: 'HINT',
  severity: 'MEDIUM',
  references: ['CWE-829', 'OWASP-AST02'],
  why: 'The added server or skill has its own instructions, which are not part of this review.',
  fix: 'Name it as an optional step and let the user decide.',
  looksAt: 'Commands of agents and skill stores that add servers or skills.',
  blindTo: 'Servers written into a settings file (PER-04).',
  falseAlarms: 'A documented optional step: low.',
  check: (facts) => toFindings(facts),
});
