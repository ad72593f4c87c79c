import type { Facts, RawFinding } from '@assay/analysis/types';
import { leaving, severityOfFlow, stages } from '../flow.facts.ts';
import { skillRule } from '../skill-rule.ts';

const toFindings = (facts: Facts): RawFinding[] =>
  leaving(facts, 'user-file').flatMap((flow) => {
    const severity = severityOfFlow(flow, facts);
    return severity === undefined
      ? []
      : [{ at: flow.span, severity, confidence: 'firm' as const, related: stages(flow) }];
  });

export const fileUpload = skillRule({
  id: 'EXF-03',
  title: 'User files sent to an undeclared host',
  question: 'Are user or workspace files sent to an undeclared host?',
  kind: 'PROOF',
  reproducedBy: 'secret-left',
  severity: 'HIGH',
  references: ['CWE-200', 'CWE-359'],
  why: 'Files of the user are sent to a host that the product does not declare.',
  fix: 'Declare the host, name the files, and ask before sending.',
  looksAt:
    'Files found by walking folders, archives of a folder, or home files, reaching a request. The whole home folder is critical, at declared hosts too.',
  blindTo: "Uploads through a vendor's client library.",
  check: (facts) => toFindings(facts),
});
