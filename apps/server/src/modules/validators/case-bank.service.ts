import { newUuidV7, type RandomBytes, type VerdictValue } from '@assay/protocol';
import { z } from 'zod';
import type { Logger } from '../../platform/log/index.ts';
import type { BundleFile, BundleStore } from '../submissions/index.ts';
import { CASE_ENTRY } from './canary-folder.ts';
import { toKnownCase } from './case-bank.policy.ts';
import type { CaseProofs } from './case-proofs.ts';
import { CASE_SHOWN_MAX } from './case-use.ts';
import type { ValidatorTransaction } from './validators.transaction.ts';

type Deps = {
  readonly stores: Pick<ValidatorTransaction, 'calibrations' | 'seats'>;
  readonly bundles: Pick<BundleStore, 'save'>;
  readonly proofs: CaseProofs;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
  readonly log: Logger;
};

const CaseId = z.uuidv7();
const SEED_BYTES = 32;
/** Of each verdict, that few have seen: twice what an attempt needs. */
const FRESH_CASES = 10;
/** Seeds that are tried for one case. Nearly every seed gives a proven case, unless templates and engine have drifted apart. */
const SEEDS_PER_CASE = 20;
const TRACK = 'SKILL';

/**
 * Cases for calibrations that this installation makes for itself, so that a fresh installation can admit validators. What
 * remote validators were shown gets around, so new ones are added as they are used up. Only cases that the engine proves
 * are kept, and stored cases that a newer engine no longer proves are replaced.
 */
export function createCaseBank({ stores, bundles, proofs, random, clock, log }: Deps) {
  async function missing(expected: VerdictValue): Promise<number> {
    const shown = await stores.seats.listShownCases(CASE_SHOWN_MAX);
    const all = await stores.calibrations.listCases({ use: 'calibration', track: TRACK, kind: 'plain', expected });
    const unseen = all.filter(({ id }) => !shown.has(id));
    return FRESH_CASES - (await proofs.provenOf(unseen, FRESH_CASES)).length;
  }

  async function add(expected: VerdictValue): Promise<boolean> {
    const files = await makeProven(expected);
    if (files === undefined) return false;
    const now = clock.now();
    const bundleId = await bundles.save(files, now);
    const id = newUuidV7(CaseId, now.getTime(), random);
    const known = { track: TRACK, expected, kind: 'plain', use: 'calibration' } as const;
    await stores.calibrations.addCase({ id, ...known, bundleId, entryPath: CASE_ENTRY, importedAt: now });
    return true;
  }

  async function makeProven(expected: VerdictValue): Promise<readonly BundleFile[] | undefined> {
    for (let tried = 0; tried < SEEDS_PER_CASE; tried++) {
      const { files } = toKnownCase(random(SEED_BYTES), expected);
      if (await proofs.proves({ files, entryPath: CASE_ENTRY, expected })) return files;
    }
    log.warn({ expected, seeds: SEEDS_PER_CASE }, 'the engine proves no generated calibration case');
    return undefined;
  }

  return {
    async restock(): Promise<void> {
      for (const expected of ['SAFE', 'UNSAFE'] as const) {
        for (let n = await missing(expected); n > 0 && (await add(expected)); n--);
      }
    },
  };
}
export type CaseBank = ReturnType<typeof createCaseBank>;
