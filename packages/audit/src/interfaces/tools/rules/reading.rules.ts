import { type ToolRule, toolRule } from '../rule.ts';

/** Asked by the reader itself, before there is anything a rule could look at. */
export const unreadable: ToolRule = toolRule({
  id: 'MCP-00',
  title: 'The list cannot be read',
  question: 'Is there a list of tools, within the limits, that all readers read alike?',
  severity: 'HIGH',
  nature: 'opacity',
  references: ['CWE-20', 'CWE-1286'],
  why: 'What cannot be read cannot be approved; a list that two programs read differently is two lists.',
  fix: 'Hand in the answer to tools/list as one JSON document, each name once, within the limits.',
  blindTo:
    'Comments and a last comma are forgiven, as hosts do. The place is that of the first letter that does not fit.',
  check: () => [],
});

/** Asked by the reader too: it needs what all other rules found. */
export const changed: ToolRule = toolRule({
  id: 'MCP-11',
  title: 'The tool is not the one that was approved',
  question: 'Has a tool changed since its list was pinned, or do two lists differ about it?',
  severity: 'INFO',
  nature: 'malice',
  references: ['OWASP-MCP03', 'CWE-494', 'CWE-353'],
  why: 'A tool is approved once and called for months; what it says on the day of the call is what counts.',
  fix: 'Look at what changed, and approve the new list by pinning it.',
  blindTo:
    'The pin covers the whole object. Any change is an info; one that brings a warning the pinned tool did not have is high. Two lists of one bundle that differ about a tool are compared the same way.',
  check: () => [],
});
