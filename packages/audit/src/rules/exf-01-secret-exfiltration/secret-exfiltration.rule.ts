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
    'The analysis follows keys, credential files, stores and named secrets through variables, functions, files, encoders and scripts to every sink. One table decides by class of secret, destination and position in the request: whole stores sent to unknown hosts, and files and keys sent to collectors, are proofs; all other cases are hints. A host that the author declares, or that is named like the product, lowers only hints.',
  blindTo: 'Data that leaves through an unmodelled channel or through a function of a package is not detected.',
  check: followed,
});
