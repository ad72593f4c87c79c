import type { Rule } from '../../model.ts';
import { instructions, isAsked, lineAround } from '../instruction.facts.ts';

export const endlessLoop: Rule = {
  id: 'AGY-04',
  title: 'Work is to go on without end',
  question: 'Are there unbounded loops, fan-out or retry storms?',
  category: 'AGY',
  family: 'instruction',
  severity: 'MEDIUM',
  nature: 'weakness',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['OWASP-LLM10', 'CWE-770'],
  why: 'Endless work burns money and hides what happens in it.',
  fix: 'Give a limit and a stop condition.',
  since: '2026.11',
  check: (facts) =>
    instructions(facts, 'loop-forever')
      .filter((fact) => isAsked(fact) && !BOUNDED.test(lineAround(fact)))
      .map((fact) => ({ at: fact.span, confidence: 'tentative' })),
};

const BOUNDED = /\b(?:until the user|max(?:imum)?|limit of|at most|timeout|ctrl\+c|unless)\b/i;
