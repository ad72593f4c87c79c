import { type CertificateId, type PaymentIntentRequest, Problem, paymentRoutes } from '@assay/protocol';
import { type Actor, type Developer, principalOf } from '../../platform/auth/index.ts';
import { bindRoutes, Reply } from '../../platform/http/index.ts';
import type { IntentAnswer } from './intents.answer.ts';
import type { QuotedPurchase, TopUp } from './intents.service.ts';
import type { Confirmed, Payments } from './payments.service.ts';

type Needs = {
  readonly payments: Payments;
  /** Wallets that the caller has proven to hold. */
  readonly walletsOf: (caller: Developer | Actor) => Promise<readonly string[]>;
  readonly urlOf: (route: { path: string }, id: string) => string;
  /** The current price of a draft. Throws when it has none. */
  readonly quoteOfDraft: (accountId: string, draftId: string) => Promise<string>;
  /** The price of a re-audit of the caller's certificate. Throws when a re-audit is impossible. */
  readonly quoteReAudit: (caller: Developer | Actor, certificateId: CertificateId) => Promise<string>;
};

export function bindPaymentRoutes({ payments, walletsOf, urlOf, quoteOfDraft, quoteReAudit }: Needs) {
  const payerOf = (caller: Developer | Actor) => ({ principal: principalOf(caller), wallets: () => walletsOf(caller) });
  const created = (intent: IntentAnswer, route: { path: string }) =>
    new Reply(intent, { headers: { Location: urlOf(route, intent.id) } });
  const toReply = ({ intent, headers }: Confirmed) =>
    new Reply(intent, { status: intent.state === 'PENDING' ? 202 : 200, headers });

  async function toPurchase(caller: Developer | Actor, request: PaymentIntentRequest): Promise<QuotedPurchase | TopUp> {
    switch (request.purpose) {
      case 'SUBMISSION':
        return request;
      case 'RE_AUDIT':
        return { purpose: 'RE_AUDIT', quoteId: await quoteReAudit(caller, request.certificateId) };
      case 'TOPUP':
        if (caller.kind !== 'key') throw new Problem('wrong_plane'); // an account has no purse
        return request;
    }
  }

  return bindRoutes(paymentRoutes, {
    createPaymentIntent: async ({ body }, { caller }) => {
      const confirmUrlOf = (id: string) => urlOf(paymentRoutes.confirmPayment, id);
      const intent = await payments.create(principalOf(caller), await toPurchase(caller, body), confirmUrlOf);
      return created(intent, paymentRoutes.readPaymentIntent);
    },
    readPaymentIntent: ({ params }, { caller }) => payments.read(params.id, principalOf(caller)),
    confirmPayment: async ({ params, headers, body }, { caller }) =>
      toReply(await payments.confirm(params.id, { payer: payerOf(caller), body, headers })),
    createDeveloperPaymentIntent: async ({ body }, { caller }) => {
      const quoteId = body.quoteId ?? (await quoteOfDraft(caller.accountId, body.draftId ?? ''));
      const confirmUrlOf = (id: string) => urlOf(paymentRoutes.confirmX402Payment, id);
      const request = { purpose: 'SUBMISSION', quoteId } as const;
      const intent = await payments.create(principalOf(caller), request, confirmUrlOf);
      return created(intent, paymentRoutes.readDeveloperPaymentIntent);
    },
    readDeveloperPaymentIntent: ({ params }, { caller }) => payments.read(params.id, principalOf(caller)),
    confirmDirectPayment: async ({ params, body }, { caller }) =>
      toReply(await payments.confirm(params.id, { payer: payerOf(caller), body, headers: {} })),
    confirmX402Payment: async ({ params, headers, body }, { caller }) =>
      toReply(await payments.confirm(params.id, { payer: payerOf(caller), body, headers })),
  });
}
