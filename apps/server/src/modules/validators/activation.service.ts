import { COUNCIL, isReaderFamily } from '@assay/economy/council';
import { type ActivateRequest, Problem, type Track } from '@assay/protocol';
import type { Actor, Developer } from '../../platform/auth/index.ts';
import type { AgentStore } from '../accounts/index.ts';
import { type MarkBooks, type Purse, purseOf, refusingOverdraft, stakeOf } from '../purse/index.ts';
import { hostedFamilies } from './built-ins.ts';
import type { CalibrationRow } from './calibrations.store.ts';
import { toRequirements, toStandingItems } from './requirements.policy.ts';
import type { Standing } from './standing.service.ts';
import type { OwnAnswer, OwnValidators } from './validator.answer.ts';
import type { ValidatorEvents } from './validators.events.ts';
import type { StakedRow, ValidatorRow } from './validators.store.ts';
import type { InTransaction, ValidatorTransaction } from './validators.transaction.ts';
import type { Vesting } from './vesting.service.ts';
import type { WorldStandings } from './world-standings.ts';

type Deps = {
  readonly inTransaction: InTransaction;
  readonly stores: ValidatorTransaction;
  readonly books: MarkBooks;
  readonly purse: Pick<Purse, 'stakeableIn'>;
  readonly standing: Pick<Standing, 'moveIn'>;
  readonly events: ValidatorEvents;
  readonly vesting: Pick<Vesting, 'returnStakeIn'>;
  readonly looks: Pick<WorldStandings, 'standingOf'>;
  readonly own: OwnValidators;
  readonly agents: Pick<AgentStore, 'find'>;
  readonly clock: { now(): Date };
};
type Activated = { readonly validator: OwnAnswer; readonly isActive: boolean };

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** Activation and deactivation of validators. */
export function createActivation(deps: Deps) {
  const { inTransaction, stores, books, purse, standing, events, vesting, looks, own, agents, clock } = deps;

  async function requirements(caller: Actor | Developer | undefined) {
    if (caller?.kind !== 'key') return toRequirements(undefined);
    const validator = await stores.validators.findByActor(caller.actorId);
    const available = await purse.stakeableIn(stores, caller.actorId);
    return toRequirements({
      standing: looks.standingOf(caller.actorId),
      marks: available + (validator?.stake ?? 0n),
      isValidator: validator !== undefined && validator.state !== 'INACTIVE',
      calibrations: validator === undefined ? [] : await validAttempts(stores, validator),
    });
  }

  async function activate(caller: Actor, asked: ActivateRequest): Promise<Activated> {
    const request = { ...asked, tracks: [...new Set(asked.tracks)] };
    await requireAll(caller, request);
    checkFamily(request);
    const name = (await agents.find(caller.actorId))?.name ?? caller.actorId;
    await inTransaction(async (tx) => {
      await tx.validators.lockBooks();
      const before = await tx.validators.findByActor(caller.actorId);
      if (before === undefined || before.state === 'INACTIVE') return enterIn(tx, caller, request, { before, name });
      if (before.state === 'SUSPENDED') return recalibrateIn(tx, before);
      throw new Problem('validator_wrong_state', { state: before.state });
    });
    const validator = await own.read(caller.actorId);
    return { validator, isActive: validator.state === 'ACTIVE' };
  }

  /** Reports all unmet requirements at once. */
  async function requireAll(caller: Actor, request: ActivateRequest): Promise<void> {
    const before = await stores.validators.findByActor(caller.actorId);
    const isNew = before === undefined || before.state === 'INACTIVE';
    const missing = new Set([...missingOf(request), ...missingInWorld(caller.actorId)]);
    if (isNew && !(await mayTryAll(stores, before, request))) missing.add('CALIBRATION');
    if (before === undefined && (await stores.validators.isWalletTaken(caller.walletAddress))) {
      missing.add('ONE_PER_WALLET');
    }
    if (missing.size === 0) return;
    // A lack of marks alone is left to the books, whose error states the missing amount.
    if (isNew && request.stake > (await purse.stakeableIn(stores, caller.actorId))) missing.add('STAKE');
    throw new Problem('requirements_not_met', { missing: [...missing].toSorted() });
  }

  async function mayTryAll(
    tx: ValidatorTransaction,
    before: StakedRow | undefined,
    request: ActivateRequest,
  ): Promise<boolean> {
    if (before === undefined) return true;
    const passed = isSameReviewer(before, request) ? await passedTracks(tx, before) : [];
    const tried = request.tracks.filter((track) => !passed.includes(track));
    const allowed = await Promise.all(tried.map((track) => mayTry(tx, before.id, track, clock.now())));
    return allowed.every(Boolean);
  }

  /** Age, reputation and debts come from the world. Without one they do not block. */
  function missingInWorld(actorId: string): string[] {
    const inWorld = looks.standingOf(actorId);
    const items = inWorld === undefined ? [] : toStandingItems(inWorld);
    return items.filter(({ met }) => met !== true).map(({ code }) => code);
  }

  type Entering = { readonly before: StakedRow | undefined; readonly name: string };
  async function enterIn(
    tx: ValidatorTransaction,
    { actorId, walletAddress }: Actor,
    { tracks, stake, mode, family }: ActivateRequest,
    { before, name }: Entering,
  ): Promise<void> {
    const now = clock.now();
    const earlier = before !== undefined && isSameReviewer(before, { mode, family }) ? before : undefined;
    const passed = earlier === undefined ? [] : await passedTracks(tx, earlier);
    const missing = tracks.filter((track) => !passed.includes(track));
    if (before !== undefined) await requireAttempts(tx, before.id, missing, now);

    const state = missing.length === 0 ? 'ACTIVE' : 'CALIBRATING';
    const row: ValidatorRow = {
      id: actorId,
      actorId,
      wallet: walletAddress,
      name,
      family,
      mode,
      builtIn: false,
      tracks,
      state,
      entryStake: stake,
      measuredSince: earlier?.measuredSince ?? now,
      calibrationsLapsedAt: earlier === undefined ? now : earlier.calibrationsLapsedAt,
      unbondingUntil: null,
      since: now,
    };
    if (before !== undefined) await tx.validators.change(before.id, row);
    else if ((await tx.validators.insertAll([row])).length === 0) {
      throw new Problem('requirements_not_met', { missing: ['ONE_PER_WALLET'] });
    }
    await stakeIn(tx, row, stake);
    await openCalibrationsIn(tx, row.id, missing, now);
    await events.stateChangedIn(tx, row, before?.state ?? null, state);
  }

  /** A suspended validator stays suspended until it has passed calibration again and restored its stake. */
  async function recalibrateIn(tx: ValidatorTransaction, validator: StakedRow): Promise<void> {
    const { id, tracks, stake, entryStake } = validator;
    const now = clock.now();
    if ((await tx.calibrations.countOpen(id)) > 0) throw new Problem('validator_wrong_state', { state: 'SUSPENDED' });
    for (const track of tracks) {
      if (!(await mayTry(tx, id, track, now))) throw new Problem('licence_suspended');
    }
    if (stake < entryStake) await stakeIn(tx, validator, entryStake - stake);
    await openCalibrationsIn(tx, id, tracks, now);
  }

  async function deactivate({ actorId }: Actor): Promise<OwnAnswer> {
    // Read before the books are locked: a request that holds one connection must not wait for another.
    const { id } = await inTransaction((tx) => getIn(tx, actorId));
    const isSeated = await stores.seats.hasOpen(id);
    await inTransaction(async (tx) => {
      await tx.validators.lockBooks();
      const validator = await getIn(tx, actorId);
      if (validator.state === 'CALIBRATING') return withdrawIn(tx, validator);
      if (validator.state !== 'ACTIVE' && validator.state !== 'SUSPENDED') {
        throw new Problem('validator_wrong_state', { state: validator.state });
      }
      if (isSeated) throw new Problem('assignments_open');
      const now = clock.now();
      await tx.calibrations.abandon(validator.id, now);
      await tx.seats.missCalibration(validator.id);
      const unbondingUntil = new Date(now.getTime() + COUNCIL.entry.unbondingDays * DAY_MS);
      return standing.moveIn(tx, validator, 'UNBONDING', { unbondingUntil });
    });
    return own.read(actorId);
  }

  /** A validator that never sat gets its stake back at once. */
  async function withdrawIn(tx: ValidatorTransaction, validator: StakedRow): Promise<void> {
    await tx.calibrations.abandon(validator.id, clock.now());
    await tx.seats.missCalibration(validator.id);
    await vesting.returnStakeIn(tx, validator);
    await standing.moveIn(tx, validator, 'INACTIVE');
  }

  async function addStake({ actorId }: Actor, amount: bigint): Promise<OwnAnswer> {
    await inTransaction(async (tx) => {
      await tx.validators.lockBooks();
      const validator = await getIn(tx, actorId);
      if (validator.state === 'UNBONDING' || validator.state === 'INACTIVE') {
        throw new Problem('validator_wrong_state', { state: validator.state });
      }
      const entryStake = validator.entryStake + amount;
      if (entryStake > COUNCIL.entry.stakeMaxMinor) throw new Problem('requirements_not_met', { missing: ['STAKE'] });
      await stakeIn(tx, validator, amount);
      await tx.validators.change(validator.id, { entryStake });
    });
    return own.read(actorId);
  }

  async function stakeIn(tx: ValidatorTransaction, { id, actorId }: ValidatorRow, amount: bigint): Promise<void> {
    const moves = [{ from: purseOf(actorId), to: stakeOf(actorId), amount }];
    const ref = { type: 'validator', id };
    await refusingOverdraft(() => books.bookIn(tx, { kind: 'validator.staked', ref, moves }));
  }

  async function openCalibrationsIn(
    tx: ValidatorTransaction,
    validatorId: string,
    tracks: readonly Track[],
    now: Date,
  ) {
    if (tracks.length === 0) return;
    const before = await tx.calibrations.listOf(validatorId);
    const attemptOf = (track: Track) => 1 + (before.find((known) => known.track === track)?.attempt ?? 0);
    await tx.calibrations.open(
      tracks.map(
        (track): CalibrationRow => ({
          validatorId,
          track,
          attempt: attemptOf(track),
          state: 'PENDING',
          correct: 0,
          of: COUNCIL.calibration.cases,
          openedAt: now,
          endedAt: null,
        }),
      ),
    );
  }

  return { requirements, activate, deactivate, addStake };
}
export type Activation = ReturnType<typeof createActivation>;

