import type { Bundle, Report } from '@assay/audit';
import { toManifest } from '@assay/audit/manifest';
import type { AuditPool } from '@assay/audit/node';
import type { Manifest, Track, VerdictValue } from '@assay/protocol';
import { type Brief, review, toBrief, withPacks } from '../seats/index.ts';
import { type BundleFile, digestsOf, toEngineBundle } from '../submissions/index.ts';
import type { HostedVote } from './calibration.service.ts';
import { PROVEN_RESULT } from './case-use.ts';

/** Adds the findings of the service's models to a report. */
export type ReadCase = (bundle: Bundle, report: Report) => Promise<{ readonly report: Report }>;
type Deps = { readonly audit: AuditPool['audit']; readonly read: ReadCase };
type Case = { readonly track: Track; readonly files: readonly BundleFile[]; readonly entryPath: string };
type ExpectedCase = Case & { readonly bundleId: string; readonly expected: VerdictValue };
type Declared = { readonly manifest: Manifest; readonly hasManifest: boolean };
type Audited = Awaited<ReturnType<AuditPool['audit']>>;

/** Results on this many cases are kept: more than one calibration of every track asks for. */
const KEPT_MAX = 128;

/** Runs the engine on cases with a known verdict. */
export function createCaseEngine({ audit, read }: Deps) {
  const kept = new Map<string, Promise<Audited>>();

  /**
   * The engine's result on a case that declares nothing. It is constant for the process, so all votes and examinations
   * of a case share one run of the sandbox.
   */
  function auditBare(asked: Case): Promise<Audited> {
    const { track, files, entryPath } = asked;
    const key = `${track} ${digestsOf(files, entryPath).bundleSha256} ${entryPath}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const run = audit(toBundle(asked));
    kept.set(key, run);
    run.catch(() => kept.delete(key)); // an engine error is not cached
    const [oldest] = kept.keys();
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
    return run;
  }

  const toBundle = ({ track, files, entryPath }: Case): Bundle => ({
    productType: track,
    files,
    source: { url: '', ref: '', entry: entryPath },
  });

  const toDeclaring = ({ track: productType, files, entryPath }: Case, declared: Declared): Bundle =>
    toEngineBundle({ productType, source: { url: null, ref: null }, ...declared, entryPath }, files);

  /** As in a review, findings of the models count for every seat. */
  const vote: HostedVote = async ({ packs = [], ...asked }) => {
    const bundle = toBundle(asked);
    const { report } = await read(bundle, (await auditBare(asked)).report);
    // Findings of a validator's own rule packs count for that validator only.
    const ran =
      packs.length === 0 ? [] : (await audit(bundle, { isSandboxed: false, isPatient: true, plugins: packs })).packs;
    const seen = withPacks(
      report,
      ran.flatMap(({ findings }) => findings),
    );
    return (family) => review(seen, family, '').verdict;
  };

  /** Examines a case like a submission that declares this manifest. */
  async function examine(asked: ExpectedCase): Promise<Brief> {
    const { track: productType, bundleId, entryPath } = asked;
    const declared = await declarationOf(asked);
    const { report, manifest } = await audit(toDeclaring(asked, declared));
    return toBrief({ input: { productType, bundleId, entryPath, ...declared }, report, observed: manifest.manifest });
  }

  /** A case declares what the engine observes in it, or nothing if only that keeps its verdict proven. */
  async function declarationOf(asked: ExpectedCase): Promise<Declared> {
    const { manifest } = (await auditBare(asked)).manifest;
    const observed = { manifest, hasManifest: true };
    if (await isProven(asked, observed)) return observed;
    const nothing = { manifest: toManifest({}), hasManifest: false };
    return (await isProven(asked, nothing)) ? nothing : observed;
  }

  async function isProven(asked: ExpectedCase, declared: Declared): Promise<boolean> {
    const { report } = await audit(toDeclaring(asked, declared), { isSandboxed: false, isPatient: true });
    return report.reviewResult === PROVEN_RESULT[asked.expected];
  }

  return { vote, examine };
}
