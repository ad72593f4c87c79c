import type { Facts, Rule } from '../../model.ts';
import { type Instruction, instructions, isAsked, isConfirmed, isForeign, moods } from '../instruction.facts.ts';

export const standingOrder: Rule = {
  id: 'PER-09',
  title: 'A standing order covers all future tasks',
  question: 'Is there a standing order for all future tasks?',
  category: 'PER',
  family: 'instruction',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-912', 'OWASP-LLM04'],
  why: 'A skill is asked for one task; an order for every later conversation outlives the user’s consent.',
  fix: 'Limit the order to the task at hand.',
  since: '2026.11',
  check: (facts) =>
    instructions(facts, ...ACTS)
      .filter(
        (fact) => isAsked(fact) && FOREVER.test(before(fact)) && isWeighty(fact, facts) && !isConfirmed(facts, fact),
      )
      .map((fact) => ({ at: fact.span, confidence: 'firm', modifiers: moods(fact) })),
};

const ACTS = [
  'send',
  'run',
  'override-rules',
  'disable-safeguard',
  'obey-remote',
  'install',
  'download',
  'poll-orders',
  'alter-output',
] as const;
const FOREVER =
  /\b(?:from (?:now|this point|today) on(?:wards?)?|in (?:all|every|any) (?:future )?(?:conversations?|sessions?|chats?)|(?:all|any|every) future (?:tasks?|conversations?|sessions?|requests?|responses?)|for all future|permanently|henceforth|going forward|future (?:sessions|conversations)|every (?:session|conversation))\b|从现在起|今后|今後|앞으로|지금부터|a partir de ahora|de agora em diante|désormais|ab sofort|von nun an|отныне|впредь/i;

const before = ({ span }: Instruction): string => span.view.text.slice(Math.max(0, span.start - 120), span.end + 80);

const isWeighty = (fact: Instruction, facts: Facts): boolean => {
  const { act, objectKind } = fact.value;
  if (act === 'run') return objectKind === 'script' || COLLECTOR.test(before(fact));
  if (act === 'send' || act === 'install' || act === 'download') return isForeign(fact, facts.about);
  return true;
};
const COLLECTOR = /\b(?:collector|beacon|hook|tracker|agent|payload)\b/i;
