import type { Rule } from '../../model.ts';
import { destinationUrl, instructions, isForeign, isShady, lineAround } from '../instruction.facts.ts';

export const pasteIntoTerminal: Rule = {
  id: 'SOC-03',
  title: 'The user is told to paste a command into a terminal',
  question: 'Is the user told to paste a command into a terminal?',
  category: 'SOC',
  family: 'instruction',
  severity: 'MEDIUM',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['OWASP-AST04', 'CWE-451'],
  why: 'A command copied from a foreign page runs outside every guard of the agent.',
  fix: 'Put the command into the skill, where it can be read, and say what it does.',
  since: '2026.11',
  check: (facts) =>
    instructions(facts, 'paste-in-terminal')
      .filter(({ value }) => !value.negated && value.modality !== 'may')
      .map((fact) => {
        const url = destinationUrl(fact);
        const isForeignPage = url !== undefined && isForeign(fact, facts.about);
        if (isForeignPage && (isShady(fact) || !FETCHED_BY_COMMAND.test(lineAround(fact))))
          return { at: fact.span, confidence: 'firm' as const, severity: 'CRITICAL' as const };
        return {
          at: fact.span,
          confidence: 'tentative' as const,
          severity: isForeignPage ? ('HIGH' as const) : ('LOW' as const),
        };
      }),
};

/** The address belongs to the command, which other rules read. */
const FETCHED_BY_COMMAND = /`[^`]*\b(?:curl|wget|git clone|npm|pip|npx|brew|open)\b[^`]*`/i;
