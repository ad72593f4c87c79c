import {
  type EngineReport,
  type Manifest,
  type ProductType,
  TRACKS_OF,
  toRunIdentity,
  toSandbox,
} from '@assay/protocol';
import type { Brief } from './seats.tables.ts';

type Examined = {
  readonly input: {
    readonly productType: ProductType;
    readonly bundleId: string;
    readonly entryPath: string;
    readonly manifest: Manifest;
    readonly hasManifest: boolean;
  };
  readonly report: EngineReport;
  /** The manifest that matches what the engine observed. Absent in reports of earlier versions. */
  readonly observed: Manifest | undefined;
};

/**
 * Reviews and cases with a known verdict get their briefs here, so that a validator cannot tell them apart. Both show
 * the observed manifest when nothing was declared, and the track, because there are no cases for SKILL+API. Neither shows
 * what the service's own models found: a seat judges independently of them, and models do not read every case.
 */
export function toBrief({ input, report, observed }: Examined): Brief {
  const { productType, bundleId, entryPath, manifest, hasManifest } = input;
  const findings = report.findings.filter(({ basis }) => basis !== 'model');
  const sandbox = toSandbox({ ...report, findings }, new Date(0));
  const { riskLevel, observedUrls } = sandbox;
  const { rulesetDigest, engineVersion } = toRunIdentity(report);
  return {
    productType: TRACKS_OF[productType][0],
    manifest: hasManifest || observed === undefined ? manifest : withEndpoints(observed, manifest),
    bundleId,
    entryPath,
    sandbox: { riskLevel, observedUrls, findings: sandbox.findings },
    rulesetDigest,
    engineVersion,
  };
}

/** A submission can declare endpoints without a manifest. */
const withEndpoints = (observed: Manifest, { declaredEndpoints }: Manifest): Manifest =>
  declaredEndpoints.length === 0 ? observed : { ...observed, declaredEndpoints };
