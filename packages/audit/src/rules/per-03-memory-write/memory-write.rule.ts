import { skillRule } from '../skill-rule.ts';

export const memoryWrite = skillRule({
  id: 'PER-03',
  title: 'Agent memory or instruction file written',
  question: 'Are agent memory or instruction files written (CLAUDE.md, AGENTS.md, rules)?',
  family: 'instruction',
  kind: 'HINT',
  reproducedBy: 'persisted',
  severity: 'MEDIUM',
  references: ['CWE-912', 'OWASP-LLM04'],
  why: 'The agent follows these files in every later session, also after the skill is removed.',
  fix: 'Write such files only when the user asks, and show the text first.',
  blindTo: 'Files written by code. The path rules review those.',
  falseAlarms: 'Project-setup skills that create AGENTS.md as their purpose (MEDIUM).',
  check: (facts) =>
    facts
      .of('path')
      .filter(({ value }) => value.class === 'agent-memory' && (value.access === 'write' || value.access === 'append'))
      .map(({ span, value }) => ({ at: span, confidence: 'firm', note: `${value.path} is written.` })),
});
