/** What an hour, a day and a month cost in processor time, and how that grows with the number of actors. */
import { createWorld, save, step, TICKS_PER_MONTH } from '@assay/economy/world';
import { median } from '../lib/report.ts';

type Speed = {
  readonly actors: number;
  readonly hourMs: number;
  readonly dayMs: number;
  readonly monthMs: number;
  readonly bytesPerActor: number;
  /** Processor time of a whole month, per actor. */
  readonly microsecondsPerActor: number;
};

const HOURS_PER_DAY = 24;
const ACTORS_PER_CITY = 10_000;

/** One month after a first one that warms up; postings and events are made as in a world that others watch. */
export function measure(actors: number, days: number, isSilent: boolean): Speed {
  const world = createWorld({ actors, cities: Math.max(6, Math.round(actors / ACTORS_PER_CITY)) }, 1);
  const [hours, daily, monthly]: [number[], number[], number[]] = [[], [], []];
  const first = TICKS_PER_MONTH;
  for (let tick = 0; tick < first; tick++) step(world, [], { isSilent: true });
  const started = process.cpuUsage();
  for (let tick = first; tick < first + days * HOURS_PER_DAY; tick++) {
    const began = process.cpuUsage();
    step(world, [], { isSilent });
    const { user, system } = process.cpuUsage(began);
    const took = (user + system) / 1000;
    (tick % TICKS_PER_MONTH === 0 ? monthly : tick % HOURS_PER_DAY === 0 ? daily : hours).push(took);
  }
  const used = process.cpuUsage(started);
  return {
    actors,
    hourMs: median(hours),
    dayMs: median(daily),
    monthMs: median(monthly),
    bytesPerActor: save(world).length / actors,
    microsecondsPerActor: (used.user + used.system) / actors / (days / 28),
  };
}
