import type { Capability, Facts, RawFinding } from '@assay/analysis/types';
import { toCapability } from '../../report/declared.ts';
import { skillRule } from '../skill-rule.ts';

const GRAVE: ReadonlySet<Capability> = new Set<Capability>([
  'proc.exec',
  'secret.read',
  'net.http',
  'net.raw',
  'money.transfer',
  'system.privilege',
  'system.persist',
]);
const isNetwork = (name: Capability): boolean => name.startsWith('net.');

const toFindings = (facts: Facts): RawFinding[] => {
  const { manifest } = facts.about;
  if (manifest === null) return [];
  const declared = new Set((manifest.capabilities ?? []).map(toCapability));
  const seen = new Set<Capability>();
  return facts.of('capability').flatMap(({ span, value }): RawFinding[] => {
    const isDenied = isNetwork(value.name) && manifest.safety?.network === 'NONE';
    if (seen.has(value.name) || (declared.has(value.name) && !isDenied)) return [];
    seen.add(value.name);
    return [
      {
        at: span,
        severity: isDenied ? 'HIGH' : GRAVE.has(value.name) ? 'MEDIUM' : 'LOW',
        confidence: 'firm',
        note: `${value.name} is used but not declared.`,
      },
    ];
  });
};

export const undeclaredCapability = skillRule({
  id: 'CAP-01',
  title: 'Undeclared capability',
  question: 'Is an observed capability or host not declared?',
  family: 'sandbox',
  kind: 'HINT',
  severity: 'MEDIUM',
  nature: 'weakness',
  contexts: ['directive', 'executable', 'hidden'],
  references: ['CWE-1357', 'OWASP-AST03'],
  why: 'Users rely on the manifest. An incomplete manifest misleads them.',
  fix: 'Declare what the product does.',
  looksAt: 'The rule compares what the code and commands do with the capabilities that the manifest declares.',
  blindTo: 'Capabilities that only dependencies use are not detected.',
  falseAlarms: 'Without a manifest, there is nothing to compare.',
  check: (facts) => toFindings(facts),
});
