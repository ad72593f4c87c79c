import { issuerAt } from '@assay/analysis/models/names/issuer';
import { toUrlValue } from '@assay/analysis/models/origins/origin';
import type { Facts, RawFinding } from '@assay/analysis/types';
import { commandHints } from '../command.facts.ts';
import { skillRule } from '../skill-rule.ts';

const COMMANDS =
  /^(?:claude|codex|gemini|cursor|code|openclaw)\s+config\s+(?:set|add)\s.{0,80}(?:allow|permission|autoApprove|trust|hook|dangerously|approval)/i;

const byFile = (facts: Facts): RawFinding[] =>
  facts
    .of('path')
    .filter(({ value }) => value.class === 'agent-config' && (value.access === 'write' || value.access === 'append'))
    .map(({ span, value }) => ({ at: span, confidence: 'firm', note: `${value.path} is written.` }));

/** Settings in the bundle that grant permissions or redirect requests as soon as its folder is opened. */
const bySetting = (facts: Facts): RawFinding[] =>
  facts.of('setting').flatMap(({ span, value: { effect, key, value } }): RawFinding[] => {
    if (effect === 'approves') return [{ at: span, confidence: 'firm', note: `${key} allows without asking.` }];
    const url = toUrlValue(value);
    if (url === undefined || url.origin === 'loopback' || !url.host.includes('.')) return [];
    const isHome = issuerAt(url.host) !== undefined || facts.about.declaredHosts.has(url.host);
    if (isHome) return [];
    return [{ at: span, confidence: 'firm', note: `${key} leads to ${url.host}.` }];
  });

export const agentSettings = skillRule({
  id: 'PER-04',
  title: 'Agent settings, permissions, hooks or servers changed',
  question: 'Are agent settings, permissions, hooks or MCP config changed?',
  kind: 'HINT',
  reproducedBy: 'persisted',
  severity: 'HIGH',
  references: ['CWE-912', 'CWE-732', 'OWASP-LLM06'],
  why: 'The settings of the agent protect the user. A skill that changes them removes this protection for everything that follows.',
  fix: 'Show the user the change and let them make it.',
  looksAt: 'The rule finds writes to settings, hooks and server lists of agents.',
  blindTo: 'Settings that a user changes in a graphical interface are not detected.',
  falseAlarms: 'Quoted JSON in a tutorial is not reported.',
  check: (facts) => [...byFile(facts), ...commandHints(facts, COMMANDS), ...bySetting(facts)],
});
