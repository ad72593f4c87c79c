import { createTransactionSubmitter } from '../transactions/transaction-submitter.ts';
import { createLocalFacilitator, type LocalFacilitatorDeps } from '../x402/local-facilitator.ts';
import type { PaymentTerms } from '../x402/payment-terms.ts';
import { operator, type TestChain } from './test-chain.ts';

export const TREASURY = '0x000000000000000000000000000000000000dEaD';

/** A facilitator in this process. The operator pays its gas. */
export function openLocalFacilitator(
  chain: Pick<TestChain, 'client' | 'feed' | 'signerOf'>,
  options: Partial<LocalFacilitatorDeps> = {},
) {
  const { client, feed } = chain;
  const submitter = createTransactionSubmitter({ client, feed, signer: chain.signerOf(operator) });
  return createLocalFacilitator({ client, submitter, ...options });
}

export function saleTerms(chain: TestChain, changes: Partial<PaymentTerms> = {}): PaymentTerms {
  return {
    network: { chainId: chain.chainId, asset: chain.usdcAddress, domain: { name: 'USDC', version: '2' } },
    payTo: TREASURY,
    amount: 900_000n,
    resource: { url: 'http://127.0.0.1/submit', description: 'Security review: SKILL' },
    maxTimeoutSeconds: 120,
    ...changes,
  };
}
