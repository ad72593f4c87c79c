import { newUuidV7, type RandomBytes } from '@assay/protocol';
import { z } from 'zod';
import type { BundleStore } from '../submissions/index.ts';
import type { CalibrationStore } from './calibrations.store.ts';
import { type CaseFolder, listCaseFolders, readCaseFolder } from './canary-folder.ts';
import type { CanaryRoundStore } from './canary-rounds.store.ts';
import type { CaseUse } from './case-use.ts';

type Deps = {
  readonly bundles: Pick<BundleStore, 'save'>;
  readonly calibrations: Pick<CalibrationStore, 'addCase' | 'countCases'>;
  readonly canaryRounds: Pick<CanaryRoundStore, 'listRetired'>;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};
type ImportReport = {
  readonly added: number;
  readonly known: number;
  readonly refused: { readonly name: string; readonly reason: string }[];
  /** All stored cases. Remote validators have seen the retired canaries and do not get them again. */
  readonly stored: { readonly calibration: number; readonly canary: number; readonly retired: number };
};

const CaseId = z.uuidv7();

/** Imports an operator's folder of cases into the database. A case whose bytes are already stored changes nothing. */
export async function importCanaries(folder: string, deps: Deps): Promise<ImportReport> {
  const { bundles, calibrations, canaryRounds, random, clock } = deps;
  const report = { added: 0, known: 0, refused: [] as ImportReport['refused'] };
  for (const name of await listCaseFolders(folder)) {
    try {
      const found = await readCaseFolder(folder, name);
      const { files, entryPath, track, expected, kind } = found;
      const use = useOf(found, random);
      const now = clock.now();
      const bundleId = await bundles.save(files, now);
      const id = newUuidV7(CaseId, now.getTime(), random);
      const row = { id, track, expected, kind, use, bundleId, entryPath, importedAt: now, origin: 'IMPORTED' } as const;
      if (await calibrations.addCase(row)) report.added++;
      else report.known++;
    } catch (error) {
      report.refused.push({ name, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  const [calibration, canary] = [await calibrations.countCases('calibration'), await calibrations.countCases('canary')];
  return { ...report, stored: { calibration, canary, retired: (await canaryRounds.listRetired()).size } };
}

/** Splits at random: if the use derived from the bytes, a validator could tell which bytes are no canary. */
function useOf({ kind, use }: Pick<CaseFolder, 'kind' | 'use'>, random: RandomBytes): CaseUse {
  const tossed = (random(1)[0] ?? 0) % 2 === 0 ? 'calibration' : 'canary';
  return use ?? (kind === 'hard' ? 'canary' : tossed);
}