function missingOf({ stake }: ActivateRequest): string[] {
  const { stakeMinMinor, stakeMaxMinor } = COUNCIL.entry;
  return stake < stakeMinMinor || stake > stakeMaxMinor ? ['STAKE'] : [];
}

/** A hosted validator belongs to a family of the engine; a remote one names the family of its model. */
function checkFamily({ mode, family, tracks }: ActivateRequest): void {
  const refuse = (detail: string) => new Problem('validation_failed', { errors: [{ pointer: '/family', detail }] });
  const families = hostedFamilies(tracks);
  if (mode === 'HOSTED' && !families.includes(family))
    throw refuse(`a hosted validator of ${tracks.join(', ')} is of one of these families: ${families.join(', ')}`);
  // A seat of this family is drawn first into every panel, so others must not use its name.
  if (isReaderFamily(family)) throw refuse('this name belongs to the models of the service itself');
}

async function getIn(tx: ValidatorTransaction, actorId: string): Promise<StakedRow> {
  const validator = await tx.validators.findByActor(actorId);
  if (validator === undefined) throw new Problem('validator_not_found');
  return validator;
}

/** A calibration and a record apply to one mode and one family. */
const isSameReviewer = (before: ValidatorRow, { mode, family }: Pick<ActivateRequest, 'mode' | 'family'>): boolean =>
  before.mode === mode && before.family === family;

