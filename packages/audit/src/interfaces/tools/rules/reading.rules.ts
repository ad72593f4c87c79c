import { type ToolRule, toolRule } from '../rule.ts';

/** The reader of lists reports these hits itself, before any rule runs. */
export const unreadable: ToolRule = toolRule({
  id: 'MCP-00',
  title: 'Unreadable tool list',
  question: 'Is there one list of tools, within the limits, that all parsers read in the same way?',
  severity: 'HIGH',
  nature: 'opacity',
  references: ['CWE-20', 'CWE-1286'],
  why: 'A list that cannot be read, or that two programs read differently, cannot be approved.',
  fix: 'Submit the answer to tools/list as one JSON document within the limits, with each name once.',
  blindTo:
    'Comments and a trailing comma are accepted, because hosts accept them. The finding is at the first unexpected character.',
  check: () => [],
});

/** Reported by the reader of lists, because it needs the hits of all other rules. */
export const changed: ToolRule = toolRule({
  id: 'MCP-11',
  title: 'Tool differs from the approved version',
  question: 'Has a tool changed since its list was pinned, or do two lists describe it differently?',
  severity: 'INFO',
  nature: 'malice',
  references: ['OWASP-MCP03', 'CWE-494', 'CWE-353'],
  why: 'Users approve a tool once and call it for months. A later change is not approved.',
  fix: 'Review the change, and pin the new list to approve it.',
  blindTo:
    'The pin covers the whole object. Any change is INFO. A change that adds a finding is HIGH. Two lists in one bundle are compared in the same way.',
  check: () => [],
});
