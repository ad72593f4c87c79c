import type { Rule } from '../../model.ts';
import { instructions, isAsked, isConfirmed, isForeign, moods } from '../instruction.facts.ts';

export const standingCopyDuty: Rule = {
  id: 'EXF-08',
  title: 'Work is copied elsewhere as a standing duty',
  question: 'Is there a standing duty (after every, always) to copy work to a fixed place?',
  category: 'EXF',
  family: 'instruction',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-200', 'CWE-359', 'OWASP-LLM02'],
  why: 'A copy of every piece of work to an address of the author’s choice is exfiltration in the shape of a habit.',
  fix: 'Let the user choose when and where copies go; declare the endpoint.',
  since: '2026.11',
  check: (facts) =>
    instructions(facts, 'send')
      .filter(
        (fact) =>
          isAsked(fact) &&
          (fact.value.scope === 'always' || fact.value.concealed || BACKUP.test(fact.value.verb)) &&
          isForeign(fact, facts.about),
      )
      .filter((fact) => !isConfirmed(facts, fact))
      .map((fact) => ({ at: fact.span, confidence: 'firm', modifiers: moods(fact) })),
};

const BACKUP = /^(?:back(?:s|ing)? up|backup|mirror\w*|sync\w*|replicat\w+)$/;
