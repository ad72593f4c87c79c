import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { hashTransfer, type LocalWallet } from './typed-transfer.ts';
import { findUsdc, type KnownUsdc } from './usdc.ts';

/** One x402 v2 offer with a scheme that this wallet supports. All other parts of a 402 are ignored. */
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

export type Terms = {
  readonly offer: Offer;
  readonly usdc: KnownUsdc;
  readonly raw: unknown;
  readonly expiresAt: string | null;
};

/** The terms of a 402: the first offer in USDC on a known chain, else another readable offer as `unknown`. */
export function findTerms(body: unknown): Terms | { readonly unknown: Offer } | undefined {
  const required = Required.safeParse(body);
  if (!required.success) return undefined;
  const { x402, expiresAt } = required.data.payment;
  const offers = x402.accepts.flatMap((raw) => {
    const offer = Offer.safeParse(raw);
    return offer.success ? [{ raw, offer: offer.data }] : [];
  });
  for (const { raw, offer } of offers) {
    const usdc = findUsdc(offer.network, offer.asset);
    if (usdc !== undefined) return { offer, usdc, raw, expiresAt };
  }
  return offers[0] === undefined ? undefined : { unknown: offers[0].offer };
}

const CLOCK_LEEWAY_SECONDS = 600;
/** The maximum validity of a payment, whatever the service requests: until then the money can be taken. Longer than a settlement takes. */
const VALID_SECONDS_MAX = 600;

/** The PAYMENT-SIGNATURE header: authorises one transfer of exactly this amount to exactly this address within a short time. */
export function signPayment({ offer, usdc, raw }: Terms, wallet: LocalWallet, nowSeconds: number): string {
  const authorization = {
    from: wallet.address,
    to: offer.payTo,
    value: offer.amount,
    validAfter: String(nowSeconds - CLOCK_LEEWAY_SECONDS),
    validBefore: String(nowSeconds + Math.min(offer.maxTimeoutSeconds, VALID_SECONDS_MAX)),
    nonce: `0x${randomBytes(32).toString('hex')}`,
  };
  const domain = {
    ...usdc.domain,
    chainId: Number(offer.network.slice('eip155:'.length)),
    verifyingContract: usdc.address,
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

/** `0.9` to `900000`; `undefined` for anything else. */
export function parseUsdc(text: string): bigint | undefined {
  const [, whole, part = ''] = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  return whole === undefined ? undefined : BigInt(whole + part.padEnd(USDC_DECIMALS, '0'));
}
