import type { Facts, RawFinding, Rule } from '../../model.ts';

const DIRECTIVE = /\b(?:you must|ignore|always|never|send|run|execute|fetch|upload|do not (?:tell|mention|show))\b/i;
const WAYS = new Set(['styled-away', 'link-title']);

const toFindings = (facts: Facts): RawFinding[] =>
  facts
    .of('concealment')
    .filter(({ value }) => WAYS.has(value.technique) && value.revealed.trim().length > 12)
    .map(({ span, value }) => {
      const isOrder = DIRECTIVE.test(value.revealed) || value.carries === 'command';
      return {
        at: span,
        severity: isOrder ? 'CRITICAL' : value.technique === 'styled-away' ? 'MEDIUM' : 'LOW',
        confidence: isOrder ? 'firm' : 'tentative',
        evidence: value.revealed,
      };
    });

export const styledAway = {
  id: 'HID-08',
  title: 'Styles text out of sight',
  question: 'Is text styled away (display none, size 0, same colour, link definitions, titles)?',
  category: 'HID',
  family: 'code-taint',
  severity: 'MEDIUM',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-451'],
  why: 'What a page hides from its reader is meant for somebody else.',
  fix: 'Show the text or remove it.',
  since: '2026.11',
  check: (facts) => toFindings(facts),
} satisfies Rule;
