import type { Submission, SubmissionState } from '@assay/protocol';
import type { PanelCase } from './next-step.policy.ts';

type Progress = Submission['progress'];
type Stage = Progress['stage'];

/** The steps of a review that the owner sees, from the queue to the verdict. HUMAN replaces DECISION. */
const STEP = {
  QUEUED: 0,
  SANDBOX: 1,
  DRAW: 2,
  COMMIT: 3,
  REVEAL: 4,
  DECISION: 5,
  HUMAN: 5,
  DONE: 6,
} as const satisfies Record<Stage, number>;
/** Typical duration of a review without remote seats. */
const REVIEW_SECONDS = 2;

type Way = {
  readonly state: SubmissionState;
  /** Number of submissions before this one in the queue. */
  readonly ahead: number;
  readonly hasReport: boolean;
  readonly panel: PanelCase | undefined;
};

/** The progress of a review and its expected end. */
export function toProgress({ state, ahead, hasReport, panel }: Way, now: Date): Progress {
  const progress = (stage: Stage, etaSeconds: number | null, queuePosition: number | null = null): Progress => {
    const [step, steps] = [STEP[stage], STEP.DONE];
    return { stage, step, steps, percent: Math.floor((step * 100) / steps), queuePosition, etaSeconds };
  };
  switch (state) {
    case 'SUBMITTED':
      return progress('QUEUED', (ahead + 1) * REVIEW_SECONDS, ahead);
    case 'SANDBOXING':
      return progress('SANDBOX', REVIEW_SECONDS);
    case 'ESCALATED':
      return progress('HUMAN', null);
    case 'IN_REVIEW':
      return hasReport ? progress(stageOf(panel), secondsLeft(panel, now)) : progress('SANDBOX', REVIEW_SECONDS);
    case 'CERTIFIED':
    case 'REJECTED':
    case 'FAILED':
      return progress('DONE', 0);
  }
}

function stageOf(panel: PanelCase | undefined): Stage {
  switch (panel?.state) {
    case undefined:
      return 'DRAW';
    case 'COMMITTING':
      return 'COMMIT';
    case 'REVEALING':
      return 'REVEAL';
    case 'DRAWN':
      return 'HUMAN';
    case 'TALLIED':
      return 'DECISION';
  }
}

/** Hosted seats act at once. Remote seats can use their whole window. */
function secondsLeft(panel: PanelCase | undefined, now: Date): number {
  const isRemote = panel?.seats.some(({ mode }) => mode === 'REMOTE') ?? false;
  const until = panel?.state === 'COMMITTING' ? panel.commitBy : (panel?.revealBy ?? null);
  if (!isRemote || until === null) return REVIEW_SECONDS;
  return Math.max(REVIEW_SECONDS, Math.ceil((until.getTime() - now.getTime()) / 1_000));
}
