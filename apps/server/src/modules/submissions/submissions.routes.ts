import { draftRoutes, type JsonValue, submissionRoutes } from '@assay/protocol';
import { type Actor, type Developer, principalOf } from '../../platform/auth/index.ts';
import { bindRoutes, Reply } from '../../platform/http/index.ts';
import type { CertificateActs } from './certificate-acts.service.ts';
import type { Disputes } from './disputes.service.ts';
import type { Drafts } from './drafts.service.ts';
import type { Probe } from './probe.ts';
import type { Reads } from './reads.service.ts';
import type { ReviewPurchases } from './review-purchases.service.ts';
import type { Accepted, Submit, SubmitRequest } from './submit.service.ts';
import type { Validations } from './validation.service.ts';

type Caller = Developer | Actor;
type Services = {
  readonly submit: Submit['submit'];
  readonly purchases: ReviewPurchases;
  readonly validate: Validations['validate'];
  readonly drafts: Drafts;
  readonly reads: Reads;
  readonly disputes: Disputes;
  readonly probe: Probe;
  readonly acts: CertificateActs;
  readonly ownersOf: (caller: Caller) => Promise<string[]>;
  readonly walletsOf: (caller: Caller) => Promise<readonly string[]>;
  readonly urlOf: (route: { path: string }, id: string) => string;
};
type Paid = Pick<SubmitRequest, 'headers' | 'content' | 'readPurchase'> & {
  readonly route: { readonly path: string };
  readonly id?: string;
};

export function bindSubmissionRoutes(services: Services) {
  const { submit, purchases, validate, reads, disputes, probe, acts, ownersOf, walletsOf, urlOf } = services;
  const { quoteDraft, submitDraft } = draftRoutes;

  async function buy(caller: Caller, { route, id, ...request }: Paid) {
    const payer = { principal: principalOf(caller), wallets: () => walletsOf(caller) };
    const resource = id === undefined ? route.path : `${route.path} ${id}`;
    return toReply(await submit({ ...request, payer, resource, url: urlOf(route, id ?? '') }));
  }

  return [
    ...bindRoutes(submissionRoutes, {
      validateSubmission: async ({ body: { paymentIntentId: _, ...asked } }, { caller, client }) =>
        (await validate(payerOf(caller, client), asked)).answer,
      submit: ({ body, headers }, { caller, client, sentBody }) =>
        buy(caller, {
          route: submissionRoutes.submit,
          headers,
          content: toContent(sentBody),
          readPurchase() {
            const { paymentIntentId, ...asked } = body();
            return purchases.review(payerOf(caller, client), asked, { paymentIntentId });
          },
        }),
      submitPaid: ({ body, headers }, { caller, client, sentBody }) => {
        if (caller === undefined) throw probe(headers, sentBody);
        const readPurchase = () => purchases.review(payerOf(caller, client), body());
        return buy(caller, { route: submissionRoutes.submitPaid, headers, content: toContent(sentBody), readPurchase });
      },
      listSubmissions: async ({ query }, { caller }) => reads.list(await ownersOf(caller), query),
      readSubmission: async ({ params }, { caller }) => reads.read(params.id, await ownersOf(caller)),
      readReceipt: async ({ params }, { caller }) => reads.receipt(params.id, await ownersOf(caller)),
      listSubmissionEvents: async ({ params, query }, { caller }) =>
        reads.listEvents(params.id, await ownersOf(caller), query),
      disputeSubmission: async ({ params, body }, { caller }) =>
        new Reply(await disputes.open(params.id, await ownersOf(caller), body), {
          headers: { Location: urlOf(submissionRoutes.readSubmission, params.id) },
        }),
      deprecateCertificate: async ({ params, body }, { caller }) =>
        acts.deprecate(params.id, await ownersOf(caller), body?.reason ?? null),
      reAuditCertificate: ({ params, headers, body }, { caller }) =>
        buy(caller, {
          route: submissionRoutes.reAuditCertificate,
          id: params.id,
          headers,
          content: null,
          readPurchase: async () => {
            const owners = { payer: principalOf(caller), owners: await ownersOf(caller) };
            return purchases.reAudit(params.id, owners, body() ?? {});
          },
        }),
    }),
    ...bindRoutes(
      { quoteDraft, submitDraft },
      {
        quoteDraft: async ({ params }, { caller, client }) => {
          const draft = await services.drafts.open(caller.accountId, params.id);
          const { answer } = await validate(payerOf(caller, client), draft.read(), draft.id);
          await services.drafts.keepQuote(caller.accountId, draft, answer.quote.id);
          return answer;
        },
        submitDraft: async ({ params, headers, body }, { caller, client }) => {
          const draft = await services.drafts.open(caller.accountId, params.id);
          const { id, revision, quoteId } = draft;
          const readPurchase = () =>
            purchases.review(
              payerOf(caller, client),
              draft.read(),
              { quoteId, paymentIntentId: body()?.paymentIntentId },
              id,
            );
          return buy(caller, { route: submitDraft, id, headers, content: { id, revision }, readPurchase });
        },
      },
    ),
  ];
}

const payerOf = (caller: Caller, client: string) => ({ owner: principalOf(caller), client });

const toReply = ({ answer, headers }: Accepted) => new Reply(answer, { headers });

/** The body as sent: the payment must not be bound to a parsed form. */
const toContent = (sentBody: unknown): JsonValue => (sentBody ?? null) as JsonValue;
