import { describe, expect, it, onTestFinished } from 'vitest';
import { createWorkerThread } from '../../platform/worker-thread.ts';
import { createReading, type SubmittedText } from './reading.ts';

const LIMITS = { waitingMax: 1, timeMs: 60_000, keptMs: 60_000 };
const PROGRAM = `import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ entryPath }) => {
    if (entryPath === 'endless') for (;;);
    parentPort.postMessage({ isEmpty: false, contentSha256: entryPath });
  });`;

function startThread() {
  const thread = createWorkerThread(new URL(`data:text/javascript,${encodeURIComponent(PROGRAM)}`), LIMITS);
  onTestFinished(thread.stop);
  return thread;
}
const submitted = (entryPath: string): SubmittedText => ({
  productType: 'SKILL',
  files: [],
  entryPath,
  asked: {},
  place: undefined,
  fixedBy: 'commit',
});

describe('the texts of a submission', () => {
  it('are read while a preview does not end', async () => {
    const previews = startThread();
    const read = createReading({ submissions: startThread(), previews });
    const endless = read(submitted('endless'), true);
    const refused = expect(endless).rejects.toMatchObject({ code: 'unavailable' });

    expect(await read(submitted('SKILL.md'))).toMatchObject({ contentSha256: 'SKILL.md' });
    await previews.stop();
    await refused;
  });
});
