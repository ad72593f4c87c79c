import type { Rule } from '../../model.ts';
import {
  destinationUrl,
  type Instruction,
  instructions,
  isAsked,
  isForeign,
  lineAround,
} from '../instruction.facts.ts';

export const obeyRemoteText: Rule = {
  id: 'PI-08',
  title: 'Remote text is to be fetched and obeyed',
  question: 'Is remote text to be fetched and obeyed?',
  category: 'PI',
  family: 'instruction',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['OWASP-LLM01', 'OWASP-AST01', 'CWE-1427', 'CWE-494'],
  why: 'What stands at an address can change after the review; whoever owns it then owns the agent.',
  fix: 'Copy the steps into the skill, or show the page to the user as data.',
  since: '2026.11',
  check: (facts) =>
    instructions(facts, 'obey-remote')
      .filter((fact) => isAsked(fact) && !INSTALL_GUIDE.test(lineAround(fact)))
      .map((fact) => {
        const url = destinationUrl(fact);
        const isKnown = url !== undefined && !isForeign(fact, facts.about);
        return {
          at: fact.span,
          confidence: !isContent(fact) && (url === undefined || isKnown) ? ('tentative' as const) : ('firm' as const),
          ...(isKnown || url?.origin === 'code-host'
            ? { severity: 'LOW' as const }
            : url === undefined && !isContent(fact)
              ? { severity: 'MEDIUM' as const }
              : {}),
        };
      }),
};

const isContent = ({ value }: Instruction): boolean => value.object === 'content';

/** Setting up a product by its own manual is reading, not taking orders. */
const INSTALL_GUIDE =
  /\b(?:install(?:ation|ing)?|set-?up|quick ?start|getting[- ]started|migration|upgrade|contribut\w+|licen[cs]e|style guide|specification|docs?|documentation|guidelines?|tutorial|readme|wiki|manual)s?\b/i;
