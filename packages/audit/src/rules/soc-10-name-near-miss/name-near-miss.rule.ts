import type { Rule, View } from '../../model.ts';
import { findNearName } from '../../ruleset/names/near-name.ts';

export const nameNearMiss: Rule = {
  id: 'SOC-10',
  title: 'The name is one letter off a known skill',
  question: 'Is the name near-equal to a known skill?',
  category: 'SOC',
  family: 'instruction',
  severity: 'MEDIUM',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['OWASP-AST04', 'CWE-1007'],
  why: 'One changed letter is how people end up with the wrong package.',
  fix: 'Choose a name of its own.',
  since: '2026.11',
  check: (facts) => {
    const { name, description, knownNames, entry } = facts.about;
    const near = findNearName(name, knownNames);
    const place = [...facts.of('field'), ...facts.of('instruction')].find((fact) => fact.file === entry);
    if (near === undefined || place === undefined) return [];
    const view = rootOf(place.span.view);
    // Offering itself as the thing it resembles is what makes a slip of the pen a trap.
    const isReplacing = REPLACES.test(`${description}\n${view.text.slice(0, CLAIM_WITHIN_CHARS)}`);
    return [
      {
        at: { view, start: 0, end: 1 },
        evidence: `${name} ~ ${near}`,
        ...(isReplacing
          ? { confidence: 'firm' as const, severity: 'CRITICAL' as const }
          : { confidence: 'tentative' as const }),
      },
    ];
  },
};

const REPLACES =
  /\bdrop-?in\b|\b(?:replacement|substitute|successor|alternative) (?:for|of|to) (?:the )?(?:original|legitimate|official|real|old)\b|\b(?:official|original|genuine) (?:release|version|package|skill)\b/i;
const CLAIM_WITHIN_CHARS = 4_000;

const rootOf = (view: View): View => (view.parent === null ? view : rootOf(view.parent));
