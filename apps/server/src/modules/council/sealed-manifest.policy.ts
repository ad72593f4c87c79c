import { MANIFEST_LIMITS, type Manifest } from '@assay/protocol';

type Safety = Manifest['safety'];
type Pin = { readonly name: string; readonly pin: string };
/** What the engine saw the bytes able to do, and what it pinned; reports of former days may not say. */
export type Seen = {
  readonly capabilities?: { readonly observed: readonly { readonly name: string }[] } | undefined;
  readonly tools?: { readonly list: string; readonly tools: readonly Pin[] } | undefined;
};

const FILESYSTEM: readonly Safety['filesystem'][] = ['NONE', 'READ', 'WRITE'];
const WRITING: readonly string[] = ['fs.write', 'fs.delete'];

/** The manifest of a certificate: what was declared, beside what was seen; it never promises less than was seen. */
export function toSealedManifest(declared: Manifest, { capabilities, tools }: Seen): Manifest {
  const names = (capabilities?.observed ?? []).map(({ name }) => name);
  const seen = safetyOf(names);
  const { network, filesystem } = declared.safety;
  return {
    ...declared,
    tools: tools === undefined ? declared.tools : toPinned(tools),
    safety: {
      network: network === 'NONE' ? seen.network : network,
      filesystem: FILESYSTEM.indexOf(filesystem) < FILESYSTEM.indexOf(seen.filesystem) ? seen.filesystem : filesystem,
    },
    observed: { capabilities: names.slice(0, MANIFEST_LIMITS.capabilitiesMax), safety: seen },
  };
}

/** Name and pin fit into what a manifest holds of a tool. */
const PINNED_NAME_MAX = 55;

/** The list first, then each tool: what an agent is offered can be held beside it. */
const toPinned = ({ list, tools }: NonNullable<Seen['tools']>): string[] =>
  [{ name: 'list', pin: list }, ...tools]
    .slice(0, MANIFEST_LIMITS.toolsMax)
    .map(({ name, pin }) => `${plain(name).slice(0, PINNED_NAME_MAX)} sha256:${pin}`.toWellFormed());

const plain = (name: string): string => name.replace(/\p{Cc}+/gu, ' ').trim() || 'unnamed';

/** The target of an observed but undeclared connection is unknown. */
function safetyOf(names: readonly string[]): Safety {
  const writes = names.some((name) => WRITING.includes(name));
  return {
    network: names.some((name) => name.startsWith('net.')) ? 'ANY' : 'NONE',
    filesystem: writes ? 'WRITE' : names.includes('fs.read') ? 'READ' : 'NONE',
  };
}
