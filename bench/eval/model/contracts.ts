/** Contracts read by models, counted by place and by flaw: the fixed half of a pair often holds other real flaws. */
import { show, toProportion } from '../measure/proportion.ts';
import { table } from '../output/tables.ts';
import type { ReadSample, ReadSuites } from './answers.ts';
import { isRefusedAtPlace, namesFlaw, refusals, toFlawQuestion } from './flaws.ts';

export const isContract = ({ sample }: ReadSample): boolean => sample.load().productType === 'CONTRACT';

const isRefused = (read: ReadSample): boolean => refusals(read).length > 0;

const share = (reads: readonly ReadSample[], test: (read: ReadSample) => boolean): string =>
  show(toProportion(reads.filter(test).length, reads.length));

const HEAD = [
  '',
  'vulnerable, named at the place',
  'vulnerable, refused',
  'fixed, refused at the place',
  'fixed, refused',
  'vulnerable, flaw named',
  'fixed, refused for the flaw',
];

/** `answers`: whether refusals name the flaw. Unanswered questions count by place. */
export function toContractSection({ reads, notRecorded }: ReadSuites, answers: ReadonlyMap<string, string>): string {
  const isForFlaw = (read: ReadSample): boolean => namesFlaw(read, answers) ?? isRefusedAtPlace(read);
  const toRow = (name: string, members: readonly ReadSample[]): string[] => {
    const vulnerable = members.filter(({ sample }) => sample.label === 'malicious');
    const fixed = members.filter(({ sample }) => sample.label === 'benign');
    return [
      name,
      share(vulnerable, isRefusedAtPlace),
      share(vulnerable, isRefused),
      share(fixed, isRefusedAtPlace),
      share(fixed, isRefused),
      share(vulnerable, isForFlaw),
      share(fixed, isForFlaw),
    ];
  };
  const suites = [...Map.groupBy(reads, ({ sample }) => sample.suite), ['all', reads] as const];
  const isOpen = (read: ReadSample): boolean =>
    toFlawQuestion(read) !== undefined && namesFlaw(read, answers) === undefined;
  return [
    table(
      HEAD,
      suites.map(([suite, members]) => toRow(suite, members)),
    ),
    '',
    `Two passes that refuse on overlapping lines. ${notRecorded.length} samples without a complete recording. By flaw: a reader compares the refusal`,
    `with the labelled flaw where its place does not decide; ${reads.filter(isOpen).length} not compared count by place.`,
  ].join('\n');
}
