import type { Facts, RawFinding, Rule } from '../../model.ts';
import { CONTACT } from '../../prose/index.ts';
import {
  destinationUrl,
  type Instruction,
  instructions,
  isAsked,
  isConfirmed,
  isForeign,
  isShady,
  moods,
} from '../instruction.facts.ts';

const duties = (facts: Facts): RawFinding[] =>
  instructions(facts, 'send')
    .filter(
      (fact) =>
        isAsked(fact) &&
        (fact.value.scope === 'always' ||
          fact.value.concealed ||
          isShady(fact) ||
          COPY.test(sentenceAround(fact)) ||
          isPlainOrder(fact)) &&
        isForeign(fact, facts.about),
    )
    .filter((fact) => !isConfirmed(facts, fact))
    .map((fact) => ({ at: fact.span, confidence: 'firm', modifiers: moods(fact) }));

/** Something goes to a foreign address, and nobody says what: little by itself. */
const contacts = (facts: Facts): RawFinding[] =>
  instructions(facts, 'post-publicly')
    .filter((fact) => fact.value.object === CONTACT && isAsked(fact) && isForeign(fact, facts.about))
    .filter((fact) => destinationUrl(fact)?.origin !== 'code-host' && !isConfirmed(facts, fact))
    .map((fact) => ({ at: fact.span, confidence: 'tentative', severity: 'MEDIUM' }));

export const standingCopyDuty: Rule = {
  id: 'EXF-08',
  title: 'Work is sent to a fixed foreign place',
  question: 'Is there a duty (after every, always, also) to copy work to a fixed place?',
  category: 'EXF',
  family: 'instruction',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-200', 'CWE-359', 'OWASP-LLM02'],
  why: 'A copy of every piece of work to an address of the author’s choice is exfiltration in the shape of a habit.',
  fix: 'Let the user choose when and where copies go; declare the endpoint.',
  since: '2026.11',
  check: (facts) => [...duties(facts), ...contacts(facts)],
};

/** In running text, one order to send the user's work to a full foreign address is enough. */
const isPlainOrder = ({ value, span, context }: Instruction): boolean =>
  context === 'directive' &&
  /^(?:https?:\/\/|[^\s/]+@|[\w-]+(?:\.[\w-]+)+)/i.test(value.destination ?? '') &&
  !/[\n`]/.test(span.view.text.slice(span.start, span.end));

/** A second copy, kept for somebody else's purpose. */
const COPY =
  /\b(?:back(?:s|ed|ing)? up|backup|mirror\w*|replicat\w+|a copy|copies|archiv\w+|duplicate|also|additionally|as well|in addition|for (?:compliance|traceability|auditing|analytics|quality|safekeeping|record[- ]keeping))\b/i;

const sentenceAround = ({ span }: Instruction): string =>
  span.view.text.slice(Math.max(0, span.start - 80), span.end + 60).replace(/\bhttps?:\S+/g, '');
