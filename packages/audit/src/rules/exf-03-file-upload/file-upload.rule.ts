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
    'The rule finds files collected from a folder tree, archives of a folder, and files in the home folder that reach a request. The whole home folder is critical, even at declared hosts.',
  blindTo: "Uploads through a provider's client library are not detected.",
  check: (facts) => leavingFindings(facts, 'user-file'),
});
