import { isGrave } from '@assay/analysis/prose/index';
import type { Facts, RawFinding, Span } from '@assay/analysis/types';
import { skillRule } from '../skill-rule.ts';

/** The sentence overlaps the hidden stretch. */
const isInside = (one: Span, outer: Span): boolean => one.start < outer.end && outer.start < one.end;

const WAYS = new Set(['styled-away', 'link-title']);

const toFindings = (facts: Facts): RawFinding[] =>
  facts
    .of('concealment')
    .filter(({ value }) => WAYS.has(value.technique) && value.revealed.trim().length > 12)
    .map(({ span, value, file }) => {
      const isOrder =
        value.carries === 'command' ||
        facts
          .in(file, 'instruction')
          .some(({ span: at, value: said }) => at.view === span.view && isInside(at, span) && isGrave(said));
      return {
        at: span,
        severity: isOrder ? 'HIGH' : value.technique === 'styled-away' ? 'MEDIUM' : 'LOW',
        confidence: isOrder ? 'firm' : 'tentative',
        evidence: value.revealed,
      };
    });

export const styledAway = skillRule({
  id: 'HID-08',
  title: 'Text hidden by styles',
  question: 'Is text hidden by styles (display none, size 0, same colour, link definitions, titles)?',
  kind: 'HINT',
  severity: 'MEDIUM',
  references: ['CWE-451'],
  why: 'A page hides text from people that an agent still reads.',
  fix: 'Show the text or remove it.',
  looksAt: 'The rule finds zero sizes, hidden elements, unused link definitions, and titles that contain sentences.',
  blindTo: 'Styles in another file are not read.',
  falseAlarms: 'Badges and collapsed sections are not reported.',
  check: (facts) => toFindings(facts),
});
