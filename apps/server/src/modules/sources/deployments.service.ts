import type { DeployedCode } from '@assay/audit';
import { cloneTarget } from '@assay/contract-review/deployed';
import { Address, canonicalBytes, Problem, sha256Hex } from '@assay/protocol';

type Hex = `0x${string}`;
/** The chain functions needed to read deployed code. */
type CodeChain = {
  readonly facts: { readonly chainId: number };
  readonly isUnavailable: (error: unknown) => boolean;
  codeAt(address: Hex): Promise<Hex>;
  storageAt(address: Hex, slot: Hex): Promise<Hex>;
};
type DeployedAt = { readonly chainId: number; readonly address: Address };
type Deps = { readonly findChain: () => CodeChain | undefined };

/** keccak256 of `eip1967.proxy.implementation` and `eip1967.proxy.beacon`, minus one. */
const SLOTS = {
  implementation: '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
  beacon: '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50',
} as const;
const ADDRESS_DIGITS = 40;
const ACCOUNT = /^eip155:([1-9]\d{0,14})\/address:(0x[0-9a-fA-F]{40})$/;

/** Parses `eip155:<chainId>/address:<0x…>`, a contract on a chain. Undefined for any other address. */
export function parseDeployedAt(url: string): DeployedAt | undefined {
  const [, chainId, written] = ACCOUNT.exec(url) ?? [];
  if (chainId === undefined) return undefined;
  const address = Address.safeParse(written);
  if (!address.success) throw new Problem('source_url_unsupported', { reason: 'the checksum of the address is wrong' });
  return { chainId: Number(chainId), address: address.data };
}

/** A digest of all code that a call to the address can run. */
export const digestOfDeployed = ({ chainId, address, code, implementation }: DeployedCode): string =>
  sha256Hex(canonicalBytes({ chainId, address: address.toLowerCase(), code, implementation }));

const bare = (hex: Hex): string => hex.slice(2).toLowerCase();

/** Reads deployed contracts from their chain. */
export function createDeployments({ findChain }: Deps) {
  /** Returns the code at the address and, for a proxy, that of its implementation. An address without code is empty. */
  async function read({ chainId, address }: DeployedAt): Promise<DeployedCode> {
    const chain = findChain();
    if (chain === undefined) throw new Problem('source_unavailable');
    if (chain.facts.chainId !== chainId) {
      const reason = `contracts are read on chain ${chain.facts.chainId} only`;
      throw new Problem('source_url_unsupported', { reason });
    }
    try {
      const code = bare(await chain.codeAt(address as Hex));
      const implementation = code === '' ? null : await findImplementation(chain, address as Hex, code);
      return { chainId, address, code, implementation };
    } catch (cause) {
      if (chain.isUnavailable(cause)) throw new Problem('source_unavailable', undefined, { cause });
      throw cause;
    }
  }

  return { read };
}
export type Deployments = ReturnType<typeof createDeployments>;

/** Follows EIP-1167 and EIP-1967. A beacon counts as unknown code, because its target can change for many proxies at once. */
async function findImplementation(
  chain: CodeChain,
  address: Hex,
  code: string,
): Promise<DeployedCode['implementation']> {
  const named = async (slot: Hex): Promise<Hex | undefined> => {
    const value = bare(await chain.storageAt(address, slot)).slice(-ADDRESS_DIGITS);
    return /[^0]/.test(value) ? `0x${value}` : undefined;
  };
  const clone = cloneTarget(code);
  const target = clone === undefined ? await named(SLOTS.implementation) : (`0x${clone}` as const);
  if (target !== undefined) return { address: target, code: bare(await chain.codeAt(target)) };
  const beacon = await named(SLOTS.beacon);
  return beacon === undefined ? null : { address: beacon, code: '' };
}
