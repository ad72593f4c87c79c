import type { Bundle, Reading, ReadingUsage, Report } from '@assay/audit';
import type { ModelReader } from '@assay/protocol';
import type { BudgetPort, PlannedPass, ReadingPlan } from '@assay/reader';
import { toModelReader } from '@assay/reader/model-config';
import type { Model } from '@assay/reader/models';
import type { Logger } from '../../platform/log/index.ts';
import type { ModelDay, ReadingStore } from './readings.store.ts';

type ReadingModule = typeof import('@assay/reader');
type Deps = {
  /** Empty without configured models. Opened at the first use. */
  readonly openModels: () => Promise<readonly Model[]>;
  readonly store: ReadingStore;
  readonly clock: { now(): Date };
  readonly log: Logger;
  /** Keys the choice of planted products and the digests of masked secrets. */
  readonly installationKey: string;
  /** Called once for each pass that was requested. */
  readonly onRead?: (read: { model: string; outcome: string }) => void;
};
/** The report with its readings, and the usage of the readings made this time. */
type ReadReport = { readonly report: Report; readonly usage: ReadingUsage | null };

const MICROS_PER_DOLLAR = 1_000_000;
const DAY_CHARS = 10;
/** A pass that failed for an external reason can succeed later. Every answer of a model is kept permanently. */
const PASSING: ReadonlySet<string | null> = new Set(['timeout', 'unreachable', 'budget']);

/** Lets the configured models read bundles, once each, within the daily budget. No transaction is open meanwhile. */
export function createReaders({ openModels, store, clock, log, installationKey, onRead = () => undefined }: Deps) {
  const modelReview = (): Promise<ReadingModule> => import('@assay/reader');
  const today = (): string => clock.now().toISOString().slice(0, DAY_CHARS);

  /** Requests only missing readings, and only as many as the decision needs. A failed reading is an abstention. */
  async function read(
    bundle: Bundle,
    report: Report,
    mayRead: (model: ModelReader) => boolean = () => true,
  ): Promise<ReadReport> {
    const models = (await openModels()).filter(({ config }) => mayRead(toModelReader(config)));
    if (models.length === 0) return { report, usage: null };
    const { planReading, readInTurn, foldReadings, addUsage, NO_USAGE } = await modelReview();
    const plan = planReading(bundle, { report, installationKey });
    let usage = NO_USAGE;
    const readings = await readInTurn(plan, models, report, async (model, planned) => {
      const known = await findKnown(model, plan, planned);
      if (known !== undefined) return known;
      const asked = await readPass(model, plan, planned);
      usage = addUsage(usage, asked.usage);
      return asked;
    });
    return { report: foldReadings(report, readings), usage };
  }

  async function findKnown(
    model: Model,
    { inputDigest, promptVersion }: ReadingPlan,
    { pass }: PlannedPass,
  ): Promise<Reading | undefined> {
    const { family, model: name } = model.reader;
    const known = await store.list({ inputDigest, family, model: name, promptVersion });
    return known.find((reading) => reading.pass === pass);
  }

  async function readPass(model: Model, plan: ReadingPlan, planned: PlannedPass): Promise<Reading> {
    const { runPass, transcriptBytes } = await modelReview();
    const { reader, port, price } = model;
    const needs = { reader, port, price, budget: budgetOf(model) };
    const { reading, transcript } = await runPass(plan, planned, needs);
    const { outcome, abstention } = reading;
    log.info({ model: reader.name, pass: planned.pass, outcome, abstention }, 'model read a bundle');
    onRead({ model: reader.name, outcome: abstention ?? outcome });
    const { inputTokens, outputTokens } = reading.usage;
    const notAsked = transcript.exchanges.filter(({ reply }) => reply.kind === 'budget').length;
    await store.count(reader.name, today(), { inputTokens, outputTokens, notAsked });
    if (notAsked > 0)
      log.warn({ model: reader.name, pass: planned.pass }, 'daily budget spent: request to a model skipped');
    await store.keepTranscript(reading.transcript, transcriptBytes(transcript));
    if (!PASSING.has(abstention)) await store.keep(reading, clock.now());
    return reading;
  }

  function budgetOf({ config, reader: { name } }: Model): BudgetPort {
    const limit = config.dailyBudget === undefined ? Number.MAX_SAFE_INTEGER : config.dailyBudget * MICROS_PER_DOLLAR;
    const day = today();
    return {
      reserve: (micros) => store.reserve(name, day, micros, limit),
      settle: (reserved, spent) => store.settle(name, day, spent - reserved),
    };
  }

  /** One metric per model for today. */
  const figureToday = async (pick: (day: ModelDay) => number): Promise<Record<string, number>> =>
    Object.fromEntries((await store.listDay(today())).map((day) => [day.model, pick(day)]));

  return { read, figureToday };
}
export type Readers = ReturnType<typeof createReaders>;

/** The report with the readings of an earlier one, derived again from the stored transcripts. Makes no request. */
export const createReadAgain =
  (store: Pick<ReadingStore, 'findTranscript'>, installationKey: string) =>
  async (bundle: Bundle, report: Report, transcripts: readonly string[]): Promise<Report> => {
    if (transcripts.length === 0) return report;
    const { planReading, replayTranscript, foldReadings } = await import('@assay/reader');
    const plan = planReading(bundle, { report, installationKey });
    const readings = await Promise.all(
      transcripts.map(async (digest) => {
        const body = await store.findTranscript(digest);
        return body === undefined ? undefined : replayTranscript(plan, JSON.parse(body))?.reading;
      }),
    );
    return foldReadings(
      report,
      readings.filter((reading) => reading !== undefined),
    );
  };
export type ReadAgain = ReturnType<typeof createReadAgain>;
