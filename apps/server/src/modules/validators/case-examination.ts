import type { Track, VerdictValue } from '@assay/protocol';
import type { Brief } from '../seats/index.ts';
import type { BundleFile } from '../submissions/index.ts';
import type { CaseRow } from './calibrations.store.ts';
import type { ExaminedCase } from './case-engine.ts';

export type ExamineCase = (known: CaseRow) => Promise<Brief>;
type Deps = {
  readonly loadBundle: (bundleId: string) => Promise<BundleFile[]>;
  readonly examine: (review: {
    track: Track;
    files: readonly BundleFile[];
    entryPath: string;
    expected: VerdictValue;
  }) => Promise<ExaminedCase>;
};

/**
 * Caches the engine's result on a case, which is constant for the process. Concurrent requests for a case share one
 * examination.
 */
export function createCaseExamination({ loadBundle, examine }: Deps): ExamineCase {
  const examinedCases = new Map<string, Promise<ExaminedCase>>();

  function examined({ id, track, bundleId, entryPath, expected }: CaseRow): Promise<ExaminedCase> {
    const known = examinedCases.get(id);
    if (known !== undefined) return known;
    const asked = loadBundle(bundleId).then((files) => examine({ track, files, entryPath, expected }));
    examinedCases.set(id, asked);
    asked.catch(() => examinedCases.delete(id)); // an engine error is not cached
    return asked;
  }

  return async (known) => {
    const { bundleId, entryPath } = known;
    return { ...(await examined(known)), bundleId, entryPath };
  };
}
