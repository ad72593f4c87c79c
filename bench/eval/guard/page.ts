import { table } from '../output/tables.ts';
import type { GuardSample } from './samples.ts';

/** A place is `file:line` or `file:first-last`. */
export type Known = {
  readonly isRejected: boolean;
  readonly isUnsafe: boolean;
  /** Places that a reader is given. */
  readonly hints: number;
  readonly places: readonly string[];
};
export type Row = GuardSample & {
  readonly known: Pick<Known, 'isRejected' | 'places'>;
  readonly now: Known;
  readonly outcome: 'rejected' | 'hinted' | 'silent';
};

/** Suites that nobody who writes rules has read are only counted. */
const UNREAD_SETS = new Set(['thirteenth-code', 'eighteenth-code', 'nineteenth-code', 'apis-seventh', 'tools-seventh']);

const INTRODUCTION = `# Accuracy

Written by \`npm run eval -- --guard --wild DIR --limit N --write\`; details of every sample with \`--json FILE\`. Engine alone, no sandbox, no
readers. "Rejected" is UNSAFE or UNDECIDED. "Hinted" is a finding or passage within three lines of a place that the engine before its
redesign rejected the sample for (anywhere in the file where that place is its first line, which stands for the file); "silent" is
neither.

- Sets named \`*-author\`, \`*-code\` and \`honest-*\` were written by people who had not seen the rules; most were read later, when rules were
  adjusted, and are regression sets since. Only counts of ${[...UNREAD_SETS].join(', ')} were ever looked at.
- \`evasion\`, \`discourse\` and \`techniques\` were written with the rules: they show that nothing broke, not how good the engine is.
- Readers, contracts, APIs and tools have pages of their own: [readers](eval/readers.md), [contracts](eval/contracts.md) and [contracts read by models](eval/contract-readers.md),
  [APIs](eval/apis.md), [tools](eval/tools.md).
`;

export function toPage(rows: readonly Row[], wild: readonly Known[]): string {
  const skills = wild.length === 0 ? NOT_MEASURED : ordinary(wild);
  return [INTRODUCTION, limits(rows, wild), skills, '## By set\n', bySet(rows), silent(rows)].join('\n');
}

const isBad = ({ sample }: Row): boolean => sample.label === 'malicious';
const isGood = ({ sample }: Row): boolean => sample.label === 'benign';
const share = (part: number, whole: number): string =>
  `${part} of ${whole}${whole === 0 ? '' : ` = ${((100 * part) / whole).toFixed(2)} %`}`;
const at = (numbers: readonly number[], quantile: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(quantile * numbers.length)] ?? 0;

function limits(rows: readonly Row[], wild: readonly Known[]): string {
  const twins = rows.filter((row) => isGood(row) && /-code$/.test(row.set));
  const before = rows.filter((row) => isBad(row) && row.known.isRejected);
  const unread = rows.filter((row) => isBad(row) && UNREAD_SETS.has(row.set) && /-code$/.test(row.set));
  const hints = wild.map((one) => one.hints);
  const count = (list: readonly Row[]): string => share(list.filter(({ now }) => now.isRejected).length, list.length);
  const blocked = wild.filter(({ isUnsafe }) => isUnsafe).length;
  const stopped = wild.filter(({ isRejected }) => isRejected).length;
  const lines = [
    [
      'silent, of those rejected before',
      '0',
      share(before.filter((row) => row.outcome === 'silent').length, before.length),
    ],
    ['harmless counterparts of code by independent authors, rejected', '≤ 1 %', count(twins)],
    ['all harmless samples, rejected', '', count(rows.filter(isGood))],
    ['code by independent authors, not used for tuning, rejected', '', count(unread)],
    ['all hostile samples, rejected', '', count(rows.filter(isBad))],
  ];
  const ofOrdinary = [
    ['ordinary skills blocked', '≤ 0.3 %', share(blocked, wild.length)],
    ['ordinary skills blocked or undecided', '≤ 1 %', share(stopped, wild.length)],
    ['places given to a reader on ordinary skills, median and p95', '2, 8', `${at(hints, 0.5)}, ${at(hints, 0.95)}`],
  ];
  if (wild.length > 0) lines.push(...ofOrdinary);
  return `## Limits\n\n${table(['what', 'limit', 'measured'], lines)}\n`;
}

const NOT_MEASURED = 'Ordinary skills were not part of this run (`--wild DIR`).\n';

const ordinary = (wild: readonly Known[]): string =>
  `Ordinary skills are the first ${wild.length} of TUNE in the order of their digests, as people publish them.\n`;

function bySet(rows: readonly Row[]): string {
  const sets = [...Map.groupBy(rows, ({ set }) => set), ['all', rows] as const];
  const lines = sets.map(([set, members]) => {
    const bad = members.filter(isBad);
    const good = members.filter(isGood);
    const before = bad.filter(({ known }) => known.isRejected);
    const outcomes = (['rejected', 'hinted', 'silent'] as const).map(
      (outcome) => before.filter((row) => row.outcome === outcome).length,
    );
    const rejected = good.filter(({ now }) => now.isRejected).length;
    return [set, bad.length, before.length, ...outcomes, good.length, rejected].map(String);
  });
  const head = ['set', 'hostile', 'rejected before', 'still', 'hinted', 'silent', 'harmless', 'rejected'];
  return `${table(head, lines)}\n`;
}

function silent(rows: readonly Row[]): string {
  const found = rows.filter(
    (row) => isBad(row) && row.known.isRejected && row.outcome === 'silent' && !UNREAD_SETS.has(row.set),
  );
  const lines = found.map(({ sample, known }) => `- ${sample.id}: before at ${known.places.join(', ')}`);
  return lines.length === 0 ? '' : `Silent:\n\n${lines.join('\n')}\n`;
}
