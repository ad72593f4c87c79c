import type { CertificateId } from '@assay/protocol';
import { type Actor, type Developer, principalOf } from '../../platform/auth/index.ts';
import type { OwnersOf } from '../accounts/index.ts';
import type { ReviewPurchases } from './review-purchases.service.ts';

type Deps = { readonly purchases: Pick<ReviewPurchases, 'reAudit'>; readonly ownersOf: OwnersOf };

/** Quotes for re-audits of certified bytes. */
export function createReAuditQuotes({ purchases, ownersOf }: Deps) {
  return async (caller: Developer | Actor, certificateId: CertificateId): Promise<string> => {
    const owners = { payer: principalOf(caller), owners: await ownersOf(caller) };
    const purchase = await purchases.reAudit(certificateId, owners, {});
    const input = await purchase.seal();
    await purchase.requireAllowed(input);
    return input.quoteId;
  };
}
