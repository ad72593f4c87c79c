import type { DeployedCode, ProbeResult, Report } from '@assay/audit';
import type { AuditPool } from '@assay/audit/node';
import { Address, type Manifest, type ModelReader } from '@assay/protocol';
import type { Deployments } from '../sources/index.ts';
import { type BundleFile, isAgreedReader, type SealedSubmission, toEngineBundle } from '../submissions/index.ts';
import type { Examine, Examined, Read } from './examination.service.ts';
import type { Probe } from './probe.service.ts';
import type { Readers } from './readers.service.ts';

type SealedBundle = Pick<SealedSubmission, 'input'> & { readonly files: readonly BundleFile[] };
export type Engine = (
  bundle: SealedBundle,
  /** The results of the endpoint probes. */
  probe?: readonly ProbeResult[],
  /** The code at the declared deployment address. */
  deployed?: DeployedCode,
) => Promise<Extract<Examined, { kind: 'fault' }> | { kind: 'report'; report: Report; observedManifest: Manifest }>;

/** Runs the engine on the sealed bytes of a submission. */
export function createExamine(audit: AuditPool['audit']): Examine & Engine {
  return async ({ input, files }, probe: readonly ProbeResult[] = [], deployed?: DeployedCode) => {
    try {
      const { report, manifest } = await audit(toEngineBundle(input, files), {
        ...(probe.length === 0 ? {} : { probe }),
        ...(deployed === undefined ? {} : { deployed }),
      });
      return { kind: 'report', report, observedManifest: manifest.manifest };
    } catch (error) {
      // By name: importing the class would load the whole engine into this process.
      if (error instanceof Error && error.name === 'AuditFault') return { kind: 'fault', reason: error.message };
      throw error;
    }
  };
}

type Seeing = { readonly probe: Probe; readonly deployments: Pick<Deployments, 'read'> };

/** Probes endpoints (with consent) and the chain, then runs engine and readers. Re-audits use no model, other rounds only those that the submitter agreed to. */
export function createExamineAndRead(
  examine: Engine,
  readers: Pick<Readers, 'read'>,
  { probe, deployments }: Seeing,
): Read {
  const findDeployed = async ({ chainId, address }: SealedBundle['input']['source']) =>
    chainId === undefined || address === undefined
      ? undefined
      : deployments.read({ chainId, address: Address.parse(address) });

  return async (bundle, type) => {
    const examined = await examine(bundle, await probe(bundle), await findDeployed(bundle.input.source));
    if (examined.kind === 'fault' || type === 'RE_AUDIT') return { ...examined, usage: null };
    const mayRead = (model: ModelReader) => isAgreedReader(bundle.input, model);
    const { report, usage } = await readers.read(toEngineBundle(bundle.input, bundle.files), examined.report, mayRead);
    return { ...examined, report, usage };
  };
}
