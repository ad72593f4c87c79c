import type { Database } from '../../platform/db/index.ts';
import { type PanelStore, panelStore } from './panels.store.ts';
import { roundStore } from './rounds.store.ts';

export type { Assignments } from './assignments.service.ts';
export { type CouncilEvents, createCouncilEvents } from './council.events.ts';
export type { CouncilEvent } from './council.published.ts';
export type { Bench, ConfirmedFlag, CouncilTransaction, SettledRound, SettledSeat } from './council.transaction.ts';
export { needsPerson } from './evidence.policy.ts';
export type { Examine, Examined } from './examination.service.ts';
export type { KnownFindings } from './known-findings.ts';
export type { Openings } from './openings.service.ts';
export { DEMONSTRATION_OWNER } from './payload.ts';
export { checkReported } from './reveal.policy.ts';
export { createRounds, type Rounds } from './rounds.service.ts';
export { review } from './seat-review.policy.ts';
export type { PanelStore };

/** The stores of this module over a pool or a transaction. */
export const councilStores = (handle: Database) => ({ rounds: roundStore(handle), panels: panelStore(handle) });
