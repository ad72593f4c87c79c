import type { Rule } from '../../model.ts';
import { instructions, isAsked, isConfirmed, isForeign, lineAround } from '../instruction.facts.ts';

export const massMessaging: Rule = {
  id: 'AGY-07',
  title: 'People are messaged in bulk or engagement is faked',
  question: 'Is there bulk messaging, account creation or engagement fraud?',
  category: 'AGY',
  family: 'instruction',
  severity: 'MEDIUM',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['OWASP-LLM06'],
  why: 'Bulk messages harm people who never asked for them, in the user’s name.',
  fix: 'Prepare one draft and let the user send it.',
  since: '2026.11',
  check: (facts) =>
    instructions(facts, 'message-people')
      .filter((fact) => isAsked(fact) && !isConfirmed(facts, fact) && FRAUD.test(lineAround(fact)))
      .map((fact) =>
        isForeign(fact, facts.about)
          ? { at: fact.span, confidence: 'firm' as const, severity: 'HIGH' as const }
          : { at: fact.span, confidence: 'tentative' as const },
      ),
};

const FRAUD =
  /\b(?:all contacts|every(?:one| contact)|each contact|contact list|all (?:users|customers|followers|employees|members|recipients)|mass|bulk|bot accounts|fake|multiple accounts|new accounts|positive reviews|five-star|5-star|upvotes?|hundreds|thousands|address book|mailing list)\b/i;
