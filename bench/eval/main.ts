/** `npm run eval`: how often the engine is right, on a labelled corpus and on the project's own suites. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openEngine } from '../../apps/cli/src/review/engine.ts';
import { readCorpus } from './corpus.ts';
import { toCorpusFigures } from './measure/corpus-figures.ts';
import { exportForModels, measureModels, packRecorded, READERS_SECTION } from './model/main.ts';
import { EVAL_HELP, type EvalOptions, parseEvalOptions } from './options.ts';
import { type Evaluation, toAccuracyPage } from './output/accuracy-page.ts';
import { listResults } from './output/lists.ts';
import { type Review, runSamples } from './run.ts';
import type { Result } from './sample.ts';
import { runDiscourse } from './suites/discourse.ts';
import { runEvasion } from './suites/evasion.ts';
import { runRuleCases } from './suites/rule-cases.ts';
import { runStrangers } from './suites/strangers.ts';
import { runVariants } from './suites/variants.ts';

const ACCURACY_PAGE = fileURLToPath(new URL('../ACCURACY.md', import.meta.url));

const REASONS = new URL('./reasons.md', import.meta.url);

/** Reviewed only to learn which engine answers. */
const NOTHING = { productType: 'SKILL', files: [], source: { url: 'local:', ref: '' } } as const;

const options = parseEvalOptions(process.argv.slice(2));
if (options === undefined) console.log(EVAL_HELP);
else if (options.modelPack !== undefined) packRecorded(options);
else if (options.modelExport !== undefined) await withEngine(options, exportForModels);
else if (options.modelAnswers.length > 0) await withEngine(options, measureModels);
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

async function evaluate({ jobs, isSandboxed, ...output }: EvalOptions): Promise<void> {
  const engine = openEngine({ size: jobs, isSandboxed });
  try {
    const corpus = output.corpus === undefined ? undefined : await runCorpus(output.corpus, engine.review, jobs);
    const evasion = await runEvasion(engine.review, jobs);
    const discourse = await runDiscourse(engine.review, jobs);
    const variants = await runVariants(engine.review, jobs);
    const strangers = await runStrangers(engine.review, jobs);
    const ruleCases = runRuleCases();
    const reasons = readFileSync(REASONS, 'utf8');
    const readers = existsSync(READERS_SECTION) ? readFileSync(READERS_SECTION, 'utf8') : undefined;
    const date = new Date().toISOString().slice(0, 10);
    const { version } = (await engine.review(NOTHING)).report.engine;
    publish(
      { date, version, isSandboxed, corpus, evasion, discourse, variants, strangers, ruleCases, reasons, readers },
      output,
    );
  } finally {
    engine.close();
  }
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
  if (isWriting) writeFileSync(ACCURACY_PAGE, page);
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(evaluation, null, 2)}\n`);
  if (lists !== undefined) writeLists(lists, evaluation);
}

function writeLists(folder: string, { corpus, evasion, discourse, variants }: Evaluation): void {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, title: string, results: readonly Result[]): void =>
    writeFileSync(join(folder, `${name}.txt`), listResults(title, results));
  if (corpus !== undefined) {
    write('misses', 'Malicious skills not called UNSAFE', corpus.misses);
    write('blocked-benign', 'Benign skills blocked', corpus.blockedBenign);
    write('high-benign', 'Benign skills with a HIGH finding, not blocked', corpus.highBenign);
    write('faults', 'Reviews that failed', corpus.faults);
  }
  write('evasion-misses', 'Dressed attacks not called UNSAFE', evasion.misses);
  write('discourse-missed', 'Live or disguised payloads without a HIGH finding', discourse.missed);
  write('discourse-alarms', 'Discussed payloads that block', discourse.alarms);
  write('variants-missed', 'Attacks in fresh words not called UNSAFE', variants.missed);
  write('variants-alarms', 'Harmless twins that block', variants.alarms);
}
