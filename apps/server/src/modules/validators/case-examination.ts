import type { Brief } from '../seats/index.ts';
import type { BundleFile } from '../submissions/index.ts';
import type { CaseRow } from './calibrations.store.ts';
import type { ExaminedCase } from './case-engine.ts';

export type ExamineCase = (known: CaseRow) => Promise<Brief>;
type Deps = {
  readonly loadBundle: (bundleId: string) => Promise<BundleFile[]>;
  readonly examine: (review: { files: readonly BundleFile[]; entryPath: string }) => Promise<ExaminedCase>;
};

/** What a seat is told of the engine's work on a case, which neither changes nor outlives the engine of this process. */
export function createCaseExamination({ loadBundle, examine }: Deps): ExamineCase {
  const examinedCases = new Map<string, ExaminedCase>();
  return async ({ id, bundleId, entryPath }) => {
    const examined = examinedCases.get(id) ?? (await examine({ files: await loadBundle(bundleId), entryPath }));
    examinedCases.set(id, examined);
    return { ...examined, bundleId, entryPath };
  };
}
