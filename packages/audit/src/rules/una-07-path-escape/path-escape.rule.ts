import type { FactOf, Facts, RawFinding } from '@assay/analysis/types';
import { skillRule } from '../skill-rule.ts';

const ESCAPES = new Set(['path-escape', 'link-escape']);
const OTHERS = new Set(['name-collision', 'reserved-name']);

/**
 * A path inside an archive has an effect only after extraction. It is harmless in a bundle that extracts nothing and
 * selects no files by a pattern.
 */
const isHarmless = ({ value: { problem, isKeptShut } }: FactOf<'integrity'>, facts: Facts): boolean =>
  problem === 'path-escape' &&
  isKeptShut === true &&
  !facts.of('path').some(({ value }) => /[*?]/.test(value.path)) &&
  !facts.of('command').some(({ value }) => UNPACKS.test(value.text)) &&
  !facts.of('call').some(({ value }) => UNPACKING.test(value.callee));
const UNPACKS = /(?:^|[\s/])(?:(?:bsd|g)?tar\s+-{0,2}\w*x|(?:unzip|unrar|ditto|expand-archive)\s|7za?\s+[xe]\s)/i;
const UNPACKING = /extract|unpack|tarfile|zipfile|adm-?zip|decompress/i;

const toFindings = (facts: Facts): RawFinding[] =>
  facts.of('integrity').flatMap((fact): RawFinding[] => {
    const { span, value } = fact;
    if (isHarmless(fact, facts))
      return [{ at: span, severity: 'HIGH', confidence: 'certain', note: `${value.detail}.` }];
    if (ESCAPES.has(value.problem))
      return [{ at: span, confidence: 'certain', note: `${value.detail}.`, breaksIntegrity: true }];
    if (value.problem === 'link-inside') return [{ at: span, severity: 'LOW', confidence: 'certain' }];
    return OTHERS.has(value.problem)
      ? [{ at: span, severity: 'MEDIUM', confidence: 'certain', note: `${value.detail}.` }]
      : [];
  });

export const pathEscape = skillRule({
  id: 'UNA-07',
  title: 'Path outside the bundle',
  question: 'Is there a link or path escape, name collision or reserved name?',
  kind: 'PROOF',
  severity: 'CRITICAL',
  contexts: ['directive', 'executable', 'reference', 'hidden', 'quoted', 'prohibited', 'fixture'],
  references: ['CWE-22', 'CWE-59'],
  why: 'Unpacking or reading it affects files outside the product.',
  fix: 'Ship plain files with plain names.',
  looksAt: 'The rule finds links and paths that leave the bundle, names that collide, and device names.',
  blindTo: 'Links that are created at run time are not detected.',
  falseAlarms: 'A link inside the bundle is LOW. A path that leaves an archive which nothing references is HIGH.',
  check: (facts) => toFindings(facts),
});
