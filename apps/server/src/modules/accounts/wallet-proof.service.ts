import {
  type Address,
  type Nonce,
  type NoncePurpose,
  PersonalSignatureError,
  Problem,
  recoverSigner,
} from '@assay/protocol';
import type { Nonces } from './nonces.service.ts';
import { decideSiwe } from './siwe.policy.ts';

type SignedText = { readonly address: Address; readonly message: string; readonly signature: string };
/** Asks the chain whether a contract wallet signed, deployed (ERC-1271) or not yet (ERC-6492). */
export type IsSignedByContract = (signed: SignedText) => Promise<boolean>;

type SignedMessage = { readonly message: string; readonly signature: string };
type Proven = { readonly address: Address; readonly resources: readonly string[] };

type Deps = {
  readonly nonces: Pick<Nonces, 'use' | 'requireUsable' | 'termsOf'>;
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

    const isProven =
      findSigner(message, signature) === address ||
      (await isContractProven({ address, message, signature }, nonce, purpose));
    if (!isProven) throw new Problem('signature_invalid');
    await nonces.use(nonce, purpose);
    return { address, resources };
  }

  /** What a plain account did not sign is asked of the chain, which runs code of strangers: only for a nonce of ours that is unused. */
  async function isContractProven(signed: SignedText, nonce: Nonce, purpose: NoncePurpose): Promise<boolean> {
    await nonces.requireUsable(nonce, purpose);
    return isSignedByContract(signed);
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
