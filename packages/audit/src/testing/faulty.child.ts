/** Replaces the review process and fails in the way that the bundle's source names. */
import type { ReviewTask } from '../node/pool.messages.ts';

const ROUND_BYTES = 67_108_864;
const hoard: Buffer[] = [];

const FAILURES: Readonly<Record<string, () => void>> = {
  'fault:': () => process.send?.({ kind: 'fault', reason: 'The review could not be finished.' }),
  'abort:': () => {
    process.stderr.write('FATAL ERROR: the parser is broken\n    at frame 1\n    at frame 2\n');
    process.abort();
  },
  'hang:': () => undefined,
  'hoard:': () => void setInterval(() => hoard.push(Buffer.alloc(ROUND_BYTES, 1)), 1),
};

process.on('message', ({ bundle }: ReviewTask) => FAILURES[bundle.source.url]?.());
process.send?.({ kind: 'ready' });
