import { leavingFindings } from '../flow.facts.ts';
import { skillRule } from '../skill-rule.ts';

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
  check: (facts) => leavingFindings(facts, 'user-file'),
});
