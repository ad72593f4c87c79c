/** Processor time of the parts of a certificate, as the kernel reports it. */
import { readFileSync } from 'node:fs';
import type { Pool } from 'pg';
import { databaseMs, timesOf } from '../lib/processor.ts';

/** Milliseconds of the processor. */
export type Parts = {
  readonly workers: number;
  readonly engine: number;
  readonly sandboxes: number;
  readonly database: number;
  /** The chain and whoever looks on: the process of this bench. */
  readonly chain: number;
};

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

/** Children of a worker review; whoever ended under one of those was a sandbox. */
export async function partsOf(workers: readonly number[], pool: Pool): Promise<Parts> {
  const engines = workers.flatMap(childrenOf).map(timesOf);
  const sum = (times: readonly number[]): number => times.reduce((total, one) => total + one, 0);
  return {
    workers: sum(workers.map((pid) => timesOf(pid).own)),
    engine: sum(engines.map(({ own }) => own)),
    sandboxes: sum(engines.map(({ ended }) => ended)),
    database: await databaseMs(pool),
    chain: timesOf(process.pid).own,
  };
}

export const partsEach = (before: Parts, after: Parts, count: number): Parts => ({
  workers: (after.workers - before.workers) / count,
  engine: (after.engine - before.engine) / count,
  sandboxes: (after.sandboxes - before.sandboxes) / count,
  database: (after.database - before.database) / count,
  chain: (after.chain - before.chain) / count,
});

export const describeParts = ({ sandboxes, engine, workers, database, chain }: Parts): string =>
  `${[sandboxes, engine, workers, database, chain].map((part) => part.toFixed(0)).join(', ')} ms`;
