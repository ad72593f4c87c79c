import type { Track, VerdictValue } from '@assay/protocol';
import type { Brief } from '../seats/index.ts';
import type { BundleFile } from '../submissions/index.ts';
import type { CaseRow } from './calibrations.store.ts';

export type ExamineCase = (known: CaseRow) => Promise<Brief>;
type Deps = {
  readonly loadBundle: (bundleId: string) => Promise<BundleFile[]>;
  readonly examine: (review: {
    track: Track;
    bundleId: string;
    files: readonly BundleFile[];
    entryPath: string;
    expected: VerdictValue;
  }) => Promise<Brief>;
};

/**
 * Caches the engine's result on a case, which is constant for the process. Concurrent requests for a case share one
 * examination.
 */
export function createCaseExamination({ loadBundle, examine }: Deps): ExamineCase {
  const briefs = new Map<string, Promise<Brief>>();

  return ({ id, track, bundleId, entryPath, expected }) => {
    const known = briefs.get(id);
    if (known !== undefined) return known;
    const asked = loadBundle(bundleId).then((files) => examine({ track, bundleId, files, entryPath, expected }));
    briefs.set(id, asked);
    asked.catch(() => briefs.delete(id)); // an engine error is not cached
    return asked;
  };
}
