import type { Assignment, AssignmentId } from '@assay/protocol';
import type { BundleFile, VoteDecision } from './decide-vote.ts';
import type { Journal } from './journal.ts';
import type { Seats } from './seats.ts';
import type { SealedVote, Votes } from './votes.ts';

type Deps = {
  readonly seats: Seats;
  readonly votes: Votes;
  readonly review: (assignment: Assignment, files: readonly BundleFile[]) => Promise<VoteDecision>;
  readonly journal: Journal;
  readonly now: () => number;
};
/** A fetched assignment that waits for its review. */
type Waiting = { readonly assignment: Assignment; readonly files: readonly BundleFile[]; notBefore: number };

/** The retry interval for a model that did not answer, until the window ends. */
const AGAIN_MS = 30_000;

/**
 * The work of a validator in two parts: `poll` queries the service, fetches bundles immediately (the window is one
 * minute) and reveals votes. Reviews run one after the other beside it, because they may take minutes.
 */
export function createWork({ seats, votes, review, journal, now }: Deps) {
  const waiting = new Map<AssignmentId, Waiting>();
  let reviewing: Promise<void> | undefined;
  let acts = 0;
  let isStopped = false;

  /** Checks all assignments once. */
  async function poll(): Promise<void> {
    const committed = await seats.list('COMMITTED');
    for (const assignment of committed) if (assignment.revealFrom !== null) await guarded(assignment, reveal);
    const assigned = await seats.list('ASSIGNED');
    for (const id of waiting.keys()) if (!assigned.some((seat) => seat.id === id)) waiting.delete(id);
    for (const assignment of assigned) await guarded(assignment, take);
    await forgetEnded([...committed, ...assigned]);
    reviewing ??= reviewAll().finally(() => {
      reviewing = undefined;
    });
  }

  /** A stored vote is sent again and never judged again, because it may have been sent before. */
  async function take(assignment: Assignment): Promise<void> {
    const known = votes.find(assignment.id);
    if (known !== undefined) return commit(assignment, known);
    if (waiting.has(assignment.id)) return;
    const { id, kind, phase, commitBy } = assignment;
    const files = await seats.download(assignment);
    waiting.set(id, { assignment, files, notBefore: 0 });
    acts++;
    journal.note('assigned and downloaded', { assignment: id, kind, phase, files: files.length, commitBy });
  }

  async function commit({ id }: Assignment, vote: SealedVote): Promise<void> {
    await seats.commit(vote);
    acts++;
    journal.note('committed', { assignment: id, commitment: vote.commitment });
  }

  async function reveal({ id, kind }: Assignment): Promise<void> {
    const vote = votes.find(id);
    if (vote === undefined)
      return journal.warn('committed elsewhere: the vote is not in this folder', { assignment: id });
    await seats.reveal(vote);
    votes.forget(id);
    acts++;
    journal.note('revealed', { assignment: id, kind, verdict: vote.shown.verdict });
  }

  async function reviewAll(): Promise<void> {
    for (let next = findNext(); next !== undefined && !isStopped; next = findNext()) {
      next.notBefore = now() + AGAIN_MS;
      await guarded(next.assignment, (assignment) => reviewOne(assignment, next.files));
    }
  }

  const findNext = (): Waiting | undefined =>
    [...waiting.values()]
      .filter(({ notBefore }) => notBefore <= now())
      .sort((a, b) => (a.assignment.commitBy < b.assignment.commitBy ? -1 : 1))[0];

  async function reviewOne(assignment: Assignment, files: readonly BundleFile[]): Promise<void> {
    const { id } = assignment;
    const judged = await review(assignment, files);
    if (judged.kind === 'abstain')
      return journal.warn('abstained: the review is undecided', { assignment: id, why: judged.why });
    const vote = votes.keep(assignment, judged.judgement);
    waiting.delete(id);
    acts++;
    const { verdict, severity, findings } = vote.shown;
    journal.note('judged', { assignment: id, verdict, severity, findings: findings.length });
    await commit(assignment, vote);
  }

  /** Reports a failure of one assignment and retries it at the next poll. The others continue. */
  async function guarded(assignment: Assignment, act: (assignment: Assignment) => Promise<void>): Promise<void> {
    try {
      await act(assignment);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      journal.warn('failed; will be retried', { assignment: assignment.id, why });
    }
  }

  /** Deletes votes whose seats ended (revealed elsewhere, replaced, missed). */
  async function forgetEnded(open: readonly Assignment[]): Promise<void> {
    for (const id of votes.list()) {
      if (waiting.has(id) || open.some((assignment) => assignment.id === id)) continue;
      const state = (await seats.find(id))?.state;
      if (state === 'ASSIGNED' || state === 'COMMITTED') continue;
      votes.forget(id);
      journal.note('finished', { assignment: id, state: state ?? 'unknown' });
    }
  }

  return {
    poll,
    /** Resolves when every currently possible review is done; after `stop`, when the current one is. */
    idle: async (): Promise<void> => void (await reviewing),
    stop: (): void => {
      isStopped = true;
    },
    /** The number of completed actions: downloads, votes, commits, reveals. */
    acts: (): number => acts,
    /** Whether anything waits for a review or a reveal. */
    isBusy: (): boolean => waiting.size > 0 || votes.list().length > 0,
  };
}
export type Work = ReturnType<typeof createWork>;
