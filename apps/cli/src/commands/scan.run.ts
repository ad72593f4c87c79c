import { resolve } from 'node:path';
import { findApis, isApiPath } from '../apis/find-apis.ts';
import { findContracts, isContractPath } from '../contracts/find-contracts.ts';
import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts';
import { toCostAfter, toCostBefore, toCostMeanwhile } from '../models/cost-lines.ts';
import type { ChosenModel } from '../models/find-model.ts';
import type { Readers } from '../models/reading-review.ts';
import { toHumanText, toTotalsText } from '../render/human.ts';
import { toJsonLine, toJsonText } from '../render/json.ts';
import { createProgress } from '../render/progress.ts';
import { toSafeText } from '../render/safe-text.ts';
import { writeSarif } from '../render/sarif-file.ts';
import { createStyle } from '../render/style.ts';
import type { Engine } from '../review/engine.ts';
import { decideExit, type Outcome } from '../review/outcome.ts';
import { bundleOf, type Review, reviewSkills, type Target } from '../review/review-skills.ts';
import { DEFAULT_URL, readUserSettings } from '../service/settings.ts';
import { findSkills, type Skill } from '../skills/find-skills.ts';
import { type Ignores, readIgnores } from '../skills/ignore-file.ts';
import { readSkill } from '../skills/read-skill.ts';
import type { Terminal } from '../terminal.ts';
import { findLists, isListPath, type ToolTarget } from '../tools/find-lists.ts';
import { printReplay } from './replay.ts';
import type { ScanOptions } from './scan.options.ts';

/** A slow review delays the output of later ones. This many more reviews may finish in the meantime. */
const SKILLS_HELD_PER_PROCESS = 4;

type Find = (
  paths: readonly string[],
  cwd: string,
  skills: readonly Skill[],
) => { readonly targets: readonly Target[]; readonly gaps: readonly string[] };

/** Finds, reviews and prints. Returns the exit code. */
export async function runScan(options: ScanOptions, engine: Engine, terminal: Terminal): Promise<ExitCode> {
  const startedAt = terminal.now();
  const found = findSkills(
    options.paths.filter((path) => !isContractPath(path) && !isApiPath(path) && !isListPath(path)),
    terminal.cwd,
  );
  const running = await listRunning(options.mcp, terminal);
  const finders: readonly Find[] = [findContracts, findApis, findLists];
  const others = finders.map((find) => find(options.paths, terminal.cwd, found.skills));
  const targets: Target[] = [...found.skills, ...others.flatMap((other) => other.targets), ...running.lists];
  const gaps = [...new Set([...found.gaps, ...others.flatMap((other) => other.gaps)])];
  for (const gap of gaps) terminal.err(`assay: ${toSafeText(gap)}\n`);
  if (targets.length + running.failed.length === 0)
    terminal.err('assay: nothing to scan: no SKILL.md, .sol file, OpenAPI document or tool list was found.\n');

  const readers = await openReaders(options, found.skills, terminal);
  const printer = createPrinter(options, terminal);
  const costs = readers && (() => toCostMeanwhile(readers.usage(), readers.costMicrosLeft()));
  const progress = createProgress(targets.length, terminal, costs);
  const outcomes: Outcome[] = [...running.failed];
  for (const outcome of running.failed) printer.print(outcome);
  for await (const outcome of review(targets, options, engine.review, terminal, readers)) {
    progress.clear();
    printer.print(outcome);
    progress.step(outcome);
    outcomes.push(withoutFiles(outcome));
  }
  progress.clear();
  printer.finish(outcomes, terminal.now() - startedAt);
  if (readers !== undefined) terminal.err(`assay: ${toCostAfter(readers.usage(), readers.isPriceUnknown)}\n`);

  const fault =
    options.sarifFile && (await writeSarif(resolve(terminal.cwd, options.sarifFile), outcomes, homeOf(terminal)));
  if (fault) terminal.err(`assay: ${toSafeText(`${options.sarifFile}: ${fault}`)}; the SARIF log was not written.\n`);
  if (options.pins !== undefined) await keepPins(options.pins, outcomes, terminal);
  if (options.replay !== undefined) return printReplay(options.replay, outcomes, terminal);
  const exitCode = decideExit({
    outcomes,
    searchGaps: gaps,
    failOn: options.failOn,
    isReaderRequired: options.isReaderRequired,
  });
  return exitCode === EXIT.safe && fault ? EXIT.undecided : exitCode;
}

/** The portal of the user's own service documents the tool. A project's file must not choose links. */
const homeOf = (terminal: Terminal): string => terminal.config.url ?? readUserSettings(terminal).url ?? DEFAULT_URL;

