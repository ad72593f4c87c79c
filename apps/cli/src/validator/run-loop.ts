import { AssayError, type Client } from '@assay/client';
import type { Validator } from '@assay/protocol';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { type Journal, toMarks } from './journal.ts';
import type { Seats } from './seats.ts';
import type { Work } from './work.ts';

type Deps = {
  readonly seats: Pick<Seats, 'validator'>;
  readonly work: Work;
  readonly client: Pick<Client, 'watch'>;
  readonly journal: Journal;
  readonly stop: AbortSignal;
};
type Pace = { readonly pollMs: number; readonly isOnce: boolean };

/** The longest sleep while a vote waits for its review or its reveal. */
const BUSY_MS = 5_000;

/** Polls, waits for an event or the interval, and repeats until it is stopped or nothing is left to wait for. */
export async function runLoop(deps: Deps, { pollMs, isOnce }: Pace): Promise<ExitCode> {
  const { work, stop } = deps;
  const bell = createBell(stop);
  const listening = isOnce ? undefined : listen(deps, bell.ring);
  stop.addEventListener('abort', work.stop, { once: true });
  const report = createStatusReporter(deps.journal);
  for (let done = -1; !stop.aborted; ) {
    if (await isOver(deps, report)) return EXIT.unsafe;
    if (isOnce) await work.idle();
    else await bell.wait(work.isBusy() ? Math.min(pollMs, BUSY_MS) : pollMs);
    if (isOnce && work.acts() === done) return EXIT.safe;
    done = work.acts();
  }
  await work.idle();
  await listening;
  return EXIT.safe;
}

/** Retries an unreachable service, but not one that rejects this key. */
async function isOver({ seats, work, journal }: Deps, report: StatusReporter): Promise<boolean> {
  try {
    const validator = await seats.validator();
    report(validator);
    if (validator.state === 'INACTIVE' && !work.isBusy()) {
      journal.warn('not on the council; to request another calibration, run: assay validator init');
      return true;
    }
    await work.poll();
  } catch (error) {
    if (!(error instanceof AssayError) || error.status === 401 || error.status === 403) throw error;
    journal.warn('the service is unreachable; retrying', { why: error.message });
  }
  return false;
}

type StatusReporter = (validator: Validator) => void;

/** Reports state, stake and earnings when one of them changes. */
function createStatusReporter(journal: Journal): StatusReporter {
  let lastReport = '';
  return ({ state, stake, earnings, calibration }) => {
    const attempts = calibration.map(({ track, state: how, correct, of }) => `${track} ${how} ${correct}/${of}`);
    const { paid, vesting } = earnings;
    const fields = {
      state,
      stake: toMarks(stake),
      paid: toMarks(paid),
      vesting: toMarks(vesting),
      calibration: attempts.join(', ') || 'none',
    };
    const now = JSON.stringify(fields);
    if (now === lastReport) return;
    lastReport = now;
    journal.note('validator', fields);
  };
}

/** Receives assignments as events. If that fails, polling still finds them. */
async function listen({ client, journal, stop }: Deps, ring: () => void): Promise<void> {
  try {
    for await (const { kind, data } of client.watch({ topics: ['actor'], signal: stop })) {
      if (kind === 'validator.paid') journal.note('paid', { amount: toMarks(BigInt(String(data.amount))) });
      ring();
    }
  } catch (error) {
    journal.warn('no event stream: polling only', { why: error instanceof Error ? error.message : '' });
  }
}

/** Waits for a ring, the timeout or the end, whichever comes first. A ring without a waiter is not lost. */
function createBell(stop: AbortSignal) {
  let isRung = false;
  let wake: (() => void) | undefined;
  const ring = (): void => {
    isRung = true;
    wake?.();
  };
  stop.addEventListener('abort', ring, { once: true });
  return {
    ring,
    async wait(ms: number): Promise<void> {
      if (!isRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      wake = undefined;
      isRung = false;
    },
  };
}
