import { COUNCIL, FEE_PARTS, SLASHING_CODES } from '@assay/economy/council';
import { type Requirements, Track } from '@assay/protocol';
import type { z } from 'zod';
import type { WorldStanding } from './world-standings.ts';

/** The progress of a caller. */
type Progress = {
  /** Undefined without a world. */
  readonly standing: WorldStanding | undefined;
  /** Marks in the purse and in the stake together. */
  readonly marks: bigint;
  readonly isValidator: boolean;
  /** By track, the latest attempt of each first. */
  readonly calibrations: readonly Attempt[];
};
type Attempt = {
  readonly track: Track;
  readonly state: string;
  readonly correct: number;
  readonly of: number;
};
type Answer = z.input<typeof Requirements>;
type Item = Answer['items'][number];

const unknown = (code: Item['code'], required: string): Item => ({ code, required, current: null, met: null });

/** The requirements for a validator. Only the world knows an actor's age, standing and debts: null without one. */
export function toRequirements(progress: Progress | undefined): Answer {
  const { entry, calibration, windows, silence, canaries, feeSplitBp, slashingBp, slashing } = COUNCIL;
  const passRule = `${calibration.passMin} of ${calibration.cases}`;
  return {
    minStake: entry.stakeMinMinor.toString(),
    maxStake: entry.stakeMaxMinor.toString(),
    tracks: [...Track.options],
    items: [
      ...toStandingItems(progress?.standing),
      toStakeItem(progress),
      toCalibrationItem(progress, passRule),
      toOnceItem(progress),
    ],
    calibration: {
      cases: calibration.cases,
      pass: calibration.passMin,
      attemptsPerWeek: calibration.attemptsPerWeek,
    },
    unbondingDays: entry.unbondingDays,
    windows: { hosted: { ...windows.hosted }, remote: { ...windows.remote } },
    silence: { ...silence },
    canaryRateBp: canaries.panelRateBp,
    feeSplit: FEE_PARTS.map((code) => ({ code, bp: feeSplitBp[code] })),
    slashing: SLASHING_CODES.map((code) => ({ code, bp: slashingBp[code] })),
    slashCapBp: slashing.afterIssueCapBp,
  };
}

/** The requirements that depend on the world. */
export function toStandingItems(standing: WorldStanding | undefined): Item[] {
  const { actorAgeWorldDaysMin, reputationMin } = COUNCIL.entry;
  const [age, reputation] = [`${actorAgeWorldDaysMin} days`, reputationMin.toString()];
  if (standing === undefined) {
    return [unknown('ACTOR_AGE', age), unknown('REPUTATION', reputation), unknown('NO_DEFAULT', 'none')];
  }
  const { ageDays, hasDefault } = standing;
  return [
    { code: 'ACTOR_AGE', required: age, current: `${ageDays} days`, met: ageDays >= actorAgeWorldDaysMin },
    {
      code: 'REPUTATION',
      required: reputation,
      current: standing.reputation.toString(),
      met: standing.reputation >= reputationMin,
    },
    { code: 'NO_DEFAULT', required: 'none', current: hasDefault ? 'a loan in default' : 'none', met: !hasDefault },
  ];
}

function toStakeItem(progress: Progress | undefined): Item {
  const required = COUNCIL.entry.stakeMinMinor;
  if (progress === undefined) return unknown('STAKE', required.toString());
  const { marks } = progress;
  return { code: 'STAKE', required: required.toString(), current: marks.toString(), met: marks >= required };
}

function toCalibrationItem(progress: Progress | undefined, required: string): Item {
  if (progress === undefined) return unknown('CALIBRATION', required);
  const byTrack = Map.groupBy(progress.calibrations, ({ track }) => track);
  const latest = [...byTrack.values()].flatMap(([attempt]) => attempt ?? []);
  const current = latest.map(({ track, correct, of }) => `${track} ${correct} of ${of}`).join(', ');
  const isMet = latest.length > 0 && latest.every(({ state }) => state === 'PASSED');
  return { code: 'CALIBRATION', required, current: current === '' ? null : current, met: isMet };
}

function toOnceItem(progress: Progress | undefined): Item {
  if (progress === undefined) return unknown('ONE_PER_WALLET', 'no validator yet');
  const current = progress.isValidator ? 'a validator' : 'no validator yet';
  return { code: 'ONE_PER_WALLET', required: 'no validator yet', current, met: !progress.isValidator };
}
