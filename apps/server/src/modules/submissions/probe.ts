import { type PaymentHeaders, Problem } from '@assay/protocol';
import { type PaymentChain, PRICE_LIST, priceProblem } from '../payments/index.ts';

type Deps = { readonly getChain: () => PaymentChain; readonly url: string };

/** An anonymous request returns the price only. A review needs a credential. */
export function createProbe({ getChain, url }: Deps) {
  return (headers: PaymentHeaders, sentBody: unknown): Problem => {
    const isEmpty = sentBody === undefined || (isObject(sentBody) && Object.keys(sentBody).length === 0);
    const hasPayment = Object.entries(headers).some(
      ([name, value]) => name !== 'x-payment-method' && value !== undefined,
    );
    if (!isEmpty || hasPayment) return new Problem('unauthenticated');
    const resource = { url, description: 'Security review: SKILL' };
    return priceProblem({ amount: PRICE_LIST.SKILL.base, resource }, getChain());
  };
}
export type Probe = ReturnType<typeof createProbe>;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
