/** Sound contracts of a library, which readers have no reason to refuse: counted from the stored verdicts, as answered. */
import { show, toProportion } from '../measure/proportion.ts';
import { LIBRARY } from '../suites/library-contracts.ts';
import { readVerdicts, type StoredVerdict } from './pack.ts';

type Lines = { readonly startLine: number; readonly endLine: number };

const reasonsOf = (answers: readonly StoredVerdict[], wanted: string): Lines[] =>
  answers
    .filter(({ pass, answer }) => pass === wanted && answer.verdict === 'REFUSE')
    .flatMap(({ answer }) => answer.findings.filter(({ severity }) => severity === 'HIGH' || severity === 'CRITICAL'));

const overlap = (a: Lines, b: Lines): boolean => a.startLine <= b.endLine && b.startLine <= a.endLine;

export function toLibrarySection(folder: string): string {
  const contracts = [...Map.groupBy(readVerdicts(folder, LIBRARY), ({ sample }) => sample).values()].map((answers) => ({
    a: reasonsOf(answers, 'a'),
    b: reasonsOf(answers, 'b'),
  }));
  if (contracts.length === 0) return 'Sound library contracts: not recorded.';
  const share = (test: (contract: (typeof contracts)[number]) => boolean): string =>
    show(toProportion(contracts.filter(test).length, contracts.length));
  return [
    `Sound contracts of a library (${LIBRARY}), refused by pass a: ${share(({ a }) => a.length > 0)}; by pass b: ${share(({ b }) => b.length > 0)};`,
    `by both on overlapping lines: ${share(({ a, b }) => a.some((one) => b.some((other) => overlap(one, other))))};`,
    `by exactly one, so that pass c decides: ${share(({ a, b }) => a.length > 0 !== b.length > 0)}.`,
  ].join('\n');
}
