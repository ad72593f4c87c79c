import type { composeWorld } from './compose.ts';

export type { WorldReads } from './reads.ts';
export { recomputeFork } from './recompute.service.ts';
export { type ResumeTx, type Resumption, resumeWorld } from './resume.service.ts';
export { tiesIn } from './ties.ts';
export { verifyWorld } from './verify.service.ts';
export type { WorldEvent, WorldTicked } from './world.published.ts';
export { queueWorldInputIn, queueWorldInputsIn, type WorldInputTx } from './world-input.queue.ts';
export { worldStores } from './world-stores.ts';
/** The interface for other modules: README.md. */
export type AgentWorld = ReturnType<typeof composeWorld>['world'];
