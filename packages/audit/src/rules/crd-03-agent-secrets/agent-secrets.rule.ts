import type { Facts, RawFinding } from '@assay/analysis/types';
import { skillRule } from '../skill-rule.ts';

const OWN = new Set(['agent-secret', 'agent-transcript']);

/** Where an agent keeps the settings of its skills too: reading them is how a skill finds its own. */
const SETTINGS = /(?:openclaw|clawdbot|moltbot|claude|settings|config)\.json$|\.env$/i;

const toFindings = (facts: Facts): RawFinding[] =>
  facts
    .of('path')
    .filter(({ value }) => OWN.has(value.class) && (value.access === 'read' || value.access === 'list'))
    .map(({ span, value }) => ({
      at: span,
      severity:
        value.access === 'list'
          ? 'LOW'
          : value.class === 'agent-secret' && !SETTINGS.test(value.path)
            ? 'HIGH'
            : 'MEDIUM',
      confidence: 'firm',
      note: `${value.path} is read.`,
    }));

export const agentSecrets = skillRule({
  id: 'CRD-03',
  title: "Reads the agent's own tokens, settings or transcripts",
  question: "Are the agent's own tokens, settings or transcripts read?",
  kind: 'HINT',
  reproducedBy: 'secret-left',
  severity: 'HIGH',
  references: ['CWE-522', 'OWASP-LLM02'],
  why: "Transcripts are private, and tokens of the agent give access to the user's accounts.",
  fix: 'Do not read the files of the agent. Use what the task provides.',
  looksAt: 'Reads of credential files, session logs and history folders of coding agents.',
  blindTo: 'Agents that are not on the list.',
  falseAlarms: 'A skill that searches past sessions on request says so: medium.',
  check: (facts) => toFindings(facts),
});
