import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Address } from 'viem';
import { parseExactPayment } from '../x402/exact-payment.ts';
import type { Facilitator } from '../x402/facilitator.ts';
import type { PaymentTerms } from '../x402/payment-terms.ts';

export type HttpAnswer = { status: number; body: string };

const ok = (body: object): HttpAnswer => ({ status: 200, body: JSON.stringify(body) });

/** The x402 HTTP answer of a facilitator to one `/verify` or `/settle` call. */
export async function facilitate(
  facilitator: Facilitator,
  terms: PaymentTerms,
  { path, payload }: { path: string; payload: unknown },
): Promise<HttpAnswer> {
  const outcome = parseExactPayment(payload);
  if (outcome.kind === 'malformed') return { status: 400, body: JSON.stringify({ error: outcome.detail }) };
  const { payment } = outcome;
  const network = payment.x402Version === 1 ? payment.network : payment.accepted.network;
  const payer = payment.authorization.from;
  if (path === '/verify') {
    const verified = await facilitator.verify(payment, terms);
    const invalidReason = verified.kind === 'invalid' ? verified.reason : undefined;
    return ok({ isValid: verified.kind === 'valid', invalidReason, payer });
  }
  const settled = await facilitator.settle(payment, terms);
  if (settled.kind === 'settled') return ok({ success: true, transaction: settled.txHash, network, payer });
  const errorReason = settled.kind === 'failed' ? settled.reason : 'unexpected_error';
  return ok({ success: false, transaction: '', errorReason, network });
}

type Requirements = {
  asset: Address;
  payTo: Address;
  /** v2 */
  amount?: string;
  /** v1 */
  maxAmountRequired?: string;
  maxTimeoutSeconds: number;
  extra: PaymentTerms['network']['domain'];
};
type Options = {
  chainId: number;
  /** Runs after the work and before the answer, to simulate a facilitator that settles and dies before it answers. */
  beforeAnswer?: (path: string) => void;
};

/** Serves a facilitator on a loopback port, for any payment terms on this chain. */
export async function serveFacilitator(facilitator: Facilitator, { chainId, beforeAnswer }: Options): Promise<string> {
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const { paymentPayload, paymentRequirements } = JSON.parse(await text(request));
    const terms = toTerms(paymentRequirements, chainId);
    const { status, body } = await facilitate(facilitator, terms, { path, payload: paymentPayload });
    beforeAnswer?.(path);
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port}`;
}

const toTerms = (requirements: Requirements, chainId: number): PaymentTerms => ({
  network: { chainId, asset: requirements.asset, domain: requirements.extra },
  payTo: requirements.payTo,
  amount: BigInt(requirements.amount ?? requirements.maxAmountRequired ?? 0),
  resource: { url: '', description: '' },
  maxTimeoutSeconds: requirements.maxTimeoutSeconds,
});
