import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { hashTransfer, type LocalWallet } from './typed-transfer.ts';

/** One offer of x402 v2 that this wallet knows how to pay. Everything else of a 402 is passed over. */
const Offer = z.object({
  scheme: z.literal('exact'),
  network: z.string().regex(/^eip155:\d{1,12}$/),
  asset: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
  payTo: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
  amount: z.string().regex(/^(0|[1-9]\d{0,38})$/),
  maxTimeoutSeconds: z.number().int().min(1).max(86_400),
  extra: z.object({ name: z.string(), version: z.string() }),
});
export type Offer = z.infer<typeof Offer>;

const Required = z.object({
  payment: z.object({ x402: z.object({ accepts: z.array(z.unknown()) }), expiresAt: z.string().nullable() }),
});

export type Terms = { readonly offer: Offer; readonly raw: unknown; readonly expiresAt: string | null };

/** What a 402 asks for, or `undefined` when it asks for nothing that we can pay. */
export function findTerms(body: unknown): Terms | undefined {
  const required = Required.safeParse(body);
  if (!required.success) return undefined;
  const { x402, expiresAt } = required.data.payment;
  for (const raw of x402.accepts) {
    const offer = Offer.safeParse(raw);
    if (offer.success) return { offer: offer.data, raw, expiresAt };
  }
  return undefined;
}

const CLOCK_LEEWAY_SECONDS = 600;

/** The PAYMENT-SIGNATURE header: this wallet lets exactly this amount go to exactly this address, once, and soon. */
export function signPayment({ offer, raw }: Terms, wallet: LocalWallet, nowSeconds: number): string {
  const authorization = {
    from: wallet.address,
    to: offer.payTo,
    value: offer.amount,
    validAfter: String(nowSeconds - CLOCK_LEEWAY_SECONDS),
    validBefore: String(nowSeconds + offer.maxTimeoutSeconds),
    nonce: `0x${randomBytes(32).toString('hex')}`,
  };
  const domain = {
    ...offer.extra,
    chainId: Number(offer.network.slice('eip155:'.length)),
    verifyingContract: offer.asset,
  };
  const payload = {
    x402Version: 2,
    accepted: raw,
    payload: { signature: wallet.sign(hashTransfer(domain, authorization)), authorization },
  };
  return Buffer.from(JSON.stringify(payload)).toString('base64');
}

const USDC_DECIMALS = 6;
export const toUsdc = (minor: string): string => {
  const digits = minor.padStart(USDC_DECIMALS + 1, '0');
  return `${digits.slice(0, -USDC_DECIMALS)}.${digits.slice(-USDC_DECIMALS)}`.replace(/(\.\d\d)0+$/, '$1');
};

/** `0.9` to `900000`; `undefined` for what is no amount. */
export function parseUsdc(text: string): bigint | undefined {
  const [, whole, part = ''] = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  return whole === undefined ? undefined : BigInt(whole + part.padEnd(USDC_DECIMALS, '0'));
}
