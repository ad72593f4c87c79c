import type { Database } from '../../platform/db/index.ts';
import { panelStore } from './panels.store.ts';
import { roundStore } from './rounds.store.ts';
import { seatPackStore } from './seat-packs.store.ts';

export type { CouncilEvent } from './council.published.ts';
export type { CouncilTransaction } from './council.transaction.ts';
export { needsPerson } from './evidence.policy.ts';
export type { Examine } from './examination.service.ts';
export type { KnownFindings } from './known-findings.ts';
export type { Openings } from './openings.service.ts';
export { DEMONSTRATION_OWNER } from './payload.ts';
export { createRounds } from './rounds.service.ts';

/** The stores of this module over a pool or a transaction. */
export const councilStores = (handle: Database) => ({
  rounds: roundStore(handle),
  panels: panelStore(handle),
  seatPacks: seatPackStore(handle),
});
