import { newUuidV7, type RandomBytes, type VerdictValue } from '@assay/protocol';
import { z } from 'zod';
import type { BundleStore } from '../submissions/index.ts';
import { CASE_ENTRY } from './canary-folder.ts';
import { toKnownCase } from './case-bank.policy.ts';
import { CASE_SHOWN_MAX } from './case-use.ts';
import type { ValidatorTransaction } from './validators.transaction.ts';

type Deps = {
  readonly stores: Pick<ValidatorTransaction, 'calibrations' | 'seats'>;
  readonly bundles: Pick<BundleStore, 'save'>;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};

const CaseId = z.uuidv7();
const SEED_BYTES = 32;
/** Of each verdict, that few have seen: twice what an attempt needs. */
const FRESH_CASES = 10;
const TRACK = 'SKILL';

/**
 * Cases for calibrations that this installation makes for itself, so that somebody can become a validator on a fresh one. What
 * remote validators were shown gets around, so new ones are added as they are used up.
 */
export function createCaseBank({ stores, bundles, random, clock }: Deps) {
  async function missing(expected: VerdictValue): Promise<number> {
    const shown = await stores.seats.listShownCases(CASE_SHOWN_MAX);
    const all = await stores.calibrations.listCases({ use: 'calibration', track: TRACK, kind: 'plain', expected });
    return Math.max(0, FRESH_CASES - all.filter(({ id }) => !shown.has(id)).length);
  }

  async function add(expected: VerdictValue): Promise<void> {
    const { files } = toKnownCase(random(SEED_BYTES), expected);
    const now = clock.now();
    const bundleId = await bundles.save(files, now);
    const id = newUuidV7(CaseId, now.getTime(), random);
    const known = { track: TRACK, expected, kind: 'plain', use: 'calibration' } as const;
    await stores.calibrations.addCase({ id, ...known, bundleId, entryPath: CASE_ENTRY, importedAt: now });
  }

  return {
    async restock(): Promise<void> {
      for (const expected of ['SAFE', 'UNSAFE'] as const) {
        for (let n = await missing(expected); n > 0; n--) await add(expected);
      }
    },
  };
}
export type CaseBank = ReturnType<typeof createCaseBank>;
