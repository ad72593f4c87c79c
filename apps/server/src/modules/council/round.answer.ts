import {
  type EngineReport,
  Hash32,
  PanelId,
  type Round,
  RoundId,
  type RoundReading,
  Sha256,
  SubmissionId,
  toRunIdentity,
  toSandbox,
  type Verdict,
} from '@assay/protocol';
import type { SeatRow } from '../seats/index.ts';
import type { SeatedPanel } from './panels.store.ts';
import type { RoundRow } from './rounds.store.ts';

/** The engine's report, with the risk level of the bundle. */
export type StoredReport = EngineReport & {
  readonly securityLevel: NonNullable<Round['securityLevel']>;
};
type Parts = {
  readonly round: RoundRow;
  readonly report: StoredReport;
  readonly analyzedAt: Date;
  readonly panels: readonly SeatedPanel[];
};

/** The public form of a round. Votes of a panel are shown once all of them are in. */
export function toRound({ round, report, analyzedAt, panels }: Parts): Round {
  const { verdictHash, ...run } = toRunIdentity(report);
  return {
    id: RoundId.parse(round.id),
    submissionId: SubmissionId.parse(round.submissionId),
    type: round.type,
    state: round.state,
    ...run,
    beacon: round.beacon === null ? null : { ...round.beacon, ...hashesOf(round.beacon) },
    sandbox: toSandbox(report, analyzedAt),
    panels: panels.map(toPanel),
    decision: round.decision,
    securityLevel: round.decision === null ? null : (round.securityLevel ?? report.securityLevel),
    verdictHash,
    startedAt: round.startedAt.toISOString(),
    completedAt: round.completedAt?.toISOString() ?? null,
  };
}

/** The readings of a round and their usage; null if no model was asked. */
export function toRoundReading({ reading }: StoredReport, usage: RoundRow['readingUsage']): RoundReading | null {
  if (reading === undefined) return null;
  const readings = reading.readings.map(({ reader, pass, outcome, promptVersion, transcript }) => ({
    family: reader.family,
    model: reader.model,
    pass,
    outcome,
    promptVersion,
    transcriptSha256: Sha256.parse(transcript),
  }));
  return { isRead: reading.isRead, readings, usage };
}

const hashesOf = ({ value, seed }: { value: string; seed: string }) => ({
  value: Hash32.parse(value),
  seed: Hash32.parse(seed),
});

function toPanel(panel: SeatedPanel): Round['panels'][number] {
  const { id, phase, state } = panel;
  const seats = panel.seats.filter((seat) => seat.state !== 'REPLACED');
  const isOpen = state === 'TALLIED';
  return {
    id: PanelId.parse(id),
    phase,
    state,
    seats: seats.length,
    verdicts: isOpen ? seats.flatMap(toVerdict) : [],
    tally: isOpen ? tallyOf(panel) : { safe: 0, unsafe: 0, missed: 0 },
  };
}

/** One vote per seat. A replaced seat does not count. */
export function tallyOf({ seats }: Pick<SeatedPanel, 'seats'>): Round['panels'][number]['tally'] {
  const count = (isCounted: (seat: SeatRow) => boolean) => seats.filter(isCounted).length;
  return {
    safe: count(({ verdict }) => verdict === 'SAFE'),
    unsafe: count(({ verdict }) => verdict === 'UNSAFE'),
    missed: count(({ state }) => state === 'MISSED'),
  };
}

function toVerdict(seat: SeatRow): Verdict[] {
  const { validatorId, validatorName, family, verdict, severity, findings, commitment, salt, revealedAt } = seat;
  if (verdict === null || severity === null || findings === null || revealedAt === null) return [];
  return [
    {
      validatorId,
      validatorName,
      family,
      verdict,
      severity,
      findings,
      blocking: verdict === 'UNSAFE',
      commitment: Hash32.parse(commitment),
      salt: Hash32.parse(salt),
      revealedAt: revealedAt.toISOString(),
    },
  ];
}
