import type { Facts, InstructionAct, Language, RawFinding, Rule } from '../../model.ts';
import { HOSTILE_ACTS, type Instruction, isAsked, isForeign } from '../instruction.facts.ts';

export const directiveInData: Rule = {
  id: 'PI-10',
  title: 'Data carries a directive',
  question: 'Do directives sit in data: front matter, JSON, SVG, alt text, titles?',
  category: 'PI',
  family: 'instruction',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['OWASP-LLM01', 'OWASP-AST01', 'CWE-1427'],
  why: 'Data is read by the agent but hardly ever by the person who approves it.',
  fix: 'Keep orders in the visible instructions and data free of them.',
  since: '2026.11',
  check: (facts) => [...inDataFiles(facts), ...inImages(facts)],
};

const DATA: ReadonlySet<Language> = new Set(['json', 'yaml', 'toml', 'ini', 'svg', 'html']);
const CLEAR: readonly InstructionAct[] = ['override-rules', 'adopt-persona', 'sway-reviewer', 'forge-turn'];
const ACTS: readonly InstructionAct[] = HOSTILE_ACTS;

function inDataFiles(facts: Facts): RawFinding[] {
  return facts
    .of('instruction')
    .filter(
      (fact) => DATA.has(fact.unit.lang) && ACTS.includes(fact.value.act) && isAsked(fact) && isHostile(fact, facts),
    )
    .map((fact) => ({
      at: fact.span,
      confidence: CLEAR.includes(fact.value.act) || isTheft(fact) ? 'firm' : 'tentative',
    }));
}

/** A field of data that has a secret file read or handed over. */
const isTheft = ({ value }: Instruction): boolean => value.act === 'send' && value.objectKind === 'secret-file';

/** In data only unmistakable orders count: field names and sample values are full of verbs. */
function isHostile(fact: Instruction, facts: Facts): boolean {
  if (CLEAR.includes(fact.value.act) && fact.value.act !== 'forge-turn') return true;
  if (isTheft(fact)) return true;
  return (
    (fact.value.act === 'send' || fact.value.act === 'obey-remote') &&
    isForeign(fact, facts.about) &&
    (fact.value.concealed || fact.value.scope === 'always')
  );
}

const ORDER_IN_ALT =
  /\b(?:ignore|disregard|forget)\b[^.]{0,40}\b(?:instructions?|rules|prompt)\b|\b(?:send|upload|post|forward|exfiltrate)\b[^.]{0,60}\b(?:https?:|keys?|tokens?|passwords?|conversation|history|files?|secrets?)|\b(?:run|execute)\b[^.]{0,40}\b(?:command|script|curl|bash)\b|\byou (?:must|should|are now)\b/i;

function inImages(facts: Facts): RawFinding[] {
  return facts
    .of('image')
    .filter(({ value }) => ORDER_IN_ALT.test(value.alt))
    .map((fact) => ({ at: fact.span, confidence: 'firm', note: 'The description of an image gives an order.' }));
}
