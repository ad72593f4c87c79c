/** Runs one seed on its own thread. */
import { parentPort, workerData } from 'node:worker_threads';
import { runWorld } from './run.ts';

const { seed, setup } = workerData as { seed: number; setup: Parameters<typeof runWorld>[1] };
parentPort?.postMessage(runWorld(seed, setup));
