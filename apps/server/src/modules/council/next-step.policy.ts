import type { AssignmentState, Panel, RoundState, SubmissionState, ValidatorMode } from '@assay/protocol';

/** The parts of a submission and its newest round that determine the next step. */
type CaseState = {
  readonly submission: { readonly state: SubmissionState };
  readonly round: RoundCase | undefined;
};
export type RoundCase = {
  readonly state: RoundState;
  readonly dueAt: Date | null;
  readonly hasReport: boolean;
  readonly hasBeacon: boolean;
  /** Seats have rule packs that have not run yet. */
  readonly hasWaitingPacks: boolean;
  readonly panels: readonly PanelCase[];
};
type SeatCase = {
  readonly id: string;
  readonly mode: ValidatorMode;
  readonly state: AssignmentState;
  /** When the validator must have fetched the bundle; null once it has. */
  readonly downloadBy: Date | null;
};
export type PanelCase = Pick<Panel, 'phase' | 'state'> & {
  readonly commitBy: Date | null;
  readonly revealBy: Date | null;
  readonly seats: readonly SeatCase[];
};

/**
 * `rest`: nothing to do until another event happens. `wait`: nothing to do before that time. Every other kind is one
 * step in one transaction.
 */
export type Step =
  | { readonly kind: 'rest' }
  | { readonly kind: 'wait'; readonly until: Date }
  | { readonly kind: 'take' }
  | { readonly kind: 'examine' }
  | { readonly kind: 'draw' }
  | { readonly kind: 'run-packs' }
  | { readonly kind: 'commit'; readonly seatIds: readonly string[] }
  | { readonly kind: 'replace'; readonly seatIds: readonly string[] }
  | { readonly kind: 'open-reveal' }
  | { readonly kind: 'reveal'; readonly seatIds: readonly string[] }
  | { readonly kind: 'tally'; readonly silentIds: readonly string[] }
  | { readonly kind: 'decide' }
  | { readonly kind: 'settle' }
  | { readonly kind: 'appeal' };

const REST: Step = { kind: 'rest' };

/** The next step, a pure function of the stored state and the time. */
export function nextStep({ submission, round }: CaseState, now: Date): Step {
  if (round === undefined) return submission.state === 'SUBMITTED' ? { kind: 'take' } : REST;
  if (round.state === 'DECIDED') return { kind: 'settle' };
  // In review although its round is settled: the owner disputes the verdict.
  if (round.state === 'SETTLED') return submission.state === 'IN_REVIEW' ? { kind: 'appeal' } : REST;
  if (round.state !== 'OPEN') return REST;
  if (!round.hasReport) return isAhead(round.dueAt, now) ? wait(round.dueAt) : { kind: 'examine' };
  if (!round.hasBeacon) return REST; // the process with the chain stores it
  const panel = round.panels.at(-1);
  switch (panel?.state) {
    case undefined:
      return { kind: 'draw' };
    case 'DRAWN':
      return REST; // a person acts next
    case 'COMMITTING':
      return round.hasWaitingPacks ? { kind: 'run-packs' } : stepOfCommitting(panel, now);
    case 'REVEALING':
      return stepOfRevealing(panel, now);
    case 'TALLIED':
      return { kind: 'decide' };
  }
}

function stepOfCommitting({ seats, commitBy }: PanelCase, now: Date): Step {
  const silent = seats.filter(({ state }) => state === 'ASSIGNED');
  const hosted = silent.filter(({ mode }) => mode === 'HOSTED');
  if (hosted.length > 0) return { kind: 'commit', seatIds: idsOf(hosted) };
  if (silent.length === 0) return { kind: 'open-reveal' };
  // A validator that has not fetched the bundle does not delay the others until the end of the window.
  const untilOf = ({ downloadBy }: SeatCase): Date => downloadBy ?? commitBy ?? now;
  const over = silent.filter((seat) => untilOf(seat) <= now);
  if (over.length > 0) return { kind: 'replace', seatIds: idsOf(over) };
  return wait(new Date(Math.min(...silent.map((seat) => untilOf(seat).getTime()))));
}

function stepOfRevealing({ seats, revealBy }: PanelCase, now: Date): Step {
  const hidden = seats.filter(({ state }) => state === 'COMMITTED');
  const hosted = hidden.filter(({ mode }) => mode === 'HOSTED');
  if (hosted.length > 0) return { kind: 'reveal', seatIds: idsOf(hosted) };
  const isOver = hidden.length === 0 || !isAhead(revealBy, now);
  return isOver ? { kind: 'tally', silentIds: idsOf(hidden) } : wait(revealBy ?? now);
}

const isAhead = (moment: Date | null, now: Date): moment is Date => moment !== null && moment > now;
const wait = (until: Date): Step => ({ kind: 'wait', until });
const idsOf = (seats: readonly { readonly id: string }[]): string[] => seats.map(({ id }) => id);
