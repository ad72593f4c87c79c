import type { AuditPool } from '@assay/audit/node';
import { toRunIdentity, toSandbox } from '@assay/protocol';
import { type Brief, review, withPacks } from '../seats/index.ts';
import { type BundleFile, toEngineBundle } from '../submissions/index.ts';
import type { HostedVote } from './calibration.service.ts';

type Deps = { readonly audit: AuditPool['audit']; readonly clock: { now(): Date } };
/** What a seat is told of the engine's work on a case. */
export type ExaminedCase = Omit<Brief, 'bundleId' | 'entryPath'>;
type Case = { readonly files: readonly BundleFile[]; readonly entryPath: string };

/** The engine on cases of known verdict. */
export function createCaseEngine({ audit, clock }: Deps) {
  const look = (asked: Case) => audit(toBundle(asked));

  /** As on a panel: by the engine's report, and what the validator's own rule packs add to it. */
  const vote: HostedVote = async ({ packs = [], ...asked }) => {
    const { report } = await look(asked);
    const added =
      packs.length === 0 ? [] : (await audit(toBundle(asked), { isSandboxed: false, plugins: packs })).packs;
    const seen = withPacks(
      report,
      added.flatMap(({ findings }) => findings),
    );
    return (family) => review(seen, family, '').verdict;
  };

  /** A case declares what the engine sees in it, and is examined as a submission that declares it. */
  async function examine(asked: Case): Promise<ExaminedCase> {
    const { manifest } = (await look(asked)).manifest;
    const declared = { productType: 'SKILL', source: { url: null, ref: null }, manifest, hasManifest: true } as const;
    const { report } = await audit(toEngineBundle({ ...declared, entryPath: asked.entryPath }, asked.files));
    const { riskLevel, observedUrls, findings } = toSandbox(report, clock.now());
    const { rulesetDigest, engineVersion } = toRunIdentity(report);
    const sandbox = { riskLevel, observedUrls, findings };
    return { productType: 'SKILL', manifest, sandbox, rulesetDigest, engineVersion };
  }

  return { vote, examine };
}

const toBundle = ({ files, entryPath }: Case) =>
  ({ productType: 'SKILL', files, source: { url: '', ref: '', entry: entryPath } }) as const;
