import { basename } from 'node:path';
import type { Pass, Reading, Report } from '@assay/audit';
import { foldReadings, isDecided, planReading, runPass } from '@assay/reader';
import { createModel, type Model, ModelConfig } from '@assay/reader/models';
import { type ModelServer, readAnswers, replayAnswers, startModelServer } from '@assay/reader/testing';
import type { Review } from '../run.ts';
import type { SuiteSample } from '../suites/suite-files.ts';
import { passesOf } from './published.ts';

/** The result for one sample. */
export type ReadSample = {
  readonly sample: SuiteSample;
  readonly engine: Report;
  readonly readings: readonly Reading[];
  /** With the readings in it. */
  readonly report: Report;
};

export type ReadSuites = {
  readonly reads: readonly ReadSample[];
  /** Samples of which some answer was never recorded; they count for nothing. */
  readonly notRecorded: readonly SuiteSample[];
};

type Recorded = { readonly model: Model; readonly answers: ReadonlyMap<string, string>; readonly server: ModelServer };

/** Each folder of answers is one reader; its name says which model gave them. */
async function openRecorded(folder: string): Promise<Recorded> {
  const answers = readAnswers(folder);
  const server = await startModelServer(replayAnswers(answers));
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40);
  const config = { name, endpoint: server.endpoint, model: name, family: name, retries: 0, concurrency: 8 };
  return { model: createModel(ModelConfig.parse(config)), answers, server };
}

/** Puts every recorded answer through the way of the product: endpoint, parsing, planted checks, quotes, fold. */
export async function runModelAnswers(
  samples: readonly SuiteSample[],
  review: Review,
  folders: readonly string[],
): Promise<ReadSuites> {
  const recorded = await Promise.all(folders.map(openRecorded));
  const reads: ReadSample[] = [];
  const notRecorded: SuiteSample[] = [];
  try {
    for (const sample of samples) {
      const read = await readSample(sample, review, recorded);
      if (read === undefined) notRecorded.push(sample);
      else reads.push(read);
    }
  } finally {
    await Promise.all(recorded.map(({ server }) => server.close()));
  }
  return { reads, notRecorded };
}

async function readSample(
  sample: SuiteSample,
  review: Review,
  recorded: readonly Recorded[],
): Promise<ReadSample | undefined> {
  const bundle = sample.load();
  const { report: engine } = await review(bundle);
  const plan = planReading(bundle, { report: engine, passes: passesOf(sample) });
  const readings: Reading[] = [];
  for (const { model, answers } of recorded) {
    for (const planned of plan.passes) {
      if (!planned.requests.every(({ key }) => answers.has(key))) continue;
      readings.push((await runPass(plan, planned, model)).reading);
    }
  }
  const answered = new Set(readings.map(({ pass }: { readonly pass: Pass }) => pass));
  if (!plan.passes.every(({ pass }) => answered.has(pass)) && !isDecided(readings, engine)) {
    // Of an API or a tool that the engine blocks by itself nobody has to be asked.
    const isDecided = bundle.productType !== 'SKILL' && engine.reviewResult === 'UNSAFE' && readings.length === 0;
    return isDecided ? { sample, engine, readings, report: engine } : undefined;
  }
  return { sample, engine, readings, report: foldReadings(engine, readings) };
}
