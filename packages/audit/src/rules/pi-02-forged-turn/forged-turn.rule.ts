import { wordsOf } from '@assay/analysis/bundle/decode/view';
import { type Instruction, names } from '../instruction.facts.ts';
import { skillRule } from '../skill-rule.ts';

export const forgedTurn = skillRule({
  id: 'PI-02',
  title: 'Forged chat turn, system block or tool result',
  question: 'Are turns, system blocks or tool results forged (chat template tokens, fake tags)?',
  kind: 'HINT',
  severity: 'MEDIUM',
  references: ['OWASP-LLM01', 'OWASP-AST01', 'CWE-1427'],
  why: 'Models trust text that imitates the system or a tool more than ordinary text.',
  fix: 'Remove the imitation. Show chat templates inside a code block with a sentence that says what they are.',
  blindTo: 'Imitations without a token or tag, and templates of unknown models, are not detected.',
  falseAlarms: 'Guides to chat templates that give instructions outside code blocks can be reported.',
  check: (facts) =>
    facts
      .of('instruction')
      .filter((fact) => names(fact, 'turn-mark') && !isShown(fact))
      .map((fact) => ({ at: fact.span, confidence: 'tentative' })),
});

/** The text shows a token in a code span or a fence instead of using it. */
const isShown = ({ span, context }: Instruction): boolean =>
  context === 'reference' || context === 'executable' || wordsOf(span).includes('`');
