import type { Rule } from '../../model.ts';
import { instructions, isAsked, isForeign, lineAround } from '../instruction.facts.ts';

export const pressure: Rule = {
  id: 'SOC-08',
  title: 'Pressure stands next to a risky act',
  question: 'Is there pressure (urgent, mandatory, account loss) near a risky act?',
  category: 'SOC',
  family: 'instruction',
  severity: 'MEDIUM',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['OWASP-AST04'],
  why: 'Urgency is there to stop the reader from thinking.',
  fix: 'State the need; leave out the threat.',
  since: '2026.11',
  check: (facts) =>
    instructions(facts, 'send', 'disable-safeguard', 'request-secret', 'move-money')
      .filter(
        (fact) =>
          isAsked(fact) && THREAT.test(lineAround(fact)) && (fact.value.act !== 'send' || isForeign(fact, facts.about)),
      )
      .map((fact) => ({ at: fact.span, confidence: 'tentative' })),
};

const THREAT =
  /\b(?:urgent(?:ly)?|immediately|without delay|or else|failure to comply|non-compliance|will be (?:suspended|terminated|locked|deleted)|account (?:loss|suspension)|legal action|penalt(?:y|ies)|mandatory|at once|right away)\b/i;
