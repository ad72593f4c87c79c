import type { Facts, RawFinding, Rule } from '@assay/analysis/types';
import { calls } from '../command.facts.ts';

const PIXELS = /(?:getpixel|getdata|getexif|_getexif|stegano\.\w+|lsb\.reveal|steghide|wave\.open|readframes|exiftool)/;
const RUNS = /^(?:exec|eval|os\.system|subprocess\.\w+|marshal\.loads|Function|child_process\.\w+)$/;

const toFindings = (facts: Facts): RawFinding[] =>
  calls(facts, PIXELS).flatMap(({ span, file }) => {
    const isRun = facts
      .in(file, 'call')
      .some(
        ({ value }) =>
          RUNS.test(value.callee) && !/["'`]/.test(value.text.slice(value.callee.length, value.callee.length + 3)),
      );
    return isRun ? [{ at: span, confidence: 'firm' as const }] : [];
  });

const reveals = (facts: Facts): RawFinding[] =>
  facts
    .of('command')
    .filter(({ value }) => /^(?:steghide|outguess|zsteg)$/.test(value.program) && /extract|-r\b/.test(value.text))
    .map(({ span }) => ({ at: span, severity: 'MEDIUM', confidence: 'firm' }));

export const steganography = {
  id: 'HID-12',
  title: 'Reads code out of pictures, blanks or sound',
  question: 'Is code read from pixels, EXIF, whitespace or audio?',
  category: 'HID',
  family: 'code-taint',
  kind: 'HINT',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-506'],
  why: 'A picture that holds a program is there to carry it past review.',
  fix: 'Ship code as code.',
  looksAt: 'Pixel, metadata or sample readers in the same file as an evaluator of what they yield.',
  blindTo: 'Readers and evaluators in different files.',
  falseAlarms: 'Skills about image metadata read, but do not run.',
  since: '2026.11',
  check: (facts) => [...toFindings(facts), ...reveals(facts)],
} satisfies Rule;
