import type { Facts, RawFinding, Rule } from '@assay/analysis/types';
import { lineOf } from '../command.facts.ts';

const FLAGS =
  /--dangerously-skip-permissions|--dangerously-bypass-approvals-and-sandbox|--yolo\b|--full-auto\b|--auto-approve(?:-all)?\b|--permission-mode\s+bypassPermissions|--approval-mode[= ](?:yolo|full-auto)|--allow-all-tools\b|--trust-all-tools\b|--no-sandbox\b|--sandbox[= ](?:none|off|danger-full-access)/;
const AGENT =
  /^(?:claude|codex|gemini|cursor-agent|copilot|gh\s+copilot|aider|openclaw|opencode|goose|qwen|q\s+chat|amp|droid)\b/;

const toFindings = (facts: Facts): RawFinding[] =>
  facts
    .of('command')
    .filter(({ value }) => AGENT.test(lineOf(value)) && FLAGS.test(lineOf(value)))
    .map(({ span, value }) => ({
      at: span,
      severity: /--full-auto|--auto-approve\b|-p\s|--print/.test(lineOf(value)) ? 'MEDIUM' : 'HIGH',
      confidence: 'firm',
    }));

export const safeguardsOff = {
  id: 'PRV-06',
  title: 'Agent safeguards are switched off',
  question: 'Are agent safeguards switched off (skip permissions, auto-approve, sandbox off)?',
  category: 'PRV',
  family: 'code-taint',
  kind: 'HINT',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-693', 'OWASP-LLM06'],
  why: 'Without its questions the agent does whatever the next text says.',
  fix: 'Let the user choose the mode; grant single tools instead.',
  looksAt:
    'Flags of coding agents that skip permissions or leave the sandbox, and orders in words to switch prompts, approvals, sandbox or protection off.',
  blindTo: 'The same through a settings file (PER-04).',
  falseAlarms: "A headless browser's own `--no-sandbox` is quiet; documented batch use is medium.",
  since: '2026.11',
  check: (facts) => toFindings(facts),
} satisfies Rule;
