/** Lives copies of the world on a thread of its own; the loop that answers requests never waits for one. */
import { parentPort, workerData } from 'node:worker_threads';
import { fork, load, preview } from '@assay/economy/world';
import type { ForkTask } from './fork.service.ts';

const { state, task } = workerData as { state: Uint8Array; task: ForkTask };
const world = load(state);
parentPort?.postMessage(
  task.kind === 'preview'
    ? preview(world, task.input)
    : task.scenarios.map((inputs) => fork(world, inputs, task.months, task.replicas)),
);
