import { isTestFile } from '@assay/analysis/models/paths/test-file';
import type { Capability, Span } from '@assay/analysis/types';
import { hint } from '../hints.ts';
import { type ToolFacts, type ToolHit, type ToolRule, toolRule } from '../rule.ts';

const LIVE = new Set(['executable', 'directive', 'hidden']);

/** The first place where the source uses one of these capabilities. */
const findDeed = ({ code }: ToolFacts, capabilities: readonly Capability[]): Span | undefined =>
  code
    .of('capability')
    .find(({ value, context, file }) => capabilities.includes(value.name) && LIVE.has(context) && !isTestFile(file))
    ?.span;

/** Annotations that all tools of the list share, and capabilities that contradict them. */
const CLAIMS = [
  { name: 'readOnlyHint', value: true, denied: ['fs.write', 'fs.delete', 'system.persist'], severity: 'HIGH' },
  // A tool with a closed world may still query its one service.
  { name: 'openWorldHint', value: false, denied: ['net.http', 'net.raw', 'msg.send'], severity: 'MEDIUM' },
] as const;

const denied = (facts: ToolFacts): ToolHit[] =>
  CLAIMS.flatMap(({ name, value, denied: capabilities, severity }): ToolHit[] => {
    const [first] = facts.tools;
    const span = findDeed(facts, capabilities);
    if (first === undefined || span === undefined || !facts.tools.every((tool) => hint(tool, name) === value))
      return [];
    const note = `All tools declare ${name} ${value}, and the source contradicts it (${span.view.file}).`;
    const related = [{ at: span, role: 'what it does' }];
    return [{ at: first.at, confidence: 'firm', severity, note, related }];
  });

const implementation = toolRule({
  id: 'MCP-16',
  title: 'Source contradicts the list',
  question: 'Does the source write data or use the network although all annotations deny it?',
  severity: 'HIGH',
  nature: 'malice',
  references: ['CWE-1059', 'OWASP-MCP03', 'CWE-451'],
  why: 'The user approves the list, but different behaviour runs.',
  fix: 'Declare what the server does, or stop doing it.',
  blindTo: 'The rule needs the source in the bundle, in a supported language. A reader judges descriptions.',
  check: denied,
});

export const SOURCE_RULES: readonly ToolRule[] = [implementation];
