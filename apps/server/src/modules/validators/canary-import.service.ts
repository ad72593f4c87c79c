import { newUuidV7, type RandomBytes } from '@assay/protocol';
import { z } from 'zod';
import type { BundleStore } from '../submissions/index.ts';
import type { CalibrationStore } from './calibrations.store.ts';
import { CASE_ENTRY, listCaseFolders, readCaseFolder } from './canary-folder.ts';

type Deps = {
  readonly bundles: Pick<BundleStore, 'save'>;
  readonly calibrations: Pick<CalibrationStore, 'addCase'>;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};
export type ImportReport = {
  readonly added: number;
  readonly known: number;
  readonly refused: { readonly name: string; readonly reason: string }[];
};

const CaseId = z.uuidv7();

/** Takes an operator's folder of cases into the database. A case with bytes that are there already changes nothing. */
export async function importCanaries(folder: string, deps: Deps): Promise<ImportReport> {
  const { bundles, calibrations, random, clock } = deps;
  const report = { added: 0, known: 0, refused: [] as ImportReport['refused'] };
  for (const name of await listCaseFolders(folder)) {
    try {
      const { files, track, expected, kind } = await readCaseFolder(folder, name);
      const now = clock.now();
      const bundleId = await bundles.save(files, now);
      const id = newUuidV7(CaseId, now.getTime(), random);
      const row = { id, track, expected, kind, bundleId, entryPath: CASE_ENTRY, importedAt: now };
      if (await calibrations.addCase(row)) report.added++;
      else report.known++;
    } catch (error) {
      report.refused.push({ name, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return report;
}
