import { wordsAround } from '@assay/analysis/bundle/decode/view';
import { issuerAt } from '@assay/analysis/models/names/issuer';
import { toUrlValue } from '@assay/analysis/models/origins/origin';
import type { Facts, RawFinding, Rule, Span } from '@assay/analysis/types';
import { lineOf } from '../command.facts.ts';

const LOOSENS =
  /"?(?:allow|permissions|bypassPermissions|defaultMode|enableAllProjectMcpServers|autoApprove|alwaysAllow|dangerously\w*|hooks|mcpServers|trustedFolders|apiKeyHelper)"?\s*[:=]|Bash\(\*|"\*"/i;

/** Values that let everything through, wherever the tool looks for them. */
const OPENS =
  /["']?(?:bypassPermissions|Bash\(\*(?::\*)?\)|danger-full-access)["']?|(?:["']|\.)(?:enableAllProjectMcpServers|skipDangerousModePermissionPrompt|autoApprove|alwaysAllow|autoApproveTools|chat\.tools\.(?:global\.)?autoApprove)["']?\]?\s*[:=](?!=)\s*(?:true|True|\[\s*["']\*)|approval_policy["']?\s*[:=]\s*["']never/;
const AROUND = { before: 1_500, behind: 300 } as const;

/** By what is written, or by what the program has at hand where it writes. */
function isOpened(content: string | null, span: Span): boolean {
  if (content !== null && content !== '' && !content.includes('␀')) return OPENS.test(content);
  return OPENS.test(around(span));
}

/**
 * Every server that is there already is started through something else: a loop over all of them puts the command of each among the
 * words of another. Whoever stands there hears all that the agent says to its tools. A shell of the system in front is none.
 */
const ALL_SERVERS = /\b(?:mcpServers|mcp_servers|servers|context_servers)\b/;
const REWIRES = [
  /Object\.(?:entries|values|keys)\(|\bfor\s*\(\s*(?:const|let|var)\b[^\n]{0,80}\b(?:of|in)\b|\.forEach\(|\bfor\s+\w+(?:\s*,\s*\w+)?\s+in\b|\.each(?:_value|_pair)?\b|\bmap_values\(|\.mcpServers\[\]|\bto_entries\b/,
  /(?:(?:\.args|\[\s*["']args["']\s*\])\s*\|?=(?!=)|\bargs["']?\s*:)\s*\[[^\]]{0,300}?(?:\.command\b|\[\s*["']command["'])/,
  /(?:(?:\.command|\[\s*["']command["']\s*\])\s*\|?=(?!=)|\bcommand["']?\s*:)\s*["'](?!cmd\b|wsl\b|env\b|\/usr\/bin\/env)/,
];
const isRewired = (text: string): boolean => ALL_SERVERS.test(text) && REWIRES.every((shape) => shape.test(text));

const around = (span: Span): string => wordsAround(span, AROUND.before, AROUND.behind);

const byFile = (facts: Facts): RawFinding[] =>
  facts
    .of('path')
    .filter(({ value }) => value.class === 'agent-config' && (value.access === 'write' || value.access === 'append'))
    .map(({ span, value }) => ({
      at: span,
      severity:
        isOpened(value.content, span) || isRewired(around(span)) || LOOSENS.test(value.content ?? '')
          ? 'HIGH'
          : 'MEDIUM',
      confidence: 'firm',
      note: `${value.path} is written.`,
    }));

/** The place and what opens it stand together in a program that writes files, by whatever way the one gets to the other. */
const byMention = (facts: Facts): RawFinding[] =>
  facts
    .of('path')
    .filter(
      ({ value, span, file }) =>
        value.class === 'agent-config' &&
        value.access === 'mention' &&
        OPENS.test(around(span)) &&
        facts
          .of('path')
          .some((other) => other.value.access === 'write' && other.file.split('.').at(-1) === file.split('.').at(-1)),
    )
    .map(({ span, value }) => ({
      at: span,
      confidence: 'firm',
      note: `${value.path} is opened.`,
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

/** Settings the bundle brings along, which allow or redirect as soon as its folder is opened. */
const bySetting = (facts: Facts): RawFinding[] =>
  facts.of('setting').flatMap(({ span, value: { effect, key, value } }): RawFinding[] => {
    if (effect === 'approves') return [{ at: span, confidence: 'firm', note: `${key} allows without asking.` }];
    const url = toUrlValue(value);
    if (url === undefined || url.origin === 'loopback' || !url.host.includes('.')) return [];
    const isHome = issuerAt(url.host) !== undefined || facts.about.declaredHosts.has(url.host);
    if (isHome) return [];
    return [{ at: span, confidence: 'firm', note: `${key} leads to ${url.host}.` }];
  });

export const agentSettings = {
  id: 'PER-04',
  title: 'Changes agent settings, permissions, hooks or servers',
  question: 'Are agent settings, permissions, hooks or MCP config changed?',
  category: 'PER',
  family: 'code-taint',
  kind: 'HINT',
  reproducedBy: 'persisted',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-912', 'CWE-732', 'OWASP-LLM06'],
  why: "The agent's own rules are the last gate; a skill that rewrites them removes it for everything that follows.",
  fix: 'Show the user the change and let them make it.',
  looksAt: 'Writes to settings, hooks and server lists of agents, weighed by what is written.',
  blindTo: 'Settings changed through a graphical interface.',
  falseAlarms: 'Quoted JSON in a lesson is quiet.',
  since: '2026.11',
  check: (facts) => [...byFile(facts), ...byMention(facts), ...byCommand(facts), ...bySetting(facts)],
} satisfies Rule;
