import type { AuditPool } from '@assay/audit/node';
import type { Track, VerdictValue } from '@assay/protocol';
import type { BundleFile } from '../submissions/index.ts';
import type { CaseRow } from './calibrations.store.ts';
import { PROVEN_RESULT } from './case-use.ts';

type Known = {
  readonly track: Track;
  readonly files: readonly BundleFile[];
  readonly entryPath: string;
  readonly expected: VerdictValue;
};
type Deps = {
  readonly audit: AuditPool['audit'];
  readonly loadBundle: (bundleId: string) => Promise<BundleFile[]>;
};

/**
 * Whether the engine alone, without sandbox and without readers, reaches the verdict that is known of a case. Hosted seats
 * vote by proofs only (ADR 0022), so a hostile case that the engine merely hints at would fail every one of them, whatever
 * its validator has equipped.
 */
export function createCaseProofs({ audit, loadBundle }: Deps) {
  // The engine of a process does not change, so an answer is kept until the process ends.
  const answers = new Map<string, Promise<boolean>>();

  async function proves({ track, files, entryPath, expected }: Known): Promise<boolean> {
    const { report } = await audit(
      { productType: track, files, source: { url: '', ref: '', entry: entryPath } },
      { isSandboxed: false, isPatient: true },
    );
    return report.reviewResult === PROVEN_RESULT[expected];
  }

  function isProven({ id, track, bundleId, entryPath, expected }: CaseRow): Promise<boolean> {
    const known = answers.get(id);
    if (known !== undefined) return known;
    const asked = loadBundle(bundleId).then((files) => proves({ track, files, entryPath, expected }));
    answers.set(id, asked);
    asked.catch(() => answers.delete(id)); // a fault of the engine is no answer
    return asked;
  }

  /** The first so many of them that are proven; all of them without a bound. */
  async function provenOf(rows: readonly CaseRow[], max = rows.length): Promise<CaseRow[]> {
    const proven: CaseRow[] = [];
    for (const row of rows) {
      if (proven.length >= max) break;
      if (await isProven(row)) proven.push(row);
    }
    return proven;
  }

  return { proves, provenOf };
}
export type CaseProofs = ReturnType<typeof createCaseProofs>;
