import type { Bundle, Report } from '@assay/audit';
import type { AuditPool } from '@assay/audit/node';
import { type Track, toRunIdentity, toSandbox } from '@assay/protocol';
import { type Brief, review, withPacks } from '../seats/index.ts';
import { type BundleFile, toEngineBundle } from '../submissions/index.ts';
import type { HostedVote } from './calibration.service.ts';

/** What the models of the service add to a report. */
export type ReadCase = (bundle: Bundle, report: Report) => Promise<{ readonly report: Report }>;
type Deps = { readonly audit: AuditPool['audit']; readonly read: ReadCase; readonly clock: { now(): Date } };
/** What a seat is told of the engine's work on a case. */
export type ExaminedCase = Omit<Brief, 'bundleId' | 'entryPath'>;
type Case = { readonly track: Track; readonly files: readonly BundleFile[]; readonly entryPath: string };

/** The engine on cases of known verdict. */
export function createCaseEngine({ audit, read, clock }: Deps) {
  const toBundle = ({ track, files, entryPath }: Case): Bundle => ({
    productType: track,
    files,
    source: { url: '', ref: '', entry: entryPath },
  });

  /** As in a review: what the models read counts for every seat. */
  const vote: HostedVote = async ({ packs = [], ...asked }) => {
    const bundle = toBundle(asked);
    const { report } = await read(bundle, (await audit(bundle)).report);
    // And what the validator's own rule packs add to it counts for that one.
    const ran =
      packs.length === 0 ? [] : (await audit(bundle, { isSandboxed: false, isPatient: true, plugins: packs })).packs;
    const seen = withPacks(
      report,
      ran.flatMap(({ findings }) => findings),
    );
    return (family) => review(seen, family, '').verdict;
  };

  /** A case declares what the engine sees in it, and is examined as a submission that declares it. */
  async function examine(asked: Case): Promise<ExaminedCase> {
    const { track: productType, entryPath, files } = asked;
    const { manifest } = (await audit(toBundle(asked))).manifest;
    const declared = { productType, source: { url: null, ref: null }, manifest, hasManifest: true } as const;
    const { report } = await audit(toEngineBundle({ ...declared, entryPath }, files));
    const { riskLevel, observedUrls, findings } = toSandbox(report, clock.now());
    const { rulesetDigest, engineVersion } = toRunIdentity(report);
    const sandbox = { riskLevel, observedUrls, findings };
    return { productType, manifest, sandbox, rulesetDigest, engineVersion };
  }

  return { vote, examine };
}
