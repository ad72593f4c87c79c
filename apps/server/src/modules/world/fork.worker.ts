/** Lives copies of the world on a thread of its own; the loop that answers requests never waits for one. */
import { parentPort } from 'node:worker_threads';
import { fork, load, preview } from '@assay/economy/world';
import type { ForkTask } from './fork.service.ts';

type Question = { readonly state: Uint8Array; readonly task: ForkTask };

parentPort?.on('message', ({ state, task }: Question) => {
  const world = load(state);
  const answer =
    task.kind === 'preview'
      ? preview(world, task.input)
      : task.scenarios.map((inputs) => fork(world, inputs, task.months, task.replicas));
  parentPort?.postMessage(answer);
});
