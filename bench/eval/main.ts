/** `npm run eval`: measures the accuracy of the engine on a labelled corpus and on the project's own suites. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Report } from '@assay/audit';
import { openEngine } from '../../apps/cli/src/review/engine.ts';
import { APIS_SECTION, measureApis } from './apis/main.ts';
import { BLIND_SECTION, measureBlind } from './blind/main.ts';
import { listBlockedByUnread } from './blocked-by-unread.ts';
import { CONTRACTS_SECTION, measureContracts } from './contracts/main.ts';
import { readCorpus } from './corpus.ts';
import { runGuard } from './guard/main.ts';
import { readHeldOutRuns, recordHeldOutRun } from './held-out-runs.ts';
import { toCorpusFigures } from './measure/corpus-figures.ts';
import { toWildFigures } from './measure/wild-figures.ts';
import { exportForModels, importForModels, measureModels, PRODUCTS_SECTION, READERS_SECTION } from './model/main.ts';
import { EVAL_HELP, type EvalOptions, parseEvalOptions } from './options.ts';
import { type Evaluation, type Suites, toAccuracyPage } from './output/accuracy-page.ts';
import { listResults } from './output/lists.ts';
import { writeRuleHits } from './output/rule-hits.ts';
import type { Parts } from './output/wild-section.ts';
import { type Review, runSamples } from './run.ts';
import { isBlocked, type Result, type Sample } from './sample.ts';
import { openStoredResults } from './stored-results.ts';
import { runDiscourse } from './suites/discourse.ts';
import { runEvasion } from './suites/evasion.ts';
import { runIndependentSuites } from './suites/independent.ts';
import { runRuleCases } from './suites/rule-cases.ts';
import { measureSuites, UNREAD_SECTION } from './suites/unread.ts';
import { measureTools, TOOLS_SECTION } from './tools/main.ts';
import { readUnread, readWild } from './wild.ts';

const DETAILS_PAGE = fileURLToPath(new URL('./details/accuracy.md', import.meta.url));

const REASONS = new URL('./reasons.md', import.meta.url);

/** Reviewed only to learn which engine answers. */
const NOTHING = { productType: 'SKILL', files: [], source: { url: 'local:', ref: '' } } as const;

const options = parseEvalOptions(process.argv.slice(2));
if (options === undefined) console.log(EVAL_HELP);
else if (options.importAnswers !== undefined) importForModels(options);
else if (options.exportRequests !== undefined) await withEngine(options, exportForModels);
else if (options.modelAnswers.length > 0) await withEngine(options, measureModels);
else if (options.apis.length > 0) await withEngine(options, measureApis);
else if (options.contracts !== undefined) await withEngine(options, measureContracts);
else if (options.tools.length > 0) await withEngine(options, measureTools);
else if (options.suites.length > 0) await withEngine(options, measureSuites);
else if (options.isGuard) await withEngine(options, runGuard);
else if (options.isBlockedByUnread) await withEngine(options, listBlockedByUnread);
else if (options.blind !== undefined) measureBlind(options);
else await evaluate(options);

type ModelWork = (options: EvalOptions, review: Review) => Promise<void>;

async function withEngine(given: EvalOptions, work: ModelWork): Promise<void> {
  const engine = openEngine({ size: given.jobs, isSandboxed: given.isSandboxed });
  try {
    await work(given, engine.review);
  } finally {
    engine.close();
  }
}

async function evaluate(settings: EvalOptions): Promise<void> {
  const { jobs, isSandboxed, corpus: folder } = settings;
  const engine = openEngine({ size: jobs, isSandboxed });
  try {
    const date = new Date().toISOString().slice(0, 10);
    const { report } = await engine.review(NOTHING);
    const { version } = report.engine;
    const wild = await runParts(settings, engine.review, date, report);
    const corpus = folder === undefined ? undefined : await runCorpus(folder, engine.review, jobs);
    const suites = settings.isPartsOnly ? undefined : await runSuites(engine.review, jobs);
    const reasons = readFileSync(REASONS, 'utf8');
    const [readers, contracts, apis, tools, products, blind, unread] = [
      READERS_SECTION,
      CONTRACTS_SECTION,
      APIS_SECTION,
      TOOLS_SECTION,
      PRODUCTS_SECTION,
      BLIND_SECTION,
      UNREAD_SECTION,
    ].map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined));
    const found = {
      date,
      version,
      isSandboxed,
      wild,
      corpus,
      suites,
      reasons,
      readers,
      apis,
      contracts,
      tools,
      products,
      blind,
      unread,
    };
    publish({ ...found, looks: readHeldOutRuns() }, settings);
  } finally {
    engine.close();
  }
}

