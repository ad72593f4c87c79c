import { isShadyOrigin } from '@assay/analysis/models/origins/origin';
import type { RawFinding } from '@assay/analysis/types';
import { asks, foreignUrls, names, orders } from '../instruction.facts.ts';
import { skillRule } from '../skill-rule.ts';

export const obeyRemoteText = skillRule({
  id: 'PI-08',
  title: 'Remote instructions',
  question: 'Does the text tell the agent to fetch remote text and follow it?',
  kind: 'HINT',
  severity: 'MEDIUM',
  references: ['OWASP-LLM01', 'OWASP-AST01', 'CWE-1427', 'CWE-494'],
  why: 'Remote text can change after the review. Its owner then controls the agent.',
  fix: 'Copy the steps into the skill, or show the page to the user as data.',
  blindTo: 'Addresses that are assembled in another place, and instructions that are only implied, are not detected.',
  falseAlarms: 'Skills that refer to a changing checklist on their own site can be reported.',
  check: (facts) =>
    orders(facts)
      .filter((fact) => asks(fact, 'follow') && names(fact, 'orders'))
      .flatMap((fact): RawFinding[] => {
        const [url] = foreignUrls(fact, facts.about);
        if (url === undefined) return [];
        return [{ at: fact.span, confidence: 'firm', severity: isShadyOrigin(url.origin) ? 'HIGH' : 'MEDIUM' }];
      }),
});
