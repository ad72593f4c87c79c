import type { Rule } from '../../model.ts';
import { around, type Instruction, instructions, isAsked, isConfirmed, lineAround } from '../instruction.facts.ts';

export const unattendedAct: Rule = {
  id: 'AGY-02',
  title: 'Irreversible or outward acts happen without confirmation',
  question: 'Are irreversible or outward acts done without confirmation?',
  category: 'AGY',
  family: 'instruction',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['OWASP-LLM06', 'OWASP-AST03'],
  why: 'A deletion or a public message cannot be taken back.',
  fix: 'Ask before each such act.',
  since: '2026.11',
  check: (facts) =>
    instructions(facts, 'launder-consent')
      .filter(({ value }) => value.objectKind === 'command')
      .flatMap((fact) => {
        const act = around(facts, fact, 60, ACTS).find((one) => isAsked(one) && isWeighty(one) && !one.value.negated);
        if (!act || SAFE.test(lineAround(act)) || isConfirmed(facts, fact)) return [];
        return [{ at: act.span, confidence: 'firm' as const, related: [{ at: fact.span, role: 'no question asked' }] }];
      }),
};

const ACTS = ['delete', 'message-people', 'move-money', 'run', 'post-publicly'] as const;
/** Things a tool made itself may go without a question. */
const SAFE =
  /\b(?:temp(?:orary)?|cache|build|dist|node_modules|generated|intermediate|scratch|\.tmp|stale lock|preview|local branch|worktree)\b/i;

/** Running something is weighty when it runs with the rights of an administrator. */
const isWeighty = (fact: Instruction): boolean =>
  fact.value.act !== 'run' ||
  /\b(?:sudo|administrator|root|admin) ?(?:rights|privileges|access)?\b/i.test(lineAround(fact));
