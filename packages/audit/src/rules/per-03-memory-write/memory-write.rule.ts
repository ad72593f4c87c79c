import type { Rule } from '../../model.ts';
import {
  around,
  type Instruction,
  instructions,
  isAsked,
  isConfirmed,
  isForeign,
  isStated,
  lineAround,
} from '../instruction.facts.ts';

export const memoryWrite: Rule = {
  id: 'PER-03',
  title: 'Agent memory or instruction files are written',
  question: 'Are agent memory or instruction files written (CLAUDE.md, AGENTS.md, rules)?',
  category: 'PER',
  family: 'instruction',
  severity: 'MEDIUM',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-912', 'OWASP-LLM04'],
  why: 'What enters those files is obeyed in every later session, long after the skill is gone.',
  fix: 'Write such files only when the user asks, and show the text first.',
  since: '2026.11',
  check: (facts) =>
    instructions(facts, 'remember', 'configure-agent')
      .filter((fact) => isAsked(fact) && isAgentFile(fact))
      .map((fact) => {
        const line = lineAround(fact);
        const isPoison =
          fact.context === 'hidden' ||
          fact.value.object === 'poisoned memory' ||
          CONTENT.test(line) ||
          around(facts, fact, 160, POISON).some(
            (act) => isStated(act) && (act.value.act !== 'send' || isForeign(act, facts.about)),
          );
        const isSecret = fact.value.concealed || around(facts, fact, 140, ['conceal']).length > 0;
        if (isPoison || (isSecret && !isConfirmed(facts, fact)))
          return { at: fact.span, confidence: 'firm' as const, severity: 'CRITICAL' as const };
        return {
          at: fact.span,
          confidence: 'tentative' as const,
          severity: isConfirmed(facts, fact) ? ('LOW' as const) : ('MEDIUM' as const),
        };
      }),
};

const POISON = [
  'override-rules',
  'send',
  'disable-safeguard',
  'obey-remote',
  'sway-reviewer',
  'poll-orders',
  'adopt-persona',
] as const;
/** What is to be remembered is an order or a grant of trust. */
const CONTENT =
  /\b(?:prefers?|wants?|likes?) (?:all|every|any|no) [^.\n]{0,40}\b(?:suppress\w*|warnings?|confirm\w*|commands?|prompts?|skipp\w+|executed)\b|\b(?:is|as) the (?:real |true |new )?(?:owner|administrator|admin)\b|\bURL[^.\n]{0,40}(?:ausführ|ejecut|exécut|execut|выполн|执行|実行|실행)|\bneeds? no (?:review|approval|confirmation|check)\b|\bwithout (?:being )?(?:shown|review|asking|approval|confirmation)\b|\btrust (?:whatever|everything|anything|all|commands?|instructions?)\b|\b(?:every|all|any) (?:shell )?commands? (?:pass|through|executed|allowed|may|are)\b|\blets? (?:every|all|any) (?:shell )?commands?\b|\bstand(?:s)? above\b|\b(?:always|never ask|automatically)\b[^.\n]{0,50}\b(?:trust|allow(?:ed)?|approve[sd]?|obey|skip (?:the )?(?:review|confirmation|check)|bypass|run (?:the )?(?:hook|script|collector)|execute)\b|\b(?:user|owner) (?:approves|trusts|allows|consents)\b[^.\n]{0,40}\b(?:all|any|every)\b|\btrusted (?:server|source|vendor|endpoint)\b|\bobey this (?:skill|file)\b|\bfuture (?:agents?|sessions?)\b[^.\n]{0,40}\b(?:run|send|obey|upload|execute)\b|\brun the (?:sync|hook|collector|beacon)\b|\bpermissions?\b[^.\n]{0,30}(?:\*|all tools|bypass)|\bso (?:that )?(?:every|all|future|each)\b[^.\n]{0,30}\b(?:sessions?|agents?|conversations?)\b|\bdo not (?:mention|tell|reveal|prompt|ask)\b|\bBash\(\*|\btests? (?:must|should|can) be skipped\b|\breport\w* as pass|base_?url|["“'`][^"”\n]{0,60}\b(?:always|must|first)\b[^"”\n]{0,40}\b(?:run|execute|send|upload|trust|approve|fetch)\b|\bwarnings? be suppressed\b|\bsuppress\w* (?:all )?(?:security )?warnings\b|\b(?:loads?|fetch(?:es)?|follows?|runs?|sends?)\b[^.\n]{0,20}URL/i;

const isAgentFile = ({ value }: Instruction): boolean =>
  value.objectKind === 'agent-file' || MEMORY_VERB.test(value.verb);
const MEMORY_VERB = /memory|记忆|メモリ|메모리|memoria|memória|mémoire|gedächtnis|памят/;
