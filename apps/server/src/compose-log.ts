/** Wires signing keys, the transparency log and the proofs of certificates. */
import type { Outside, Platform } from './compose-platform.ts';
import type { Config } from './config.ts';
import type { composeCertificates } from './modules/certificates/compose.ts';
import type { composeRegistry } from './modules/registry/compose.ts';
import { composeTransparency, composeTransparencyRoutes } from './modules/transparency/compose.ts';
import { composeTrust } from './modules/trust/compose.ts';
import type { composeWebhooks } from './modules/webhooks/compose.ts';
import { createWitnessClient } from './witness-client.ts';

type Needs = {
  readonly holder: string;
  readonly registry: Pick<ReturnType<typeof composeRegistry>, 'anchorRoot'>;
  readonly webhooks: Pick<ReturnType<typeof composeWebhooks>, 'signer'>;
  readonly checkpointMemory: Outside['checkpointMemory'];
};

export function composeLog(config: Config, platform: Platform['platform'], needs: Needs) {
  const { holder, registry, webhooks, checkpointMemory: memory } = needs;
  const { publicBaseUrl: baseUrl, mounts, log } = config;
  const transparency = composeTransparency(platform, {
    place: { baseUrl, mounts },
    ...log,
    askWitness: createWitnessClient(log.witnessTimeoutMs),
    memory,
    holder,
    anchorRoot: registry.anchorRoot,
  });
  const signers = { webhookSigner: webhooks.signer, logSigner: transparency.signer };
  return { transparency, trust: composeTrust(platform, { ...signers, baseUrl }) };
}

type Proven = ReturnType<typeof composeLog> & {
  readonly certificates: ReturnType<typeof composeCertificates>;
  readonly registry: ReturnType<typeof composeRegistry>;
};

/** Proofs of certificates that rely on the log. */
export function composeProofs(config: Config, platform: Platform['platform'], modules: Proven) {
  const { certificates, registry, transparency, trust } = modules;
  const { store, verify, toOnChain } = certificates;
  return composeTransparencyRoutes(platform, transparency, {
    place: { baseUrl: config.publicBaseUrl, mounts: config.mounts },
    quorum: config.log.quorum,
    findSealed: store.findSealed,
    findRecord: verify.record,
    getSigner: platform.stores.signingKeys.current,
    readTrustRoot: () => trust.roots.read(undefined),
    async findStanding(id) {
      const [row] = await store.findCurrent([id]);
      return (
        row && {
          payloadHash: row.sealed.payloadHash,
          ...row.state,
          openFlags: row.openFlags,
          onChain: toOnChain(row),
        }
      );
    },
    async findAnchor(id) {
      const [row] = await store.findCurrent([id]);
      const call = row?.anchor?.call;
      const proof = call?.kind === 'COMMIT_ROOT' ? await registry.proofOf(id) : null;
      const root = call?.kind === 'COMMIT_ROOT' && proof !== null ? { hash: call.root, proof } : null;
      return { onChain: row === undefined ? null : toOnChain(row), root };
    },
  });
}
