/** Injects faults one after the other, and measures how long the service is unavailable after each. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from './faults.ts';
import type { Member, Service } from './service.ts';

const READY_MS = 120_000;
const POLL_MS = 100;
const PROBE_MS = 3_000;
/** Between two faults. */
const QUIET_MS = 5_000;

async function statusOf(member: Member): Promise<string | undefined> {
  const signal = AbortSignal.timeout(PROBE_MS);
  const answer = await fetch(`${member.url()}/readyz`, { headers: { connection: 'close' }, signal }).catch(
    () => undefined,
  );
  if (answer?.status !== 200) return undefined;
  const { status } = (await answer.json().catch(() => ({}))) as { status?: string };
  return status;
}

const isReady = async ({ members }: Service): Promise<boolean> =>
  (await Promise.all(members.map(statusOf))).every((status) => status === 'ready');

/** Milliseconds until all processes say that they are ready. */
export async function recover(service: Service): Promise<number> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < READY_MS) {
    if (await isReady(service)) return performance.now() - startedAt;
    await pause(POLL_MS);
  }
  return Number.POSITIVE_INFINITY;
}

/** The longest time during the work in which no API process was ready to take requests. */
async function watchOutage(service: Service, work: () => Promise<unknown>): Promise<number> {
  const apis = service.ofRole('api');
  let isOver = false;
  let [longestMs, readyAt] = [0, performance.now()];
  const watching = (async () => {
    while (!isOver) {
      const askedAt = performance.now();
      const statuses = await Promise.all(apis.map(statusOf));
      if (statuses.some((status) => status !== undefined)) {
        longestMs = Math.max(longestMs, askedAt - readyAt);
        readyAt = performance.now();
      }
      await pause(POLL_MS);
    }
  })();
  await work();
  isOver = true;
  await watching;
  return longestMs;
}

type Injected = { name: string; times: number; outageMs: number; readyMs: number };
type Given = {
  readonly service: Service;
  readonly endsAt: number;
  readonly roll: () => number;
  readonly say: (line: string) => void;
};

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

export async function injectInTurn(
  faults: readonly Fault[],
  { service, endsAt, roll, say }: Given,
): Promise<Injected[]> {
  const injected = new Map<string, Injected>();
  const shuffled = () =>
    faults
      .map((fault) => [roll(), fault] as const)
      .sort(([a], [b]) => a - b)
      .map(([, fault]) => fault);
  for (let queue: Fault[] = []; performance.now() < endsAt; await pause(QUIET_MS)) {
    if (queue.length === 0) queue = shuffled();
    const fault = queue.shift();
    if (fault === undefined) continue;
    say(`fault: ${fault.name}`);
    let readyMs = 0;
    const outageMs = await watchOutage(service, async () => {
      await fault.inject();
      readyMs = await recover(service);
    });
    say(`no API for ${seconds(outageMs)} s; all ready ${seconds(readyMs)} s after its end`);
    const before = injected.get(fault.name) ?? { name: fault.name, times: 0, outageMs: 0, readyMs: 0 };
    injected.set(fault.name, {
      name: fault.name,
      times: before.times + 1,
      outageMs: Math.max(before.outageMs, outageMs),
      readyMs: Math.max(before.readyMs, readyMs),
    });
  }
  return [...injected.values()];
}
