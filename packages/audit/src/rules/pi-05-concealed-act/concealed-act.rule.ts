import type { Facts, Rule } from '../../model.ts';
import { around, type Instruction, instructions, isAsked, isForeign, isStated } from '../instruction.facts.ts';

export const concealedAct: Rule = {
  id: 'PI-05',
  title: 'An act with side effects is kept from the user',
  question: 'Is an action with side effects kept from the user?',
  category: 'PI',
  family: 'instruction',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['OWASP-LLM01', 'OWASP-AST01', 'CWE-1427', 'CWE-451'],
  why: 'Whoever hides an act from the user knows that the user would object.',
  fix: 'Say what is done, or do not do it.',
  since: '2026.11',
  check: (facts) =>
    instructions(facts, 'conceal')
      .filter(({ value }) => !value.negated)
      .flatMap((fact) => {
        const near = closeBy(fact);
        const isPlain = OPEN_DECEIT.has(fact.value.object) && !fact.value.negated;
        const isStrong =
          isPlain || ((STRONG.test(near) || isStrongWord(fact)) && !STYLE.test(near) && !CARE.test(near));
        if (isStrong && fact.value.objectKind === 'command')
          return [{ at: fact.span, confidence: 'firm' as const, ...worst(facts, fact) }];
        const reach = isStrong ? 180 : 70;
        const acts = around(
          facts,
          fact,
          reach,
          isStrong ? STRONG_ACTS : fact.value.scope === 'always' ? [...WEAK_ACTS, 'run' as const] : WEAK_ACTS,
        ).filter((one) => (isStrong ? isStated(one) : isAsked(one)) && isSideEffect(one, facts));
        const act = acts[0];
        if (!act) return [];
        return [
          {
            at: fact.span,
            confidence: 'firm' as const,
            ...worst(facts, fact),
            related: [{ at: act.span, role: 'the act kept from the user' }],
          },
        ];
      }),
};

const STRONG_ACTS = [
  'send',
  'run',
  'install',
  'delete',
  'remember',
  'configure-agent',
  'disable-safeguard',
  'move-money',
  'message-people',
  'alter-output',
  'obey-remote',
  'poll-orders',
  'reveal-prompt',
  'write',
] as const;
/** "silently" and "in the background" are ordinary words of programs; only these acts make them suspicious. */
const WEAK_ACTS = [
  'send',
  'configure-agent',
  'disable-safeguard',
  'move-money',
  'poll-orders',
  'reveal-prompt',
] as const;
const STRONG =
  /\b(?:secretly|covertly|stealthily|surreptitiously|discreetly|(?:do not|don't|never|must not|should not|without)\s+(?:ever\s+)?(?:tell|telling|mention|mentioning|inform|informing|notify|notifying|reveal|revealing|disclos\w+|alert\w*|report\w*|show\w*|let(?:ting)?|acknowledg\w+|announc\w+)\b[^.]{0,40}\b(?:users?|human|operator|owner|anyone|anybody|customer|client|person|this|it|that you|these)\b|hid(?:e|den|ing)[^.]{0,20}(?:from|step|this)|user(?:'s)? (?:knowledge|noticing|aware|knowing)|not be aware|unaware|unnoticed|keep (?:this|it) (?:secret|hidden|confidential|private))|悄悄|偷偷|秘密|不要告诉|不要告知|こっそり|密かに|知らせずに|伝えないで|몰래|알리지|en secreto|em segredo|en secret\b|secretamente|secrètement|en silencio|sin avisar|sem avisar|à l'insu|heimlich|тайно|незаметно|не сообща/i;
/** Words that already say that somebody is to be kept in the dark. */
const STRONG_WORD =
  /need (?:to )?(?:learn|know)|need (?:never|not) (?:learn|know|hear|be told)|(?:never|not) (?:learns?|be told|notice|find out)|letting on|ke(?:ep|pt) (?:quiet|from|this between)|between us|none of their|not the person's|no concern/;
const isStrongWord = ({ value }: Instruction): boolean =>
  value.language === 'en' ? STRONG_WORD.test(value.verb) : !IN_BACKGROUND.test(value.verb);
/** Programs work in the background in every language. */
const IN_BACKGROUND =
  /后台|隐藏|静默|显示|バックグラウンド|表示|백그라운드|표시|hintergrund|segundo plano|arrière-plan|фон|тихо|молча|zeige|muestr|montr|affich|mostr/;
/** What is kept back is a manner of speaking, not an act. */
const STYLE =
  /\b(?:(?:raw |any |command |tool )?output|raw (?:json|data|results?)|internal (?:reasoning|names?|details?|ids?|notes?)|intermediate|verbose|stack traces?|debug|implementation details|validator output|the (?:json|yaml|xml|ids?|score|rubric|schema|prompt template)|tool names?|file paths?|jargon|technical|itself)\b/i;

/** Deceit that needs no further sign. */
const OPEN_DECEIT: ReadonlySet<string> = new Set([
  'hidden instructions',
  'denied act',
  'erased traces',
  'kept from the user',
]);

/** Out of sight, or with data leaving, it is the gravest case. */
function worst(facts: Facts, fact: Instruction): { severity?: 'CRITICAL' } {
  const leaves = around(facts, fact, 180, ['send']).some((one) => isStated(one) && isForeign(one, facts.about));
  return leaves || fact.context === 'hidden' ? { severity: 'CRITICAL' } : {};
}

const isSideEffect = (act: Instruction, facts: Facts): boolean =>
  act.value.act === 'write'
    ? act.value.objectKind === 'skill'
    : act.value.act !== 'send' || isForeign(act, facts.about);

const closeBy = ({ span }: Instruction): string => span.view.text.slice(Math.max(0, span.start - 30), span.end + 70);
/** Keeping a secret safe is not keeping an act secret. */
const CARE =
  /\b(?:(?:api|secret|private) ?keys?|passwords?|tokens?|credentials?)\b[^.]{0,40}\b(?:anyone|anybody|others|safe)\b|\b(?:anyone|anybody) else\b/i;
