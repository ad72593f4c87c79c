import type { Facts, RawFinding, Rule } from '@assay/analysis/types';

const PACKERS =
  /eval\(function\(p,a,c,k,e,[rd]\)|_0x[0-9a-f]{4,6}\s*=\s*\[|exec\s*\(\s*(?:zlib|marshal|bz2|lzma|gzip)|marshal\.loads\(|eval\s*\(\s*gzinflate|\(lambda __[A-Za-z]*:|exec\(\(_\)\(b'/;
const UNPACKERS = /^(?:marshal\.loads|zlib\.decompress|lzma\.decompress|bz2\.decompress)$/;

const shapes = (facts: Facts): RawFinding[] =>
  facts
    .of('call')
    .filter(
      ({ value, file }) =>
        PACKERS.test(value.text) ||
        (UNPACKERS.test(value.callee) && facts.in(file, 'execution').some(({ value: run }) => run.of === 'decoded')),
    )
    .map(({ span }) => ({ at: span, confidence: 'firm' }));

/** Renamed to hexadecimal: what obfuscators of JavaScript leave behind. */
const renamed = (facts: Facts): RawFinding[] =>
  facts
    .of('call')
    .filter(({ value }) => /^_0x[0-9a-f]{3,}/.test(value.callee))
    .slice(0, 1)
    .map(({ span }) => ({ at: span, confidence: 'firm' }));

export const packedCode = {
  id: 'HID-09',
  title: 'Packs code and unpacks it to run',
  question: 'Is code packed (eval-unpack, marshal, encoded exec)?',
  category: 'HID',
  family: 'code-taint',
  kind: 'HINT',
  reproducedBy: 'foreign-code',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-506'],
  why: 'Packed code cannot be reviewed, and packing small scripts has no other use.',
  fix: 'Ship the source.',
  looksAt: 'Packers, obfuscators and marshalled code.',
  blindTo: 'Minified code of a known library is not packed code.',
  falseAlarms: 'A known minified library with its banner is quiet.',
  since: '2026.11',
  check: (facts) => [...shapes(facts), ...renamed(facts)],
} satisfies Rule;
