import type { Facts, Rule } from '../../model.ts';
import {
  around,
  type Instruction,
  instructions,
  isAsked,
  lineAround,
  moods,
  RISKY_ACTS,
} from '../instruction.facts.ts';

export const launderedConsent: Rule = {
  id: 'PI-04',
  title: 'Consent or refusal is laundered',
  question: 'Is consent or refusal laundered ("user already agreed", "never refuse")?',
  category: 'PI',
  family: 'instruction',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['OWASP-LLM01', 'OWASP-AST01', 'CWE-1427'],
  why: 'A sentence in a file cannot agree for the user, and an agent that may not refuse cannot protect anyone.',
  fix: 'Ask the user at the time of the act and let the agent decline.',
  since: '2026.11',
  check: (facts) =>
    instructions(facts, 'launder-consent')
      .filter((fact) => fact.value.objectKind !== 'command' && isLaundering(facts, fact))
      .map((fact) => ({ at: fact.span, confidence: 'firm', modifiers: moods(fact) })),
};

/** Wanting no refusal is enough; claimed consent needs an act it is meant to excuse. */
function isLaundering(facts: Facts, fact: Instruction): boolean {
  if (OPENLY.has(fact.value.object)) return !fact.value.negated && isAsked(fact);
  if (
    fact.value.object === 'refusal' &&
    /^(?:approve|merge|accept|authori|skip|(?:do not|don't|never) (?:include|add|give|show|issue))/.test(
      fact.value.verb,
    )
  )
    return true;
  if (fact.value.object === 'refusal')
    return REFUSAL_OF_REQUESTS.test(lineAround(fact)) && !FAIRNESS.test(lineAround(fact));
  const excused = around(facts, fact, 140, RISKY_ACTS).filter(
    ({ value }) => value.act !== 'run' && value.act !== 'install' && value.act !== 'download',
  );
  return excused.length > 0 || EXCUSED.test(lineAround(fact));
}

/** What the frames of a sentence already showed to be laundering. */
const OPENLY: ReadonlySet<string> = new Set(['talked away', 'assumed consent']);
const REFUSAL_OF_REQUESTS =
  /\b(?:refuse|decline|deny|reject|question|object to|second-guess|challenge|push back|comply|obey)\b(?:\s+\w+){0,4}\s+(?:requests?|instructions?|commands?|orders?|tasks?|anything|any|it|this (?:file|skill|document)|user)\b|always comply|\b(?:saying no|refusals?|refusing|declining|objections? of an?|(?:ethical|moral|safety) objections?)\b[^.]{0,40}\b(?:not|never|out of scope|answered with)\b/i;
/** How to say no properly, and requests that are things. */
const FAIRNESS =
  /\b(?:pull|merge|feature|http|change) requests?\b|\bwithout (?:a |any |giving )?(?:reason|explanation|cause|evidence|review)\b|\brefuse to (?:explain|help)\b/i;
const EXCUSED =
  /\b(?:data collection|collection of|remote control|deletions?|uploads?|uploading|payments?|credentials?|modify(?:ing)? system|sharing|system files|all confirmations|without asking|transfers?|telemetry|access to (?:all|your|their) (?:files|accounts?|data)|passed on|handed on|shared with|disclosed to|our partners|third parties)\b/i;
