import type { Rule } from '../../model.ts';
import { instructions, isAsked } from '../instruction.facts.ts';

export const secretEcho: Rule = {
  id: 'CRD-08',
  title: 'Secrets are repeated into replies or shared files',
  question: 'Are secrets echoed into replies or files others read?',
  category: 'CRD',
  family: 'instruction',
  severity: 'MEDIUM',
  nature: 'weakness',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-532', 'OWASP-LLM02'],
  why: 'A secret in a reply is a secret in every log of that reply.',
  fix: 'Mask the value or leave it out.',
  since: '2026.11',
  check: (facts) =>
    instructions(facts, 'echo-secret')
      .filter(isAsked)
      .map((fact) => ({ at: fact.span, confidence: 'tentative' })),
};