async function runParts(
  { wild, check, final, limit, jobs, lists, keep }: EvalOptions,
  review: Review,
  date: string,
  { engine, ruleset }: Report,
): Promise<Parts> {
  const stored = openStoredResults(keep, ruleset.digest);
  const run = async (samples: readonly Sample[]) => await runSamples(samples, review, jobs, stored);
  const tuned = wild === undefined ? undefined : await run(readWild(wild, limit));
  // Of these only counts are kept: what fired there is not for the eyes of those who write rules.
  const count = async (part: 'CHECK' | 'FINAL', folder: string | undefined) => {
    if (folder === undefined) return undefined;
    const figures = toWildFigures(await run(readUnread(folder, part, limit)));
    recordHeldOutRun(part, date, engine.version, figures);
    return figures;
  };
  if (tuned !== undefined && lists !== undefined) writeWildLists(lists, tuned);
  return {
    tune: tuned && toWildFigures(tuned),
    check: await count('CHECK', check),
    final: await count('FINAL', final),
  };
}

function writeWildLists(folder: string, results: readonly Result[]): void {
  mkdirSync(folder, { recursive: true });
  const blocked = results.filter(isBlocked);
  const high = results.filter((result) => result.hasHigh && !isBlocked(result));
  writeFileSync(join(folder, 'wild-blocked.txt'), listResults('Wild skills blocked', blocked));
  writeFileSync(join(folder, 'wild-high.txt'), listResults('Wild skills with a HIGH finding, not blocked', high));
}

async function runSuites(review: Review, jobs: number): Promise<Suites> {
  return {
    evasion: await runEvasion(review, jobs),
    discourse: await runDiscourse(review, jobs),
    independent: await runIndependentSuites(review, jobs),
    ruleCases: runRuleCases(),
  };
}

async function runCorpus(folder: string, review: Review, jobs: number) {
  const startedAt = performance.now();
  const results = await runSamples(readCorpus(folder), review, jobs);
  const perSecond = results.length / ((performance.now() - startedAt) / 1_000);
  console.error(`${results.length} samples, ${perSecond.toFixed(1)} per second with ${jobs} at a time`);
  return toCorpusFigures(results);
}

type Output = Pick<EvalOptions, 'json' | 'lists' | 'isWriting'>;

function publish(evaluation: Evaluation, { json, lists, isWriting }: Output): void {
  const page = toAccuracyPage(evaluation);
  console.log(page);
  if (isWriting) {
    mkdirSync(dirname(DETAILS_PAGE), { recursive: true });
    writeFileSync(DETAILS_PAGE, page);
    writeRuleHits(evaluation.wild);
  }
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(evaluation, null, 2)}\n`);
  if (lists !== undefined) writeLists(lists, evaluation);
}

function writeLists(folder: string, { corpus, suites }: Evaluation): void {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, title: string, results: readonly Result[]): void =>
    writeFileSync(join(folder, `${name}.txt`), listResults(title, results));
  if (corpus !== undefined) {
    write('misses', 'Malicious skills not called UNSAFE', corpus.misses);
    write('blocked-benign', 'Benign skills blocked', corpus.blockedBenign);
    write('high-benign', 'Benign skills with a HIGH finding, not blocked', corpus.highBenign);
    write('faults', 'Reviews that failed', corpus.faults);
  }
  if (suites === undefined) return;
  const { evasion, discourse } = suites;
  write('evasion-misses', 'Dressed attacks not called UNSAFE', evasion.misses);
  write('discourse-alarms', 'Discussed payloads that block', discourse.alarms);
}
