/** Reads submissions on a separate thread, so that hostile content cannot block the event loop. */
import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriority } from '../../platform/lower-priority.ts';
import { readSubmission, type SubmittedText } from './reading.ts';

if (workerData === 'previews') lowerPriority();
parentPort?.on('message', (submitted: SubmittedText) => parentPort?.postMessage(readSubmission(submitted)));
