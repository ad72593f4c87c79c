import type { AuditPool } from '@assay/audit/node';
import { toRunIdentity, toSandbox } from '@assay/protocol';
import { review } from '../council/index.ts';
import { type BundleFile, toEngineBundle } from '../submissions/index.ts';
import type { HostedVote } from './calibration.service.ts';
import type { ExaminedCase } from './validators.tables.ts';

type Deps = { readonly audit: AuditPool['audit']; readonly clock: { now(): Date } };
type Case = { readonly files: readonly BundleFile[]; readonly entryPath: string };

/** The engine on cases of known verdict. */
export function createCaseEngine({ audit, clock }: Deps) {
  const look = ({ files, entryPath }: Case) =>
    audit({ productType: 'SKILL', files, source: { url: '', ref: '', entry: entryPath } });

  const vote: HostedVote = async (asked) => {
    const { report } = await look(asked);
    return (family) => review(report, family, '').verdict;
  };

  /** A case declares what the engine sees in it, and is examined as a submission that declares it. */
  async function examine(asked: Case): Promise<ExaminedCase> {
    const { manifest } = (await look(asked)).manifest;
    const declared = { productType: 'SKILL', source: { url: null, ref: null }, manifest, hasManifest: true } as const;
    const { report } = await audit(toEngineBundle({ ...declared, entryPath: asked.entryPath }, asked.files));
    const { riskLevel, observedUrls, findings } = toSandbox(report, clock.now());
    const { rulesetDigest, engineVersion } = toRunIdentity(report);
    return { manifest, sandbox: { riskLevel, observedUrls, findings }, rulesetDigest, engineVersion };
  }

  return { vote, examine };
}
