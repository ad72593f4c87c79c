import { MANIFEST_LIMITS, type Manifest } from '@assay/protocol';

type Safety = Manifest['safety'];
/** What the engine saw the bytes able to do; reports of former days may not say. */
export type Seen = { readonly capabilities?: { readonly observed: readonly { readonly name: string }[] } | undefined };

const FILESYSTEM: readonly Safety['filesystem'][] = ['NONE', 'READ', 'WRITE'];
const WRITING: readonly string[] = ['fs.write', 'fs.delete'];

/** The manifest of a certificate: what was declared, beside what was seen; it never promises less than was seen. */
export function toSealedManifest(declared: Manifest, { capabilities }: Seen): Manifest {
  const names = (capabilities?.observed ?? []).map(({ name }) => name);
  const seen = safetyOf(names);
  const { network, filesystem } = declared.safety;
  return {
    ...declared,
    safety: {
      network: network === 'NONE' ? seen.network : network,
      filesystem: FILESYSTEM.indexOf(filesystem) < FILESYSTEM.indexOf(seen.filesystem) ? seen.filesystem : filesystem,
    },
    observed: { capabilities: names.slice(0, MANIFEST_LIMITS.capabilitiesMax), safety: seen },
  };
}

/** Nobody declared where a connection goes that was only seen: it may go anywhere. */
function safetyOf(names: readonly string[]): Safety {
  const writes = names.some((name) => WRITING.includes(name));
  return {
    network: names.some((name) => name.startsWith('net.')) ? 'ANY' : 'NONE',
    filesystem: writes ? 'WRITE' : names.includes('fs.read') ? 'READ' : 'NONE',
  };
}
