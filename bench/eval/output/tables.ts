import { type CorpusFigures, PROSE_ONLY } from '../measure/corpus-figures.ts';
import type { Row } from '../measure/groups.ts';
import { type Proportion, percent, show } from '../measure/proportion.ts';
import type { DiscourseFigures } from '../suites/discourse.ts';
import type { EvasionFigures } from '../suites/evasion.ts';
import type { IndependentFigures, IndependentRow } from '../suites/independent.ts';
import type { RuleCaseFigures } from '../suites/rule-cases.ts';

/** A section of the accuracy page: the same text goes to the terminal and to the file. */
type Cells = readonly string[];

export function table(head: Cells, rows: readonly Cells[]): string {
  const line = (cells: Cells): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

const GROUP_HEAD = ['', 'distinct contents', 'clusters of near-duplicates'];
const groupCells = ({ name, rows, clusters }: Row): Cells => [name, show(rows), show(clusters)];
const groups = (rows: readonly Row[]): string => table(GROUP_HEAD, rows.map(groupCells));

const named = (rows: readonly { readonly name: string; readonly rows: Proportion }[], what: string): string =>
  table(
    ['', what],
    rows.map(({ name, rows: share }) => [name, show(share)]),
  );

const LARGE_REPOSITORY = 20;
const CATEGORY_N_MIN = 10;

const met = (isMet: boolean): string => (isMet ? 'met' : '**not met**');

type BarFigures = {
  readonly corpus: CorpusFigures | undefined;
  readonly suites:
    | {
        readonly evasion: EvasionFigures;
        readonly discourse: DiscourseFigures;
      }
    | undefined;
};

/** The bars of the specification beside what was measured. */
export function barTable({ corpus, suites }: BarFigures): string {
  const share = ({ hits, n }: Proportion): number => (n === 0 ? 0 : hits / n);
  const rows: Cells[] = [];
  const atLeast = (what: string, measured: Proportion, bar: number): void => {
    rows.push([what, `≥ ${percent(bar)}`, show(measured), met(share(measured) >= bar)]);
  };
  const atMost = (what: string, value: number, shown: string, bar: number): void => {
    rows.push([what, `≤ ${percent(bar)}`, shown, met(value <= bar)]);
  };
  if (corpus !== undefined) {
    const wild = corpus.recallByCampaign.filter(({ name }) => name !== 'no campaign');
    const categories = corpus.recallByCategory.filter(({ rows: { n } }) => n >= CATEGORY_N_MIN);
    const worst = categories.toSorted((a, b) => share(a.rows) - share(b.rows))[0];
    const large = corpus.blockedByRepository.filter(({ rows: { n } }) => n >= LARGE_REPOSITORY);
    const worstRepository = large.toSorted((a, b) => share(b.rows) - share(a.rows))[0];
    atLeast('malicious skills judged UNSAFE', corpus.recall.rows, 0.97);
    for (const row of corpus.recallByForm)
      atLeast(`malicious, ${row.name}`, row.rows, row.name === PROSE_ONLY ? 0.5 : 0.95);
    for (const row of wild) atLeast(`wild family ${row.name}`, row.rows, 0.98);
    if (worst !== undefined) atLeast(`worst category with n ≥ ${CATEGORY_N_MIN}: ${worst.name}`, worst.rows, 0.8);
    atMost('benign skills blocked, micro', share(corpus.blocked.rows), show(corpus.blocked.rows), 0.01);
    atMost('benign skills blocked, macro by repository', corpus.blockedMacro, percent(corpus.blockedMacro), 0.01);
    if (worstRepository !== undefined) {
      const { name, rows: worstRows } = worstRepository;
      atMost(`worst repository with n ≥ ${LARGE_REPOSITORY}: ${name}`, share(worstRows), show(worstRows), 0.04);
    }
    atMost('benign skills with any HIGH or CRITICAL', share(corpus.high.rows), show(corpus.high.rows), 0.03);
    const lessons = corpus.blockedAboutSecurity.rows;
    atMost('skills about security blocked', share(lessons), show(lessons), 0.02);
  }
  if (suites !== undefined) {
    const { evasion, discourse } = suites;
    atLeast('evasion: dressed attacks still UNSAFE', evasion.dressed, 0.95);
    for (const row of evasion.byTransformation.filter(({ name }) => !name.startsWith('plain'))) {
      if (share(row.rows) < 0.85) atLeast(`evasion: ${row.name}`, row.rows, 0.85);
    }
    atLeast('discourse bed: discussed attacks leave the skill SAFE', discourse.discussedSafe, 0.98);
  }
  return table(['what', 'bar', 'measured, 95 % interval', ''], rows);
}

export const corpusSections = (figures: CorpusFigures): string =>
  [
    `### Recall\n\n${groups([figures.recall, figures.weak])}`,
    `By form:\n\n${groups(figures.recallByForm)}`,
    `By category, as the source names it:\n\n${groups(figures.recallByCategory)}`,
    `By campaign:\n\n${groups(figures.recallByCampaign)}`,
    `By source:\n\n${groups(figures.recallBySource)}`,
    `Leaving one source out:\n\n${groups(figures.recallWithout)}`,
    `By size:\n\n${groups(figures.recallBySize)}`,
    `### False alarms\n\n${groups([
      { ...figures.blocked, name: 'blocked' },
      { ...figures.high, name: 'any HIGH or CRITICAL' },
      { ...figures.blockedAboutSecurity, name: 'blocked, name speaks of security' },
    ])}`,
    `Macro by repository: blocked ${percent(figures.blockedMacro)}, any HIGH or CRITICAL ${percent(figures.highMacro)}.`,
    `Blocked, by repository:\n\n${groups(figures.blockedByRepository)}`,
    `Blocked, leaving one source out:\n\n${groups(figures.blockedWithout)}`,
    `Any HIGH or CRITICAL, by repository:\n\n${groups(figures.highByRepository)}`,
    `Blocked, by size:\n\n${groups(figures.blockedBySize)}`,
  ].join('\n\n');

export const evasionSection = (figures: EvasionFigures): string =>
  [
    named(figures.byTransformation, 'UNSAFE'),
    'Sentences in the same dresses, apart from the figures above:',
    named(
      [
        { name: 'pointed at', rows: figures.prose.pointed },
        { name: 'UNSAFE, because the dress or a command in them is proof', rows: figures.prose.unsafe },
      ],
      'share',
    ),
  ].join('\n\n');

export const discourseSection = (figures: DiscourseFigures): string =>
  named(
    [
      ...figures.discussedByStance.map(({ name, rows }) => ({ name: `${name}: still SAFE`, rows })),
      { name: 'live: pointed at', rows: figures.livePointed },
      { name: 'disguised: pointed at', rows: figures.disguisedPointed },
    ],
    'share',
  );

const independentCells = ({ name, pointed, unsafe, harmlessPointed, harmlessBlocked }: IndependentRow): Cells => [
  name,
  show(pointed),
  show(unsafe),
  show(harmlessPointed),
  show(harmlessBlocked),
];

export const independentSection = ({ byAuthor, byCategory }: IndependentFigures): string =>
  table(
    ['', 'hostile: pointed at', 'hostile: UNSAFE', 'harmless: pointed at', 'harmless: blocked'],
    [...byAuthor, ...byCategory].map(independentCells),
  );

export const ruleCaseSection = ({ rules, caught, quiet, failed }: RuleCaseFigures): string =>
  [
    named(
      [
        { name: `caught, by ${rules} tables`, rows: caught },
        { name: 'left alone', rows: quiet },
      ],
      'as it should be',
    ),
    ...failed.map((name) => `- ${name}`),
  ].join('\n');
