import type { CertificateId } from '@assay/protocol';
import { type Actor, type Developer, principalOf } from '../../platform/auth/index.ts';
import type { OwnersOf } from '../accounts/index.ts';
import type { Orders } from './orders.service.ts';

type Deps = { readonly orders: Pick<Orders, 'reAudit'>; readonly ownersOf: OwnersOf };

/** Quotes for re-audits of certified bytes. */
export function createReAuditQuotes({ orders, ownersOf }: Deps) {
  return async (caller: Developer | Actor, certificateId: CertificateId): Promise<string> => {
    const owners = { payer: principalOf(caller), owners: await ownersOf(caller) };
    const order = await orders.reAudit(certificateId, owners, {});
    const input = await order.seal();
    await order.requireAllowed(input);
    return input.quoteId;
  };
}
