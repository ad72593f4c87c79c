import type { Database } from '../../platform/db/index.ts';
import { type PanelStore, panelStore } from './panels.store.ts';
import { roundStore } from './rounds.store.ts';

export { type Assignments, createAssignments } from './assignments.service.ts';
export { createBeacons } from './beacons.service.ts';
export { type CouncilEvents, createCouncilEvents } from './council.events.ts';
export { createCouncilJobs, REVIEW_QUEUE } from './council.jobs.ts';
export { bindCouncilRoutes } from './council.routes.ts';
export { type Council, createCouncil } from './council.service.ts';
export type {
  Bench,
  ConfirmedFlag,
  CouncilTransaction,
  ReviewQueue,
  SettledRound,
  SettledSeat,
} from './council.transaction.ts';
export { createDecisions, type Decisions } from './decisions.service.ts';
export { createEscalation } from './escalation.service.ts';
export { needsPerson } from './evidence.policy.ts';
export { createExamination, type Examine, type Examined } from './examination.service.ts';
export { joinAssignments } from './joined-assignments.ts';
export { createKnownFindings, type KnownFindings } from './known-findings.ts';
export { createOpenings, type Openings } from './openings.service.ts';
export { createPanels } from './panels.service.ts';
export { DEMONSTRATION_OWNER } from './payload.ts';
export { createReAudits } from './re-audit.service.ts';
export { type Replay, replay } from './replay.ts';
export { checkReported } from './reveal.policy.ts';
export { createRounds, type Review, type Rounds } from './rounds.service.ts';
export { review } from './seat-review.policy.ts';
export type { Sitter } from './sitter.ts';
export { penalizeVotersIn } from './vouchers.service.ts';
export type { PanelStore };

/** The stores of this module over a pool or a transaction. */
export const councilStores = (handle: Database) => ({ rounds: roundStore(handle), panels: panelStore(handle) });
