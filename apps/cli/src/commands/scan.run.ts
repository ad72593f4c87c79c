import { resolve } from 'node:path';
import { type ApiTarget, findApis, isApiPath } from '../apis/find-apis.ts';
import { type ContractTarget, findContracts, isContractPath } from '../contracts/find-contracts.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { toCostAfter, toCostBefore } from '../models/cost-lines.ts';
import type { Readers } from '../models/reading-review.ts';
import { toHumanText, toTotalsText } from '../render/human.ts';
import { toJsonLine, toJsonText } from '../render/json.ts';
import { createProgress } from '../render/progress.ts';
import { toSafeText } from '../render/safe-text.ts';
import { writeSarif } from '../render/sarif-file.ts';
import { createStyle } from '../render/style.ts';
import type { Engine } from '../review/engine.ts';
import { decideExit, type Outcome } from '../review/outcome.ts';
import { bundleOf, type Review, reviewSkills } from '../review/review-skills.ts';
import { findSkills, type Skill } from '../skills/find-skills.ts';
import { type Ignores, readIgnores } from '../skills/ignore-file.ts';
import { readSkill } from '../skills/read-skill.ts';
import type { Terminal } from '../terminal.ts';
import { printReplay } from './replay.ts';
import type { ScanOptions } from './scan.options.ts';

/** A slow review holds back those printed after it; this many more may be done meanwhile. */
const SKILLS_HELD_PER_PROCESS = 4;

/** Find, review, print; the answer is the exit code. */
export async function runScan(options: ScanOptions, engine: Engine, terminal: Terminal): Promise<ExitCode> {
  const startedAt = terminal.now();
  const found = findSkills(
    options.paths.filter((path) => !isContractPath(path) && !isApiPath(path)),
    terminal.cwd,
  );
  const targets = [
    ...found.skills,
    ...findContracts(options.paths, terminal.cwd, found.skills),
    ...findApis(options.paths, terminal.cwd, found.skills),
  ];
  for (const gap of found.gaps) terminal.err(`assay: ${toSafeText(gap)}\n`);
  if (targets.length === 0)
    terminal.err(
      'assay: nothing to scan: no folder with a SKILL.md, no .sol file and no OpenAPI document was found.\n',
    );

  const readers = options.models.length === 0 ? undefined : await openReaders(options, found.skills, terminal);
  const printer = createPrinter(options, terminal);
  const progress = createProgress(targets.length, terminal);
  const outcomes: Outcome[] = [];
  for await (const outcome of review(targets, options, readers?.around(engine.review) ?? engine.review, terminal)) {
    progress.clear();
    printer.print(outcome);
    progress.step(outcome);
    outcomes.push(withoutFiles(outcome));
  }
  progress.clear();
  printer.finish(outcomes, terminal.now() - startedAt);
  if (readers !== undefined) terminal.err(`assay: ${toCostAfter(readers.usage())}\n`);

  const fault = options.sarifFile && (await writeSarif(resolve(terminal.cwd, options.sarifFile), outcomes));
  if (fault) terminal.err(`assay: ${toSafeText(`${options.sarifFile}: ${fault}`)}; the SARIF log was not written.\n`);
  if (options.replay !== undefined) return printReplay(options.replay, outcomes, terminal);
  const exitCode = decideExit({ outcomes, searchGaps: found.gaps, failOn: options.failOn });
  return exitCode === EXIT.safe && fault ? EXIT.undecided : exitCode;
}

async function* review(
  skills: readonly (Skill | ContractTarget | ApiTarget)[],
  options: ScanOptions,
  how: Review,
  terminal: Terminal,
): AsyncGenerator<Outcome> {
  if (skills.length === 0) return;
  yield* reviewSkills(skills, {
    review: how,
    ignores: ignoresOf(options, terminal),
    window: Math.min(options.jobs, skills.length) * SKILLS_HELD_PER_PROCESS,
    today: terminal.today,
  });
}

const ignoresOf = ({ ignoreFile }: ScanOptions, { cwd }: Terminal): Ignores => readIgnores(cwd, ignoreFile);

/** The models, ready to be asked; what that will cost at most is said first. The SDK is loaded only here. */
async function openReaders(options: ScanOptions, skills: readonly Skill[], terminal: Terminal): Promise<Readers> {
  const { models, modelConfig, budgetMicros } = options;
  const { openModels } = await import('../models/find-model.ts');
  const { openAnswerCache } = await import('../models/answer-cache.ts');
  const { createReaders, NO_ESTIMATE } = await import('../models/reading-review.ts');
  const { configFile, cacheFolder, findVariable } = terminal.config.models;
  const file = modelConfig === undefined ? configFile : resolve(terminal.cwd, modelConfig);
  const readers = createReaders(openModels(models, { file, findVariable }), openAnswerCache(cacheFolder), budgetMicros);
  const ignores = ignoresOf(options, terminal);
  const estimate = skills
    .filter(({ root }) => ignores.ofSkill(root) === undefined)
    .reduce((sum, { root }) => readers.estimate(bundleOf(readSkill(root).files), sum), NO_ESTIMATE);
  terminal.err(`assay: ${toSafeText(toCostBefore(models, estimate, budgetMicros))}\n`);
  return readers;
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
    // A blank line before the totals, once.
    finish: (outcomes, durationMs) =>
      out(`${last.endsWith('\n\n') ? '' : '\n'}${toTotalsText(outcomes, durationMs, style)}`),
  };
}

/** Excerpts are printed; a long scan need not hold the bytes of every skill. */
const withoutFiles = (outcome: Outcome): Outcome => (outcome.kind === 'reviewed' ? { ...outcome, files: [] } : outcome);
