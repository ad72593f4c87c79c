import type { CorpusFigures } from '../measure/corpus-figures.ts';
import type { Result } from '../sample.ts';
import type { DiscourseFigures } from '../suites/discourse.ts';
import type { EvasionFigures } from '../suites/evasion.ts';
import type { IndependentFigures } from '../suites/independent.ts';
import type { RuleCaseFigures } from '../suites/rule-cases.ts';
import {
  barTable,
  corpusSections,
  discourseSection,
  evasionSection,
  independentSection,
  ruleCaseSection,
  table,
} from './tables.ts';
import { type Parts, wildSection } from './wild-section.ts';

export type Suites = {
  readonly evasion: EvasionFigures;
  readonly discourse: DiscourseFigures;
  readonly independent: IndependentFigures;
  readonly ruleCases: RuleCaseFigures;
};

export type Evaluation = {
  readonly date: string;
  readonly version: string;
  readonly isSandboxed: boolean;
  readonly wild: Parts;
  readonly corpus: CorpusFigures | undefined;
  readonly suites: Suites | undefined;
  /** All runs on held-out parts. */
  readonly looks: string;
  /** Written by hand: what falls short, and why. */
  readonly reasons: string;
  /** Figures of models that read, printed apart by `--model-answers`; missing while nothing is recorded. */
  readonly readers: string | undefined;
  readonly blind: string | undefined;
  readonly unread: string | undefined;
  /** The section that `--apis` writes. */
  readonly apis: string | undefined;
  /** The section that `--model-answers` with `--apis` or `--tools` writes. */
  readonly products: string | undefined;
  /** The section that `--contracts` writes. */
  readonly contracts: string | undefined;
  /** The section that `--tools` writes. */
  readonly tools: string | undefined;
};

/** The whole page. It names samples and places, never their text: a sample's words do not enter the repository. */
export function toAccuracyPage(evaluation: Evaluation): string {
  const { wild, corpus, suites, reasons, readers, apis, contracts, tools, products, looks, blind, unread } = evaluation;
  return [
    '# Accuracy',
    'Written by `npm run eval -- --wild DIR --check DIR --final DIR --corpus DIR --write`. Shares have Wilson 95 % intervals; indicators of known samples are off.',
    aboutRun(evaluation),
    `## Bars\n\n${barTable(evaluation)}`,
    `## Wild skills\n\n${wildSection(wild)}`,
    `## Log of looks\n\nNo rule is written looking at CHECK; FINAL is run once per release. Every run on either is a line.\n\n${looks}`,
    `## What falls short, and why\n\n${reasons.trim()}`,
    ...(corpus === undefined ? [] : [`## Development corpus\n\n${corpusSections(corpus)}`, corpusLists(corpus)]),
    ...(suites === undefined ? [] : suiteSections(suites)),
    ...(unread === undefined ? [] : [`## Attacks that nobody has read\n\n${unread.trim()}`]),
    ...(blind === undefined ? [] : [`## Read blind\n\n${blind.trim()}`]),
    ...(readers === undefined ? [] : [`## Models that read\n\n${readers.trim()}`]),
    ...(apis === undefined ? [] : [apis.trim()]),
    ...(contracts === undefined ? [] : [contracts.trim()]),
    ...(tools === undefined ? [] : [tools.trim()]),
    ...(products === undefined ? [] : [products.trim()]),
  ]
    .join('\n\n')
    .concat('\n');
}

const suiteSections = ({ evasion, discourse, independent, ruleCases }: Suites): string[] => [
  `## Evasion suite\n\n${evasionSection(evasion)}\n\n${list('Dressed attacks not called UNSAFE', evasion.misses)}`,
  `## Discourse bed, read by the whole engine\n\n${discourseSection(discourse)}`,
  `## Prose by independent authors\n\n${independentSection(independent)}`,
  `## Rule cases\n\n${ruleCaseSection(ruleCases)}`,
];

function aboutRun({ date, version, isSandboxed, corpus, suites }: Evaluation): string {
  const what =
    corpus === undefined
      ? "the project's own suites"
      : `the development corpus (${corpus.malicious} malicious, ${corpus.benign} presumed benign skills) and the project's own suites`;
  const dressed = suites === undefined ? '' : `; ${suites.evasion.dressed.n} dressed attacks`;
  const time =
    corpus === undefined
      ? ''
      : ` Time per skill in this run: median ${corpus.time.medianMs.toFixed(1)} ms, p95 ${corpus.time.p95Ms.toFixed(1)} ms.`;
  return `Measured on ${date} with engine ${version}, sandbox ${isSandboxed ? 'on' : 'off'}, on ${what}${dressed}.${time} A high score on the development corpus proves little: its malicious part is one campaign from the wild and one generated benchmark.`;
}

const corpusLists = ({ misses, blockedBenign, faults }: CorpusFigures): string =>
  [
    list('Malicious skills not called UNSAFE', misses),
    list('Benign skills blocked', blockedBenign),
    list('Reviews that failed', faults),
  ].join('\n\n');

function list(title: string, results: readonly Result[]): string {
  if (results.length === 0) return `${title}: none.`;
  const rows = results.map(({ sample, reviewResult, marks, reasons }) => [
    sample.id,
    sample.category,
    reviewResult,
    reasons.join(', '),
    marks
      .slice(0, 3)
      .map(({ ruleId, severity, place }) => `${severity} ${ruleId} ${place}`)
      .join('; '),
  ]);
  return `${title}: ${results.length}\n\n${table(['sample', 'category', 'result', 'blocked by', 'findings'], rows)}`;
}