/** Queries running servers one after the other. A server that fails is reported and leaves the result undecided. */
async function listRunning(asked: readonly string[], { cwd, config }: Terminal) {
  const lists: ToolTarget[] = [];
  const failed: Outcome[] = [];
  if (asked.length === 0) return { lists, failed };
  const { listTools } = await import('../tools/list-tools.ts');
  for (const target of asked) {
    try {
      const listed = await listTools(target, { cwd, findVariable: config.models.findVariable });
      const bytes = new TextEncoder().encode(`${JSON.stringify(listed, null, 2)}\n`);
      lists.push({ root: cwd, name: target, list: { path: 'tools.json', bytes } });
    } catch (error) {
      if (error instanceof UsageError) throw error;
      const reason = error instanceof Error ? error.message : 'unknown fault';
      failed.push({ kind: 'failed', target, gaps: [`its tools could not be listed: ${reason}`] });
    }
  }
  return { lists, failed };
}

async function keepPins(file: string, outcomes: readonly Outcome[], { cwd, err }: Terminal): Promise<void> {
  const { readPins, writePins } = await import('../tools/pins-file.ts');
  if (readPins(file, cwd) !== undefined) return;
  const said = writePins(file, cwd, outcomes) ? 'written' : 'not written: pins need one list that was read and is SAFE';
  err(`assay: ${toSafeText(`${file}: ${said}`)}.\n`);
}

async function* review(
  skills: readonly Target[],
  options: ScanOptions,
  engine: Review,
  terminal: Terminal,
  readers: Readers | undefined,
): AsyncGenerator<Outcome> {
  if (skills.length === 0) return;
  yield* reviewSkills(skills, {
    review: readers?.around(engine) ?? engine,
    ignores: ignoresOf(options, terminal),
    // Model requests are slow and parallel, so their concurrency and not the processor count limits the window.
    window: Math.max(Math.min(options.jobs, skills.length) * SKILLS_HELD_PER_PROCESS, readers?.concurrency ?? 0),
    today: terminal.today,
  });
}

const ignoresOf = ({ ignoreFile }: ScanOptions, { cwd }: Terminal): Ignores => readIgnores(cwd, ignoreFile);

/** Opens the models and prints the maximum cost first. Only this function loads the SDK. */
async function openReaders(
  options: ScanOptions,
  skills: readonly Skill[],
  terminal: Terminal,
): Promise<Readers | undefined> {
  const { budgetMicros } = options;
  const chosen = await chooseModels(options, terminal);
  if (chosen.length === 0) {
    if (budgetMicros !== undefined) throw new UsageError('--budget needs a reader: --model NAME, or assay reader use.');
    return undefined;
  }
  const { openModels } = await import('../models/find-model.ts');
  const { openAnswerCache } = await import('../models/answer-cache.ts');
  const { createReaders, NO_ESTIMATE } = await import('../models/reading-review.ts');
  const { cacheFolder, findVariable } = terminal.config.models;
  const readers = createReaders(openModels(chosen, findVariable), openAnswerCache(cacheFolder), budgetMicros);
  const ignores = ignoresOf(options, terminal);
  const estimate = skills
    .filter(({ root }) => ignores.ofSkill(root) === undefined)
    .reduce((sum, { root }) => readers.estimate(bundleOf(readSkill(root).files), sum), NO_ESTIMATE);
  terminal.err(`assay: ${toSafeText(toCostBefore(chosen, estimate, budgetMicros))}\n`);
  return readers;
}

/** The models of the command line, else the reader from the user's own settings. */
async function chooseModels(
  { models, modelConfig, isReaderOff }: ScanOptions,
  terminal: Terminal,
): Promise<readonly ChosenModel[]> {
  if (isReaderOff) return [];
  const { configFile, findVariable } = terminal.config.models;
  if (models.length === 0) {
    const { reader } = readUserSettings(terminal);
    if (reader === undefined) return [];
    const { checkChosen } = await import('../models/find-model.ts');
    return [await checkChosen(reader, findVariable)];
  }
  const { findModels } = await import('../models/find-model.ts');
  const file = modelConfig === undefined ? configFile : resolve(terminal.cwd, modelConfig);
  return findModels(models, { file, isFileNamed: modelConfig !== undefined, findVariable });
}

type Printer = {
  readonly print: (outcome: Outcome) => void;
  readonly finish: (outcomes: readonly Outcome[], durationMs: number) => void;
};

function createPrinter({ format }: ScanOptions, terminal: Terminal): Printer {
  const nothing = () => {};
  switch (format) {
    case 'json':
      return { print: nothing, finish: (outcomes) => terminal.out(toJsonText(outcomes)) };
    case 'jsonl':
      return { print: (outcome) => terminal.out(toJsonLine(outcome)), finish: nothing };
    case 'human':
      return createHumanPrinter(terminal);
  }
}

function createHumanPrinter({ out, isOutColoured, columns }: Terminal): Printer {
  const style = createStyle(isOutColoured);
  let last = '';
  return {
    print: (outcome) => {
      last = toHumanText(outcome, { style, columns });
      out(last);
    },
    // One blank line before the totals.
    finish: (outcomes, durationMs) =>
      out(`${last.endsWith('\n\n') ? '' : '\n'}${toTotalsText(outcomes, durationMs, style)}`),
  };
}

/** The excerpts are already printed, so a long scan need not keep the bytes of every skill. */
const withoutFiles = (outcome: Outcome): Outcome => (outcome.kind === 'reviewed' ? { ...outcome, files: [] } : outcome);
