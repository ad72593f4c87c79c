// Verifies signers: plain accounts by recovery, contract wallets by calling them (ERC-1271), undeployed wallets by
// creating them within a call (ERC-6492).
import { type Address, type Hex, isHex } from 'viem';
import type { ChainClient } from '../rpc/chain-client.ts';
import { askChain } from '../rpc/chain-errors.ts';

export const SIGNATURE_LIMITS = { signatureHexMax: 8_192 } as const;

type SignedMessage = { address: Address; message: string; signature: string };

/** EIP-191. Verifying a plain account needs no node. For others, throws ChainUnavailableError when no node answers. */
export async function isSignedBy(
  client: ChainClient,
  { address, message, signature }: SignedMessage,
): Promise<boolean> {
  if (!isSignature(signature)) return false;
  return askChain(async () => {
    const isSigned = await client.verifyMessage({ address, message, signature, mode: 'eoa' });
    // viem also returns false when the node does not answer; this call then throws.
    if (!isSigned) await client.getBlockNumber();
    return isSigned;
  });
}

function isSignature(text: string): text is Hex {
  return isHex(text) && text.length <= 2 + SIGNATURE_LIMITS.signatureHexMax;
}
