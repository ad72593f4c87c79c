/** Contracts read by models, counted by place: the fixed half of a pair often holds other real flaws. */
import { show, toProportion } from '../measure/proportion.ts';
import { table } from '../output/tables.ts';
import type { ReadSample, ReadSuites } from './answers.ts';

/** How far from the marked lines a finding may stand. */
const LINES_OFF = 2;

export const isContract = ({ sample }: ReadSample): boolean => sample.load().productType === 'CONTRACT';

const refusals = ({ report }: ReadSample) => report.findings.filter(({ ruleId }) => ruleId === 'MOD-01');

const isRefused = (read: ReadSample): boolean => refusals(read).length > 0;

const isRefusedAtPlace = (read: ReadSample): boolean =>
  refusals(read).some(({ range }) =>
    read.sample.places?.some((line) => line >= range.startLine - LINES_OFF && line <= range.endLine + LINES_OFF),
  );

const share = (reads: readonly ReadSample[], test: (read: ReadSample) => boolean): string =>
  show(toProportion(reads.filter(test).length, reads.length));

export function toContractSection({ reads, notRecorded }: ReadSuites): string {
  const rows = [...Map.groupBy(reads, ({ sample }) => sample.suite)].map(([suite, members]) => {
    const vulnerable = members.filter(({ sample }) => sample.label === 'malicious');
    const fixed = members.filter(({ sample }) => sample.label === 'benign');
    return [
      suite,
      share(vulnerable, isRefusedAtPlace),
      share(vulnerable, isRefused),
      share(fixed, isRefusedAtPlace),
      share(fixed, isRefused),
    ];
  });
  const head = [
    '',
    'vulnerable, named at the place',
    'vulnerable, refused',
    'fixed, refused at the place',
    'fixed, refused',
  ];
  return `${table(head, rows)}\n\nTwo passes that refuse on overlapping lines. ${notRecorded.length} samples without a complete recording.`;
}
