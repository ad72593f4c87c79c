import { createHash } from 'node:crypto';
import { type Hash32, newUuidV7, type RandomBytes, type Track, type VerdictValue } from '@assay/protocol';
import { z } from 'zod';
import type { Logger } from '../../platform/log/index.ts';
import { type BundleFile, type BundleStore, findMainFile, getProduct } from '../submissions/index.ts';
import type { CaseRow } from './calibrations.store.ts';
import { toKnownCase } from './case-generation.policy.ts';
import type { CaseProofs } from './case-proofs.ts';
import { CASE_SHOWN_MAX, type CaseUse } from './case-use.ts';
import type { ValidatorTransaction } from './validators.transaction.ts';

type Deps = {
  readonly stores: Pick<ValidatorTransaction, 'calibrations' | 'seats'>;
  readonly inTransaction: <T>(work: (tx: CaseTransaction) => Promise<T>) => Promise<T>;
  readonly proofs: CaseProofs;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
  readonly log: Logger;
};
type CaseTransaction = Pick<ValidatorTransaction, 'calibrations'> & { readonly bundles: Pick<BundleStore, 'save'> };
type Sort = { readonly track: Track; readonly expected: VerdictValue };
type Made = { readonly files: readonly BundleFile[]; readonly entryPath: string };

const CaseId = z.uuidv7();
const SEED_BYTES = 32;
/** Stock per verdict of cases that few validators have seen: twice what an attempt needs. */
const FRESH_CASES = 10;
/** Maximum of seeds per case. Nearly every seed gives a proven case, unless templates and engine have diverged. */
const SEEDS_PER_CASE = 20;

/**
 * Cases that the installation generates, so that a new one can admit validators of every track. Remote validators may
 * publish the cases they received, so new ones replace them. Only cases that the engine proves are kept, and stored
 * cases that a newer engine no longer proves are replaced.
 */
export function createGeneratedCases({ stores, inTransaction, proofs, random, clock, log }: Deps) {
  async function missing(sort: Sort): Promise<number> {
    const shown = await stores.seats.listShownCases(CASE_SHOWN_MAX);
    const all = await stores.calibrations.listCases({ use: 'calibration', kind: 'plain', ...sort });
    const unseen = all.filter(({ id }) => !shown.has(id));
    return FRESH_CASES - (await proofs.provenOf(unseen, FRESH_CASES)).length;
  }

  async function add(sort: Sort): Promise<boolean> {
    const made = await makeProven(sort, () => random(SEED_BYTES));
    if (made !== undefined) await store({ ...sort, use: 'calibration' }, made);
    return made !== undefined;
  }

  async function makeProven(sort: Sort, seedOf: (tried: number) => Uint8Array): Promise<Made | undefined> {
    for (let tried = 0; tried < SEEDS_PER_CASE; tried++) {
      const files = toKnownCase(seedOf(tried), sort);
      const entryPath = findMainFile(getProduct(sort.track), files);
      if (entryPath !== undefined && (await proofs.proves({ ...sort, files, entryPath }))) return { files, entryPath };
    }
    log.warn({ ...sort, seeds: SEEDS_PER_CASE }, 'the engine proves no generated case');
    return undefined;
  }

  /** Equal bytes are one case: returns the stored row. */
  async function store(known: Sort & { readonly use: CaseUse }, { files, entryPath }: Made): Promise<CaseRow> {
    const now = clock.now();
    const id = newUuidV7(CaseId, now.getTime(), random);
    return inTransaction(async ({ bundles, calibrations }) => {
      const bundleId = await bundles.save(files, now);
      const row = { ...known, id, kind: 'plain', origin: 'GENERATED', bundleId, entryPath, importedAt: now } as const;
      await calibrations.addCase(row);
      return calibrations.getCaseOf(bundleId);
    });
  }

  /** A plain case for one canary. The same seed gives the same case, and no other canary uses it. */
  async function canaryFor(sort: Sort, seed: Hash32): Promise<CaseRow | undefined> {
    const seedOf = (tried: number) => createHash('sha256').update(`${seed}/case/${tried}`).digest();
    const made = await makeProven(sort, seedOf);
    const known = made && (await store({ ...sort, use: 'canary' }, made));
    return known?.use === 'canary' ? known : undefined;
  }

  return {
    canaryFor,
    /** Replenishes the cases of tracks with waiting validators. */
    async restock(): Promise<void> {
      for (const track of await stores.calibrations.listOpenTracks()) {
        for (const expected of ['SAFE', 'UNSAFE'] as const) {
          const sort = { track, expected };
          for (let n = await missing(sort); n > 0 && (await add(sort)); n--);
        }
      }
    },
  };
}
export type GeneratedCases = ReturnType<typeof createGeneratedCases>;
