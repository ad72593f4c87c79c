import type { Facts, Rule } from '../../model.ts';
import {
  around,
  destinationUrl,
  distance,
  type Instruction,
  instructions,
  isAsked,
  isForeign,
  isStated,
  lineAround,
} from '../instruction.facts.ts';

export const gatedBehaviour: Rule = {
  id: 'PI-11',
  title: 'Risky behaviour waits for a date, host, user or phrase',
  question: 'Is behaviour gated on date, host, user, CI or phrase, with a risky branch?',
  category: 'PI',
  family: 'instruction',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['OWASP-LLM01', 'OWASP-AST01', 'CWE-1427', 'CWE-511'],
  why: 'A branch that sleeps during review and wakes later is the mark of a logic bomb.',
  fix: 'Remove the condition or the risky branch.',
  since: '2026.11',
  check: (facts) =>
    instructions(facts, 'gate').flatMap((fact) => {
      const act = around(facts, fact, 160, ACTS).find((one) => isGated(fact, one) && isRisky(one, facts));
      if (!act || fact.value.negated) return [];
      return [{ at: fact.span, confidence: 'firm' as const, related: [{ at: act.span, role: 'what happens then' }] }];
    }),
};

const ACTS = [
  'send',
  'run',
  'download',
  'delete',
  'disable-safeguard',
  'obey-remote',
  'override-rules',
  'install',
] as const;

/** Right after the condition a description of the act is an order: "the word is the sign to …". */
const isGated = (gate: Instruction, act: Instruction): boolean =>
  isAsked(act) || (isStated(act) && act.span.start >= gate.span.start && distance(gate, act) < 40);

/** A command on a branch is ordinary; a download, a foreign address or destruction on a branch is not. */
function isRisky(act: Instruction, facts: Facts): boolean {
  if (act.value.act === 'run' && act.value.objectKind === 'url') return isForeign(act, facts.about);
  if (act.value.act === 'run' && STEALTH.test(lineAround(act))) return true;
  if (act.value.act === 'run' || act.value.act === 'install')
    return act.value.objectKind === 'script'
      ? SLEEPER.test(act.value.destination ?? '') && STEALTH.test(lineAround(act))
      : false;
  if (act.value.act === 'download')
    return destinationUrl(act)?.origin !== 'code-host' && isForeign(act, facts.about) && act.value.concealed;
  if (act.value.act === 'send' || act.value.act === 'obey-remote') return isForeign(act, facts.about);
  return true;
}

/** Conditions that only someone with something to hide would write. */
const STEALTH =
  /\b(?:being (?:tested|monitored|observed|watched|evaluated|reviewed)|no one|nobody|trigger (?:phrase|word)|secret (?:phrase|word)|code ?word|magic word|under review|sandbox|hostname|username|20\d\d|user is (?:away|idle)|midnight)\b/i;
const SLEEPER = /\.(?:sh|ps1|bat|exe|command)$/i;
