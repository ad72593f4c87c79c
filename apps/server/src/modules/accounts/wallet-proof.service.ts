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

/** Proves who holds a wallet: checks the text and the signature, then spends the nonce. */
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

  /** A contract signature runs third-party code through the chain, so this requires an unused nonce of this service. */
  async function isContractProven(signed: SignedText, nonce: Nonce, purpose: NoncePurpose): Promise<boolean> {
    await nonces.requireUsable(nonce, purpose);
    return isSignedByContract(signed);
  }

  return {
    prove: async (proof: SignedMessage, purpose: NoncePurpose): Promise<Address> =>
      (await proveText(proof, purpose)).address,
    /** Also returns the resources that the signed text names. */
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
