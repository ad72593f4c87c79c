/** Simulates copies of the world on a separate thread, so that the event loop never waits. */
import { parentPort } from 'node:worker_threads';
import { fork, load, preview, runReplica, type World } from '@assay/economy/world';
import { lowerPriority } from '../../platform/lower-priority.ts';
import type { ForkTask } from './fork.service.ts';

type Question = { readonly state: Uint8Array; readonly task: ForkTask };

parentPort?.on('message', ({ state, task }: Question) => {
  parentPort?.postMessage(answer(load(state), task));
});

function answer(world: World, task: ForkTask): unknown {
  if (task.kind === 'preview') return preview(world, task.input);
  if (task.kind === 'fork') return task.scenarios.map((inputs) => fork(world, inputs, task.months, task.replicas));
  lowerPriority(); // reviews and requests have priority over visitors' questions
  return runReplica(world, task.changes, task);
}
