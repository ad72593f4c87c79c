import type { RawFinding, Rule } from '../../model.ts';
import {
  around,
  HOSTILE_ACTS,
  type Instruction,
  instructions,
  isAsked,
  moods,
  RISKY_ACTS,
} from '../instruction.facts.ts';

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
  since: '2026.11',
  check: (facts) =>
    instructions(facts, 'forge-turn').flatMap((fact): RawFinding[] => {
      const orders = around(facts, fact, 300, ORDERS).filter(isAsked);
      const isControl = CONTROL.test(fact.value.object);
      const isShown = isInCode(fact);
      if (!isShown && (orders.length > 0 || FORGED.test(fact.value.object)))
        return [{ at: fact.span, confidence: 'firm' as const, modifiers: moods(fact) }];
      return isControl ? [{ at: fact.span, confidence: 'tentative' as const, severity: 'LOW' as const }] : [];
    }),
};

/** Tokens that only a chat template or a forger writes. */
const CONTROL = /<\|(?:im_start|start_header_id|system)|<<SYS>>|\[INST\]/i;
/** Running text that poses as the system or as a tool. */
const FORGED =
  /^(?:[#\s[]*(?:SYSTEM|DEVELOPER) (?:OVERRIDE|MESSAGE|INSTRUCTION|NOTICE|ALERT|UPDATE|PROMPT)|\[SYSTEM\]|(?:BEGIN|NEW) SYSTEM|<\/?(?:system|system-reminder|tool_result|function_results|system_prompt|developer|admin)>|<\|im_start\|>|\[INST\]|<<SYS>>)/;

/** A code span, or a fence: the text shows a token instead of using it. */
const isInCode = ({ span, context }: Instruction): boolean =>
  context === 'reference' ||
  context === 'executable' ||
  /`[^`\n]*$/.test(span.view.text.slice(Math.max(0, span.start - 80), span.start));

const ORDERS = [...RISKY_ACTS, ...HOSTILE_ACTS, 'launder-consent', 'conceal', 'delete'] as const;
