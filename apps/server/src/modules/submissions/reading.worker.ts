/** Reads submissions on a thread of its own: whatever is in them, the loop that answers requests never waits for it. */
import { parentPort } from 'node:worker_threads';
import { readSubmission, type SubmittedText } from './reading.ts';

parentPort?.on('message', (submitted: SubmittedText) => parentPort?.postMessage(readSubmission(submitted)));
