// Who signed this? Plain accounts by recovery, contract wallets by asking them (ERC-1271), wallets that do not exist
// yet by building them inside a call (ERC-6492).
import { type Address, type Hex, isHex } from 'viem';
import type { ChainClient } from '../rpc/chain-client.ts';
import { askChain } from '../rpc/chain-errors.ts';

export const SIGNATURE_LIMITS = { signatureHexMax: 8_192 } as const;

type SignedMessage = { address: Address; message: string; signature: string };

/** EIP-191. A plain account's signature needs no node; for any other a silent chain throws ChainUnavailableError. */
export async function isSignedBy(
  client: ChainClient,
  { address, message, signature }: SignedMessage,
): Promise<boolean> {
  if (!isSignature(signature)) return false;
  return askChain(async () => {
    const isSigned = await client.verifyMessage({ address, message, signature, mode: 'eoa' });
    // viem also says false when the node is silent; this throws then.
    if (!isSigned) await client.getBlockNumber();
    return isSigned;
  });
}

function isSignature(text: string): text is Hex {
  return isHex(text) && text.length <= 2 + SIGNATURE_LIMITS.signatureHexMax;
}
