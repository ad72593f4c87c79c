import type { Bundle, Report } from '@assay/audit';
import type { AuditPool } from '@assay/audit/node';
import { toRunIdentity, toSandbox } from '@assay/protocol';
import { type Brief, review } from '../seats/index.ts';
import { type BundleFile, toEngineBundle } from '../submissions/index.ts';
import type { HostedVote } from './calibration.service.ts';

/** What the models of the service add to a report. */
export type ReadCase = (bundle: Bundle, report: Report) => Promise<{ readonly report: Report }>;
type Deps = { readonly audit: AuditPool['audit']; readonly read: ReadCase; readonly clock: { now(): Date } };
/** What a seat is told of the engine's work on a case. */
export type ExaminedCase = Omit<Brief, 'bundleId' | 'entryPath'>;
type Case = { readonly files: readonly BundleFile[]; readonly entryPath: string };

/** The engine on cases of known verdict. */
export function createCaseEngine({ audit, read, clock }: Deps) {
  const toBundle = ({ files, entryPath }: Case): Bundle => ({
    productType: 'SKILL',
    files,
    source: { url: '', ref: '', entry: entryPath },
  });

  /** As in a review: what the models read counts for every seat. */
  const vote: HostedVote = async (asked) => {
    const bundle = toBundle(asked);
    const { report } = await read(bundle, (await audit(bundle)).report);
    return (family) => review(report, family, '').verdict;
  };

  /** A case declares what the engine sees in it, and is examined as a submission that declares it. */
  async function examine(asked: Case): Promise<ExaminedCase> {
    const { manifest } = (await audit(toBundle(asked))).manifest;
    const declared = { productType: 'SKILL', source: { url: null, ref: null }, manifest, hasManifest: true } as const;
    const { report } = await audit(toEngineBundle({ ...declared, entryPath: asked.entryPath }, asked.files));
    const { riskLevel, observedUrls, findings } = toSandbox(report, clock.now());
    const { rulesetDigest, engineVersion } = toRunIdentity(report);
    const sandbox = { riskLevel, observedUrls, findings };
    return { productType: 'SKILL', manifest, sandbox, rulesetDigest, engineVersion };
  }

  return { vote, examine };
}
