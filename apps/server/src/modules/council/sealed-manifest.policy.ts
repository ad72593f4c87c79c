import { MANIFEST_LIMITS, type Manifest } from '@assay/protocol';

type Safety = Manifest['safety'];
type Pin = { readonly name: string; readonly pin: string };
/** The capabilities that the engine observed and the tools that it pinned. Old reports may have neither. */
export type Seen = {
  readonly capabilities?: { readonly observed: readonly { readonly name: string }[] } | undefined;
  readonly tools?: { readonly list: string; readonly tools: readonly Pin[] } | undefined;
};

const FILESYSTEM: readonly Safety['filesystem'][] = ['NONE', 'READ', 'WRITE'];
const WRITING: readonly string[] = ['fs.write', 'fs.delete'];

/** The manifest of a certificate: the declared facts beside the observed ones. It never claims less than was observed. */
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

/** Longest name that fits into a manifest entry together with its pin. */
const PINNED_NAME_MAX = 55;

/** The pin of the list first, then of each tool, so that an agent can compare the tools that it is offered. */
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
