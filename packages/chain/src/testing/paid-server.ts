// A minimal x402 server: a 402 in every dialect, then the sale. It keeps no records.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { encodeBase64Json } from '../x402/base64-json.ts';
import type { ExactPayment } from '../x402/exact-payment.ts';
import { type Facilitator, toSettleResult } from '../x402/facilitator.ts';
import { readPaymentHeaders } from '../x402/payment-header.ts';
import { findOfferMismatch } from '../x402/payment-mismatch.policy.ts';
import { type PaymentTerms, toPaymentRequiredV1, toPaymentRequiredV2 } from '../x402/payment-terms.ts';

type Sale = { txHash: string; x402Version: number };
export type PaidServer = Awaited<ReturnType<typeof startPaidServer>>;
type Terms = Omit<PaymentTerms, 'resource'>;

export async function startPaidServer({ facilitator, terms }: { facilitator: Facilitator; terms: Terms }) {
  const sales: Sale[] = [];
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const url = `http://127.0.0.1:${address.port}/submit`;
  const offer: PaymentTerms = { ...terms, resource: { url, description: 'Security review: SKILL' } };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const header = readPaymentHeaders(toTextHeaders(request));
    if (header.kind === 'refused') return send(response, 400, { code: header.code });
    if (header.kind !== 'exact') return askForPayment(response, 'payment_required');
    const refusal = await sell(response, header.payment);
    if (refusal !== undefined) askForPayment(response, refusal);
  }

  /** The reason why the sale failed, or undefined when the goods are delivered. */
  async function sell(response: ServerResponse, payment: ExactPayment): Promise<string | undefined> {
    if (findOfferMismatch(payment, offer) !== undefined) return 'payment_mismatch';
    const verified = await facilitator.verify(payment, offer);
    if (verified.kind !== 'valid') return 'payment_invalid';
    const settled = await facilitator.settle(payment, offer);
    if (settled.kind !== 'settled') return 'payment_settlement_failed';

    sales.push({ txHash: settled.txHash, x402Version: payment.x402Version });
    const result = encodeBase64Json(toSettleResult(payment, settled));
    response.setHeader('payment-response', result).setHeader('x-payment-response', result);
    send(response, 202, { txHash: settled.txHash });
    return undefined;
  }

  function askForPayment(response: ServerResponse, code: string): void {
    const v2 = toPaymentRequiredV2(offer);
    response.setHeader('payment-required', encodeBase64Json(v2));
    send(response, 402, { code, ...toPaymentRequiredV1(offer), payment: { x402: v2 } });
  }

  return {
    url,
    sales,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function toTextHeaders(request: IncomingMessage): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value]),
  );
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
