/** Reads submissions on a thread of its own: whatever is in them, the loop that answers requests never waits for it. */
import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriority } from '../../platform/lower-priority.ts';
import { readSubmission, type SubmittedText } from './reading.ts';

if (workerData === 'previews') lowerPriority();
parentPort?.on('message', (submitted: SubmittedText) => parentPort?.postMessage(readSubmission(submitted)));
