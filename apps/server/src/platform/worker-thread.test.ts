import { describe, expect, it, onTestFinished } from 'vitest';
import { createWorkerThread } from './worker-thread.ts';

const programOf = (body: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'; parentPort.on('message', (given) => { ${body} });`)}`,
  );
const ENDLESS = programOf('if (given === "hang") for (;;); else parentPort.postMessage(given);');
const PATIENT = { waitingMax: 1, timeMs: 60_000, keptMs: 60_000 };

function start(limits: Partial<typeof PATIENT> = {}) {
  const thread = createWorkerThread(ENDLESS, { ...PATIENT, ...limits });
  onTestFinished(thread.stop);
  return (message: string) => thread.run(() => ({ message }));
}

describe('createWorkerThread', () => {
  it('stops work that takes too long without blocking this thread, and starts the next task', async () => {
    const ask = start({ timeMs: 1_000 });
    const hanging = ask('hang');
    const next = ask('next');

    await expect(hanging).rejects.toMatchObject({ code: 'unavailable' });
    await Promise.allSettled([next]);
    await expect.poll(() => ask('again').catch(() => 'too slow'), { timeout: 60_000 }).toBe('again');
  });

  it('answers in order, and refuses tasks beyond its queue limit', async () => {
    const ask = start();
    const [first, second, third] = [ask('first'), ask('second'), ask('third')];

    await expect(third).rejects.toMatchObject({ code: 'unavailable' });
    expect(await Promise.all([first, second])).toEqual(['first', 'second']);
  });
});
