import { toInterval, WHOLE_BP } from '@assay/economy/council';
import { ActorId, type Track, type ValidatorProfile, type ValidatorQuery, type ValidatorState } from '@assay/protocol';
import type { z } from 'zod';
import type { ProfileCounts, ProfileStore } from './profiles.store.ts';
import type { RecordStore } from './records.store.ts';
import type { Reputation, Standing } from './standing.service.ts';
import { toWireReputation } from './validator.answer.ts';
import type { StakedRow, ValidatorStore } from './validators.store.ts';
import type { WorldStandings } from './world-standings.ts';

type ProfileAnswer = z.input<typeof ValidatorProfile>;
/** A line of the leaderboard. */
export type ValidatorScore = {
  readonly id: string;
  readonly name: string;
  readonly wallet: string | null;
  /** Accuracy on ground truth, in basis points. */
  readonly score: number;
  readonly detail: Record<string, unknown>;
};
type Sort = ValidatorQuery['sort'];
type Deps = {
  readonly validators: ValidatorStore;
  readonly records: RecordStore;
  readonly store: ProfileStore;
  readonly standing: Pick<Standing, 'reputations'>;
  readonly looks: Pick<WorldStandings, 'cityOf'>;
};

/** The public profiles of validators. */
export function createProfiles({ validators, records, store, standing, looks }: Deps) {
  /** All validators in a state, best first. */
  async function ranked(state: ValidatorState, track: Track | undefined, sort: Sort): Promise<ProfileAnswer[]> {
    const profiles = await toProfiles(await validators.listByState(state, track));
    return profiles.toSorted((one, other) => BETTER[sort](one, other) || (one.id < other.id ? -1 : 1));
  }

  async function toProfiles(rows: readonly StakedRow[]): Promise<ProfileAnswer[]> {
    const reputations = await standing.reputations(records, rows);
    const counts = await store.countsOf(rows.map(({ id }) => id));
    return rows.flatMap((row) => {
      const known = counts.get(row.id);
      if (known === undefined) return [];
      return [{ ...toProfile(row, reputations.get(row.id) ?? [], known), cityId: looks.cityOf(row.actorId) }];
    });
  }

  async function findByWallet(wallet: string): Promise<ProfileAnswer | null> {
    const id = await store.findIdByWallet(wallet);
    const [profile] = id === undefined ? [] : await toProfiles(await validators.listByIds([id]));
    return profile ?? null;
  }

  async function findByActor(actorId: string): Promise<ProfileAnswer | null> {
    const row = await validators.findByActor(actorId);
    const [profile] = row === undefined ? [] : await toProfiles([row]);
    return profile ?? null;
  }

  async function states(): Promise<ReadonlyMap<string, ValidatorState>> {
    return new Map((await validators.listStates()).map(({ actorId, state }) => [actorId, state]));
  }

  /** Active validators that judged in the period, ranked by their accuracy on ground truth. */
  async function board(since: Date | undefined): Promise<ValidatorScore[]> {
    const judging = await store.activeSince(since);
    const rows = (await validators.listByState('ACTIVE', undefined)).filter(({ id }) => judging.has(id));
    const reputations = await standing.reputations(records, rows);
    const scores = rows.flatMap((row) => toScore(row, reputations.get(row.id) ?? []));
    return scores.toSorted((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1));
  }

  return { ranked, findByWallet, findByActor, states, board, countActive: store.countActive, totals: store.totals };
}
export type Profiles = ReturnType<typeof createProfiles>;

function toProfile(row: StakedRow, reputations: readonly Reputation[], counts: ProfileCounts): ProfileAnswer {
  const { id, name, builtIn, family, mode, tracks, state, stake, since } = row;
  const { rounds, slashes, earned } = counts;
  const { seen, caught, falseAlarms } = counts.canaries;
  return {
    id,
    actorId: ActorId.parse(row.actorId),
    name,
    builtIn,
    family,
    mode,
    tracks,
    state,
    stake: stake.toString(),
    reputation: reputations.map(toWireReputation),
    rounds,
    canaries: { seen, caught, falseAlarms },
    slashes,
    earned: earned.toString(),
    cityId: null, // known only to the world
    since: since.toISOString(),
  };
}

/** The best of several tracks. The interval states how certain the score is. */
function toScore({ id, name, wallet, family }: StakedRow, reputations: readonly Reputation[]): ValidatorScore[] {
  const [best] = reputations.toSorted((one, other) => other.accuracy - one.accuracy);
  if (best === undefined) return [];
  const { low, high } = toInterval(best.right, best.cases);
  const toBp = (ratio: number) => Math.round(ratio * WHOLE_BP);
  const detail = { family, track: best.track, cases: best.cases, lowBp: toBp(low), highBp: toBp(high) };
  return [{ id, name, wallet, score: toBp(best.accuracy), detail }];
}

const bestScore = ({ reputation }: ProfileAnswer): number =>
  Math.max(0, ...reputation.map(({ scoreBp }) => scoreBp ?? 0));
const BETTER: Record<Sort, (one: ProfileAnswer, other: ProfileAnswer) => number> = {
  reputation: (one, other) => bestScore(other) - bestScore(one),
  rounds: (one, other) => other.rounds.judged - one.rounds.judged,
  stake: (one, other) => Number(BigInt(other.stake) - BigInt(one.stake)),
};
