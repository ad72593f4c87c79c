import type { RawFinding, Rule } from '../../model.ts';
import { around, instructions, isAsked, isForeign, lineAround } from '../instruction.facts.ts';

export const alteredOutput: Rule = {
  id: 'AGY-08',
  title: 'The user’s output is altered',
  question: 'Is the user’s output altered by promotion, bias or planted defects?',
  category: 'AGY',
  family: 'instruction',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['OWASP-LLM06', 'CWE-506'],
  why: 'Work delivered in the user’s name must be the user’s.',
  fix: 'Remove the addition, or disclose it and let the user choose.',
  since: '2026.11',
  check: (facts) =>
    instructions(facts, 'alter-output')
      .filter(isAsked)
      .flatMap((fact): RawFinding[] => {
        const line = lineAround(fact);
        if (
          (FALSIFIED.has(fact.value.object) || DEFECT.test(fact.value.object)) &&
          !/\b(?:find|detect|look for|scan|identify|prevent|example)\b/i.test(line)
        )
          return [{ at: fact.span, confidence: 'firm' as const }];
        if (PLANTED.test(line) && !HONEST.test(line)) return [{ at: fact.span, confidence: 'firm' as const }];
        const isPromotion = PROMOTION.test(line) && !HONEST.test(line);
        if (!isPromotion) return [];
        const isHidden = fact.value.concealed || around(facts, fact, 160, ['conceal']).length > 0;
        const isPaid =
          /\b(?:affiliate|referral|sponsor\w*|advertis\w+|our (?:product|service|company|link)s?)\b/i.test(line) ||
          isForeign(fact, facts.about);
        return [
          {
            at: fact.span,
            confidence: isHidden || isPaid ? ('firm' as const) : ('tentative' as const),
            severity: isHidden
              ? ('HIGH' as const)
              : isPaid && fact.value.scope === 'always'
                ? ('HIGH' as const)
                : ('MEDIUM' as const),
          },
        ];
      }),
};

const FALSIFIED: ReadonlySet<string> = new Set([
  'falsified payee',
  'planted access',
  'falsified results',
  'falsified figures',
  'biased ranking',
  'false author',
  'fake voices',
]);
/** Things nobody plants by mistake. */
const DEFECT =
  /^(?:master login|hidden login|second login|skeleton key|hidden user|secret user|undocumented account|trapdoor|back ?doors?|loophole|false figures|false numbers|in (?:our|the seller's) favou?r|in favou?r of the seller|logic bomb|kill switch|tracking pixels?)$/;
const PLANTED =
  /\b(?:insert|introduce|add|adds|plant|embed|include|inject|hide|hardcode|use|leave|slip|sneak|generate|write|alter|falsify|fabricate|skew|inflate|weaken)\b[^.]{0,60}\b(?:backdoors?|hidden (?:account|vulnerability|endpoint)|subtle (?:bugs?|errors?|mistakes?|flaws?)|(?:hidden|intentional|deliberate|exploitable) vulnerabilit(?:y|ies)|weak (?:encryption|cipher|hash)|hardcoded (?:password|credential|key)s?|tracking pixel|logic bomb|malicious code|false information|misinformation|misleading (?:numbers|figures|claims?)|fabricated (?:citations?|data)|kill switch|master password|security (?:hole|flaw)s?)\b/i;
const PROMOTION =
  /\b(?:always|every|each|all|any)\b[^.]{0,80}\b(?:recommend|promote|mention|advertise|endorse|link|affiliate|referral|sponsor)|\b(?:recommend|promote|mention|advertise|endorse|affiliate|referral|sponsor\w*)\b[^.]{0,80}\b(?:always|every|each|all)\b/i;
/** Looking for defects, teaching about them, or testing with them. */
const HONEST =
  /\b(?:find|detect|check|look for|scan|identify|review|audit|avoid|prevent|fix|report (?:any|issues|bugs|them|it)|test(?:ing|s)?|whether|flag|patch|disclos\w+|changelog|best practices?|relevant|issue|related|documentation|cite|citation)\b/i;
