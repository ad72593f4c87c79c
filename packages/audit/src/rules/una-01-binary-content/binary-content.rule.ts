import type { Facts, RawFinding } from '@assay/analysis/types';
import { skillRule } from '../skill-rule.ts';

/** The content is executed and cannot be reviewed. */
const NOT_READ = { isUnread: true, leavesUndecided: true } as const;

const PROBLEMS = new Set(['native-binary', 'bytecode']);

const carried = (facts: Facts): RawFinding[] =>
  facts
    .of('integrity')
    .filter(({ value }) => PROBLEMS.has(value.problem))
    .map(({ span, value, reach }) => {
      const isUsed = value.isExecuted || reach === 'directed' || reach === 'imported' || reach === 'auto';
      return {
        at: span,
        severity: value.isExecuted ? 'HIGH' : isUsed ? 'MEDIUM' : 'LOW',
        confidence: 'certain',
        note: `${value.detail}.`,
        ...(value.isExecuted ? NOT_READ : {}),
      };
    });

const run = (facts: Facts): RawFinding[] =>
  facts
    .of('execution')
    .filter(({ value }) => value.of === 'opaque')
    .map(({ span }) => ({
      at: span,
      severity: 'HIGH',
      confidence: 'firm',
      note: 'A file that cannot be read is run.',
      ...NOT_READ,
    }));

export const binaryContent = skillRule({
  id: 'UNA-01',
  title: 'Binary or bytecode',
  question: 'Is there bytecode or a native binary (.pyc, ELF, PE, Mach-O, wasm, class)?',
  kind: 'HINT',
  severity: 'MEDIUM',
  nature: 'opacity',
  contexts: ['directive', 'executable', 'reference', 'hidden', 'quoted', 'prohibited', 'fixture'],
  references: ['CWE-506', 'CWE-1357'],
  why: 'The behaviour of a binary cannot be determined without running it.',
  fix: 'Ship source, or fetch a signed release by digest.',
  looksAt: 'The rule identifies programs and bytecode by their first bytes, and checks whether something runs them.',
  blindTo: 'Programs inside data formats are not detected.',
  falseAlarms: 'Fonts, pictures and signatures are not reported; an unused binary is LOW.',
  check: (facts) => [...carried(facts), ...run(facts)],
});
