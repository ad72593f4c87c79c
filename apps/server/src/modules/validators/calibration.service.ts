import type { RulePack } from '@assay/audit';
import { COUNCIL, drawCalibration } from '@assay/economy/council';
import { type Hash32, keccak256Hex, type RandomBytes, type Track, type VerdictValue } from '@assay/protocol';
import type { Logger } from '../../platform/log/index.ts';
import type { Attempt } from '../seats/index.ts';
import type { BundleFile } from '../submissions/index.ts';
import type { CaseRow } from './calibrations.store.ts';
import type { CaseProofs } from './case-proofs.ts';
import { CASE_SHOWN_MAX } from './case-use.ts';
import type { Standing } from './standing.service.ts';
import type { InTransaction, ValidatorTransaction } from './validators.transaction.ts';
import type { Vesting } from './vesting.service.ts';

/** The packs that a hosted validator has equipped. */
export type PacksOf = (validatorId: string) => Promise<readonly RulePack[]>;
/** Reviews a case and returns the vote of a validator of each family. Rejects when the engine cannot complete the case. */
export type HostedVote = (review: {
  readonly track: Track;
  readonly files: readonly BundleFile[];
  readonly entryPath: string;
  readonly packs?: readonly RulePack[];
}) => Promise<(family: string) => VerdictValue>;
type Deps = {
  readonly inTransaction: InTransaction;
  readonly stores: ValidatorTransaction;
  readonly loadBundle: (bundleId: string) => Promise<BundleFile[]>;
  readonly vote: HostedVote;
  readonly proofs: Pick<CaseProofs, 'provenOf'>;
  readonly packsOf: PacksOf;
  readonly standing: Pick<Standing, 'moveIn'>;
  readonly vesting: Pick<Vesting, 'returnStakeIn'>;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
  readonly log: Logger;
};

/** Tests validators on cases with a known verdict, before they get seats. */
export function createCalibration(deps: Deps) {
  const { inTransaction, stores, loadBundle, vote, proofs, packsOf, standing, vesting, random, clock, log } = deps;

  let isStopped = false;

  /** Runs one attempt of a hosted validator and returns the number of attempts that ended. */
  async function calibrateNext(): Promise<number> {
    for (const waiting of await stores.calibrations.listHosted()) {
      const cases = await provenCasesFor(waiting);
      if (cases !== undefined) return calibrate(waiting, cases);
    }
    return 0;
  }

  async function calibrate(waiting: Attempt & { family: string }, cases: readonly CaseRow[]): Promise<number> {
    await stores.calibrations.run(waiting);
    let correct = 0;
    const packs = await packsOf(waiting.validatorId);
    for (const one of cases) if (await isRight(one, waiting.family, packs)) correct++;
    await inTransaction((tx) => endIn(tx, waiting, correct));
    return 1;
  }

  const plainCases = (track: Attempt['track']): Promise<CaseRow[]> =>
    stores.calibrations.listCases({ use: 'calibration', track, kind: 'plain' });

  /** For remote validators, who answer by their own means. Undefined while too few cases are stored. */
  const casesFor = async (attempt: Attempt): Promise<CaseRow[] | undefined> =>
    drawFor(attempt, await plainCases(attempt.track));

  /**
   * For hosted validators, who answer with the engine. An operator may have imported cases that the engine does not
   * prove, so those are excluded.
   */
  const provenCasesFor = async (attempt: Attempt): Promise<CaseRow[] | undefined> =>
    drawFor(attempt, await proofs.provenOf(await plainCases(attempt.track)));

  async function drawFor(
    { validatorId, track, attempt }: Attempt,
    plain: readonly CaseRow[],
  ): Promise<CaseRow[] | undefined> {
    const shown = await stores.seats.listShownCases(CASE_SHOWN_MAX);
    const seed = keccak256Hex(new TextEncoder().encode(`${validatorId}/${track}/${attempt}`));
    const fresh = plain.filter(({ id }) => !shown.has(id));
    const drawn = drawFrom(fresh, seed) ?? drawFrom(plain, seed);
    // In random order: the stored order would have all good cases first.
    return drawn && shuffled(drawn, random);
  }

  function drawFrom(cases: readonly CaseRow[], seed: Hash32): CaseRow[] | undefined {
    const idsOf = (expected: VerdictValue) => cases.filter((one) => one.expected === expected).map(({ id }) => id);
    const drawn = drawCalibration(seed, { good: idsOf('SAFE'), bad: idsOf('UNSAFE') });
    return drawn && cases.filter(({ id }) => drawn.includes(id));
  }

  /**
   * A case that the engine cannot complete is not answered, so it does not count as right. When the service stops
   * during an attempt, the attempt stays open for the next start.
   */
  async function isRight(
    { id, track, bundleId, entryPath, expected }: CaseRow,
    family: string,
    packs: readonly RulePack[],
  ): Promise<boolean> {
    try {
      const judge = await vote({ track, files: await loadBundle(bundleId), entryPath, packs });
      return judge(family) === expected;
    } catch (error) {
      if (isStopped) throw error;
      log.warn({ err: error, caseId: id }, 'reviewing a calibration case failed');
      return false;
    }
  }

  /** Ends an attempt. Passing the last one activates the validator; failing one deactivates a newcomer. */
  async function endIn(tx: ValidatorTransaction, attempt: Attempt, correct: number): Promise<void> {
    await tx.validators.lockBooks();
    const now = clock.now();
    const isPassed = correct >= COUNCIL.calibration.passMin;
    const validator = await tx.validators.find(attempt.validatorId);
    if (validator === undefined || !(await tx.calibrations.end(attempt, { correct, isPassed, endedAt: now }))) return;
    if (isPassed) {
      const isLast = (await tx.calibrations.countOpen(validator.id)) === 0;
      if (isLast) await standing.moveIn(tx, validator, 'ACTIVE', { measuredSince: now });
      return;
    }
    await tx.calibrations.abandon(validator.id, now);
    if (validator.state !== 'CALIBRATING') return; // a suspended validator stays suspended and may try again
    await vesting.returnStakeIn(tx, validator);
    await standing.moveIn(tx, validator, 'INACTIVE');
  }

  return {
    calibrateNext,
    casesFor,
    provenCasesFor,
    endIn,
    stop(): void {
      isStopped = true;
    },
  };
}
/** Orders the items by unpredictable numbers. */
function shuffled<T>(items: readonly T[], random: RandomBytes): T[] {
  const numbered = items.map((item) => ({ item, number: Buffer.from(random(4)).readUInt32BE() }));
  return numbered.toSorted((one, other) => one.number - other.number).map(({ item }) => item);
}

export type Calibration = ReturnType<typeof createCalibration>;
