import { fromHex } from './hex.ts';
import { keccak256Hex } from './keccak.ts';
import { AssayError } from './reasons.ts';
import { isHash32, isText, isUuid } from './shape.ts';

/** One JSON-RPC call to a trusted node: `(method, params) => result`. */
export type ChainRpc = (method: string, params: readonly unknown[]) => Promise<unknown>;

/** The location of the registry. Pin both values: a service could name another contract or chain. */
export type ChainPin = { readonly chainId: number; readonly registryAddress: string };
export type Anchored = { readonly submissionId: string; readonly payloadHash: string };

const word = (hex: string): string => hex.padStart(64, '0');
const selector = (signature: string): string => keccak256Hex(new TextEncoder().encode(signature)).slice(2, 10);

/** bytes16 is left-aligned in its word. */
const submissionWord = (submissionId: string): string => submissionId.replaceAll('-', '').padEnd(64, '0');

/** keccak256(abi.encode(bytes16 submissionId, bytes32 payloadHash)): the key of a certificate on the chain. */
export const certificateKey = ({ submissionId, payloadHash }: Anchored): string =>
  keccak256Hex(fromHex(submissionWord(submissionId) + payloadHash.slice(2)));

/**
 * Checks that the registry contains this certificate and no other for its submission. Throws AssayError if it does not
 * or cannot be queried.
 */
export async function verifyOnChain(
  anchored: Anchored,
  pin: ChainPin,
  rpc: ChainRpc,
): Promise<{ readonly key: string }> {
  const { submissionId, payloadHash } = anchored;
  if (!isUuid(submissionId) || !isHash32(payloadHash))
    throw new AssayError('bad_answer', 'The registry cannot contain this certificate.');
  const chainId = await call(rpc, 'eth_chainId', []);
  if (Number(chainId) !== pin.chainId)
    throw new AssayError('chain_mismatch', `The node is on chain ${Number(chainId)}, not on chain ${pin.chainId}.`);
  const code = await call(rpc, 'eth_getCode', [pin.registryAddress, 'latest']);
  if (code.length <= 2) throw new AssayError('chain_mismatch', 'There is no contract at the registry address.');
  const data = `0x${selector('committedKey(bytes16)')}${submissionWord(submissionId)}`;
  const committed = await call(rpc, 'eth_call', [{ to: pin.registryAddress, data }, 'latest']);
  const key = certificateKey(anchored);
  if (committed === `0x${word('')}`)
    throw new AssayError('not_in_registry', 'The registry contains no certificate for this submission.');
  if (committed !== key)
    throw new AssayError('not_in_registry', 'The registry contains a different certificate for this submission.');
  return { key };
}

async function call(rpc: ChainRpc, method: string, params: readonly unknown[]): Promise<string> {
  const result = await rpc(method, params).catch((cause: unknown) => {
    throw new AssayError('unreachable', 'The chain cannot be reached.', { cause });
  });
  if (!isText(result) || !/^0x[0-9a-f]*$/i.test(result))
    throw new AssayError('bad_answer', 'The response of the chain cannot be read.');
  return result.toLowerCase();
}
