import type { Facts } from '@assay/analysis/types';
import { asks, distance, type Instruction, names } from '../instruction.facts.ts';
import { skillRule } from '../skill-rule.ts';

export const archivePassword = skillRule({
  id: 'SOC-02',
  title: 'Archive password in the text',
  question: 'Does the text contain the password of an archive?',
  kind: 'HINT',
  severity: 'HIGH',
  references: ['OWASP-AST04', 'CWE-506'],
  why: 'A password prevents scanners from reading the archive.',
  fix: 'Ship the files unpacked.',
  blindTo: 'Passwords in pictures or on other pages are not detected.',
  falseAlarms: 'Course material with protected exercise archives can be reported.',
  check: (facts) =>
    facts
      .of('instruction')
      .filter((fact) => names(fact, 'given-password') && isOfArchive(fact, facts))
      .map((fact) => ({ at: fact.span, confidence: 'firm' })),
});

const NEAR_CHARS = 200;

/** The sentence, or one next to it, asks to download or open an archive. */
function isOfArchive(fact: Instruction, facts: Facts): boolean {
  const opens = (one: Instruction): boolean => names(one, 'archive') && asks(one, 'run', 'get', 'install');
  if (names(fact, 'archive')) return true;
  return facts
    .in(fact.file, 'instruction')
    .some((one) => one !== fact && distance(fact, one) <= NEAR_CHARS && opens(one));
}
