import type { Facts, RawFinding } from '@assay/analysis/types';
import { leaving, severityOfFlow, stages } from '../flow.facts.ts';
import { skillRule } from '../skill-rule.ts';

const followed = (facts: Facts): RawFinding[] =>
  leaving(
    facts,
    'secret-file',
    'named-secret',
    'keychain',
    'wallet',
    'browser',
    'metadata-service',
    'conversation',
    'memory',
  ).flatMap((flow) => {
    const severity = severityOfFlow(flow, facts);
    const { source, sink } = flow.value;
    const note = `${source.label} goes to ${sink.destination?.host || 'an address made at run time'}.`;
    return severity === undefined
      ? []
      : [{ at: flow.span, severity, confidence: 'firm' as const, note, related: stages(flow) }];
  });

export const secretExfiltration = skillRule({
  id: 'EXF-01',
  title: 'Secret sent to the network',
  question: 'Does a secret source reach a network sink?',
  kind: 'PROOF',
  reproducedBy: 'secret-left',
  severity: 'CRITICAL',
  references: ['CWE-200', 'CWE-522', 'OWASP-LLM02'],
  why: 'A key that has left the machine is compromised, with everything it gives access to.',
  fix: 'Send a credential only to the service it belongs to, in its authentication header.',
  looksAt:
    'Follows keys, credential files, stores and named secrets through variables, functions, files, encoders and scripts to anything that sends. One table of secret class, destination and position in the request decides: whole stores at unknown hosts, and files and keys at collectors, prove; the rest hints. A host that the author declares, or names like the product, lowers hints only.',
  blindTo: 'Data that leaves through an unmodelled channel or a helper in a package.',
  check: followed,
});
