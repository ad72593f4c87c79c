/** Wires the ledger: each transaction opens the books, and a worker seals the hash chain. */
import { createWorkLoop } from '../../platform/jobs/index.ts';
import type { PlatformServices } from '../../platform/services.ts';
import { chainStore } from './chain.store.ts';
import { sealBatch } from './seal.service.ts';

const LOOK_EVERY_MS = 5_000;

export function composeLedger({ db, log }: PlatformServices<unknown>) {
  const chain = chainStore(db);
  const work = () => sealBatch(chain);
  return { loops: [createWorkLoop({ name: 'ledger sealing', everyMs: LOOK_EVERY_MS, log, work })] };
}
