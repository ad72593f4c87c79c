import type { RawFinding, Rule } from '../../model.ts';
import { around, HOSTILE_ACTS, instructions, isAsked, moods, RISKY_ACTS } from '../instruction.facts.ts';

export const forgedTurn: Rule = {
  id: 'PI-02',
  title: 'A chat turn, system block or tool result is forged',
  question: 'Are turns, system blocks or tool results forged (chat template tokens, fake tags)?',
  category: 'PI',
  family: 'instruction',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['OWASP-LLM01', 'OWASP-AST01', 'CWE-1427'],
  why: 'Text that imitates the system or a tool is believed more than the page it stands on.',
  fix: 'Remove the imitation. Show chat templates inside a code block with a sentence that says what they are.',
  since: '1',
  check: (facts) =>
    instructions(facts, 'forge-turn').flatMap((fact): RawFinding[] => {
      const orders = around(facts, fact, 300, ORDERS).filter(isAsked);
      const isControl = CONTROL.test(fact.value.object);
      if (orders.length > 0) return [{ at: fact.span, confidence: 'firm' as const, modifiers: moods(fact) }];
      return isControl ? [{ at: fact.span, confidence: 'tentative' as const, severity: 'LOW' as const }] : [];
    }),
};

/** Tokens that only a chat template or a forger writes. */
const CONTROL = /<\|(?:im_start|start_header_id|system)|<<SYS>>|\[INST\]/i;
const ORDERS = [...RISKY_ACTS, ...HOSTILE_ACTS, 'launder-consent', 'conceal', 'delete'] as const;
