import type { Facts, RawFinding, Rule } from '../../model.ts';
import { lineOf } from '../command.facts.ts';

const LOOSENS =
  /"?(?:allow|permissions|bypassPermissions|defaultMode|enableAllProjectMcpServers|autoApprove|alwaysAllow|dangerously\w*|hooks|mcpServers|trustedFolders|apiKeyHelper)"?\s*[:=]|Bash\(\*|"\*"/i;

const byFile = (facts: Facts): RawFinding[] =>
  facts
    .of('path')
    .filter(({ value }) => value.class === 'agent-config' && (value.access === 'write' || value.access === 'append'))
    .map(({ span, value }) => ({
      at: span,
      severity: LOOSENS.test(value.content ?? '') ? 'HIGH' : 'MEDIUM',
      confidence: 'firm',
      note: `${value.path} is written.`,
    }));

const byCommand = (facts: Facts): RawFinding[] =>
  facts
    .of('command')
    .filter(({ value }) =>
      /^(?:claude|codex|gemini|cursor|code|openclaw)\s+config\s+(?:set|add)\s.{0,80}(?:allow|permission|autoApprove|trust|hook|dangerously|approval)/i.test(
        lineOf(value),
      ),
    )
    .map(({ span }) => ({ at: span, confidence: 'firm' }));

export const agentSettings = {
  id: 'PER-04',
  title: 'Changes agent settings, permissions, hooks or servers',
  question: 'Are agent settings, permissions, hooks or MCP config changed?',
  category: 'PER',
  family: 'code-taint',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-912', 'CWE-732', 'OWASP-LLM06'],
  why: "The agent's own rules are the last gate; a skill that rewrites them removes it for everything that follows.",
  fix: 'Show the user the change and let them make it.',
  since: '2026.11',
  check: (facts) => [...byFile(facts), ...byCommand(facts)],
} satisfies Rule;
