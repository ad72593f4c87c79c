import type { Rule } from '../../model.ts';
import { instructions, isAsked, isConfirmed } from '../instruction.facts.ts';

export const otherSkillsChanged: Rule = {
  id: 'AGY-06',
  title: 'Other skills or tools are changed',
  question: 'Are other skills or tools changed, disabled or overridden?',
  category: 'AGY',
  family: 'instruction',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['OWASP-LLM06', 'CWE-912'],
  why: 'A skill that rewrites its neighbours spreads and cannot be removed by removing it.',
  fix: 'Leave other skills alone; describe the conflict to the user.',
  since: '2026.11',
  check: (facts) =>
    instructions(facts, 'write', 'delete', 'disable-safeguard')
      .filter(
        (fact) =>
          isAsked(fact) &&
          fact.value.objectKind === 'skill' &&
          (CHANGING.test(fact.value.verb) || fact.value.object === 'other guards') &&
          !isConfirmed(facts, fact) &&
          !PURPOSE.test(`${facts.about.name} ${facts.about.description}`),
      )
      .map((fact) => ({ at: fact.span, confidence: 'firm' })),
};

const CHANGING =
  /^(?:edit|edits|editing|rewrit\w+|empt\w+|modif\w+|overwrit\w+|inject\w*|patch|replace\w*|delete\w*|remove\w*|disable\w*|deactivate\w*|uninstall|wipe|bypass\w*|suppress\w*|append\w*|insert\w*|prepend\w*)$/;
/** Managing skills is the declared business. */
const PURPOSE = /\b(?:skills?|plugins?|agents?|extensions?|mcp)\b/i;
