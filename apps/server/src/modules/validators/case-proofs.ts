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
 * Whether the engine alone, without sandbox and readers, reaches the known verdict of a case. Hosted seats vote by
 * proofs only (ADR 0022), so all of them would fail a hostile case for which the engine has only hints, whatever packs
 * they have.
 */
export function createCaseProofs({ audit, loadBundle }: Deps) {
  // The engine of a process is constant, so results are cached until the process ends.
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
    asked.catch(() => answers.delete(id)); // an engine error is not cached
    return asked;
  }

  /** The first `max` proven cases, or all of them. */
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