/** Tracks whose latest attempt was passed and is still valid. */
async function passedTracks(tx: ValidatorTransaction, validator: ValidatorRow): Promise<Track[]> {
  const attempts = Map.groupBy(await validAttempts(tx, validator), ({ track }) => track);
  return [...attempts].filter(([, [latest]]) => latest?.state === 'PASSED').map(([track]) => track);
}

async function validAttempts(
  { calibrations }: Pick<ValidatorTransaction, 'calibrations'>,
  { id, calibrationsLapsedAt: lapsedAt }: ValidatorRow,
): Promise<CalibrationRow[]> {
  const attempts = await calibrations.listOf(id);
  return lapsedAt === null ? attempts : attempts.filter(({ openedAt }) => openedAt >= lapsedAt);
}

async function requireAttempts(
  tx: ValidatorTransaction,
  id: string,
  tracks: readonly Track[],
  now: Date,
): Promise<void> {
  for (const track of tracks) {
    if (!(await mayTry(tx, id, track, now))) throw new Problem('requirements_not_met', { missing: ['CALIBRATION'] });
  }
}

async function mayTry(tx: ValidatorTransaction, id: string, track: Track, now: Date): Promise<boolean> {
  const tried = await tx.calibrations.countSince(id, track, new Date(now.getTime() - WEEK_MS));
  return tried < COUNCIL.calibration.attemptsPerWeek;
}
