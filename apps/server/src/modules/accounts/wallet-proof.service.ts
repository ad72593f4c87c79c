import { type Address, type NoncePurpose, PersonalSignatureError, Problem, recoverSigner } from '@assay/protocol';
import type { Nonces } from './nonces.service.ts';
import { decideSiwe } from './siwe.policy.ts';

type SignedText = { readonly address: Address; readonly message: string; readonly signature: string };
/** Asks the chain whether a contract wallet signed, deployed (ERC-1271) or not yet (ERC-6492). */
export type IsSignedByContract = (signed: SignedText) => Promise<boolean>;

type SignedMessage = { readonly message: string; readonly signature: string };
type Proven = { readonly address: Address; readonly resources: readonly string[] };

type Deps = {
  readonly nonces: Pick<Nonces, 'use' | 'termsOf'>;
  readonly isSignedByContract: IsSignedByContract;
  readonly clock: { now(): Date };
};

/** Who holds a wallet: the text is ours, the signature is the wallet's, and the nonce is spent here. */
export function createWalletProof({ nonces, isSignedByContract, clock }: Deps) {
  async function proveText(proof: SignedMessage, purpose: NoncePurpose): Promise<Proven> {
    const { message, signature } = proof;
    const decision = decideSiwe(message, nonces.termsOf(purpose), clock.now());
    if (decision.kind === 'refused') throw new Problem('siwe_invalid', { reason: decision.reason });
    const { address, nonce, resources } = decision;

    // A plain account needs no chain; only what it did not sign is asked there.
    const isProven =
      findSigner(message, signature) === address || (await isSignedByContract({ address, message, signature }));
    if (!isProven) throw new Problem('signature_invalid');
    await nonces.use(nonce, purpose);
    return { address, resources };
  }

  return {
    prove: async (proof: SignedMessage, purpose: NoncePurpose): Promise<Address> =>
      (await proveText(proof, purpose)).address,
    /** With what the signed text is about. */
    proveText,
  };
}
export type WalletProof = ReturnType<typeof createWalletProof>;

function findSigner(message: string, signature: string): Address | undefined {
  try {
    return recoverSigner(message, signature);
  } catch (error) {
    if (error instanceof PersonalSignatureError) return undefined;
    throw error;
  }
}
