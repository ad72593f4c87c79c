import type { Rule } from '../../model.ts';
import { instructions, isAsked, isForeign, lineAround } from '../instruction.facts.ts';

export const remoteTaskPolling: Rule = {
  id: 'AGY-09',
  title: 'Tasks are polled from a remote place',
  question: 'Are remote tasks polled or long goals self-set?',
  category: 'AGY',
  family: 'instruction',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['OWASP-LLM06', 'CWE-494'],
  why: 'An agent that fetches its orders from a server belongs to whoever runs the server.',
  fix: 'Take tasks from the user.',
  since: '2026.11',
  check: (facts) =>
    instructions(facts, 'poll-orders')
      .filter((fact) => isAsked(fact) && ORDERS.test(lineAround(fact)))
      .map((fact) => {
        const isOutside = isForeign(fact, facts.about);
        const isRun = /\b(?:execute|run|obey|follow|perform|carry out)\b/i.test(lineAround(fact));
        return {
          at: fact.span,
          confidence: isOutside ? ('firm' as const) : ('tentative' as const),
          severity:
            isOutside && (isRun || /command|instruction|order|pending|new/i.test(fact.value.object))
              ? ('HIGH' as const)
              : isRun
                ? ('MEDIUM' as const)
                : ('LOW' as const),
        };
      }),
};

const ORDERS = /\b(?:instructions?|commands?|orders|directives|pending tasks?|new tasks?|next task)\b/i;
