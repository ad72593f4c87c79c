// A payment payload of scheme "exact" on an EVM chain: an EIP-3009 authorization and its signature, wrapped for v1 or
// v2.
import { type Address, getAddress, type Hex, isAddress, isHex } from 'viem';

export type Authorization = {
  from: Address;
  to: Address;
  value: bigint;
  validAfter: bigint;
  validBefore: bigint;
  nonce: Hex;
};
/** The requirement that a v2 client declares as accepted. */
type AcceptedOffer = { scheme: string; network: string; asset: string; amount: string; payTo: string };

type Signed = { authorization: Authorization; signature: Hex };
type ExactPaymentV1 = Signed & { x402Version: 1; scheme: string; network: string };
type ExactPaymentV2 = Signed & { x402Version: 2; accepted: AcceptedOffer; extensions: Record<string, unknown> };
export type ExactPayment = ExactPaymentV1 | ExactPaymentV2;

export type ExactPaymentOutcome = { kind: 'payment'; payment: ExactPayment } | { kind: 'malformed'; detail: string };

const LIMITS = { signatureHexMax: 8_192, textMax: 128, uint256DigitsMax: 78 } as const;
const DECIMAL = new RegExp(`^(0|[1-9]\\d{0,${LIMITS.uint256DigitsMax - 1}})$`);
const UINT256_MAX = 2n ** 256n - 1n;
const NONCE_LENGTH = 66;

class Malformed extends Error {}

export function parseExactPayment(value: unknown): ExactPaymentOutcome {
  try {
    return { kind: 'payment', payment: parse(value) };
  } catch (error) {
    if (error instanceof Malformed) return { kind: 'malformed', detail: error.message };
    throw error;
  }
}

function parse(value: unknown): ExactPayment {
  const wire = toObject(value, 'payload');
  const payload = toObject(wire.payload, 'payload.payload');
  const signed = {
    authorization: parseAuthorization(toObject(payload.authorization, 'payload.payload.authorization')),
    signature: parseSignature(payload.signature),
  };
  if (wire.x402Version === 1) {
    return {
      ...signed,
      x402Version: 1,
      scheme: toText(wire.scheme, 'scheme'),
      network: toText(wire.network, 'network'),
    };
  }
  if (wire.x402Version === 2) {
    const extensions = toObject(wire.extensions ?? {}, 'extensions');
    return { ...signed, x402Version: 2, accepted: parseOffer(toObject(wire.accepted, 'accepted')), extensions };
  }
  throw new Malformed('x402Version must be 1 or 2.');
}

function parseAuthorization(fields: Record<string, unknown>): Authorization {
  return {
    from: toAddress(fields.from, 'from'),
    to: toAddress(fields.to, 'to'),
    value: toUint256(fields.value, 'value'),
    validAfter: toUint256(fields.validAfter, 'validAfter'),
    validBefore: toUint256(fields.validBefore, 'validBefore'),
    nonce: toNonce(fields.nonce),
  };
}

function parseOffer(fields: Record<string, unknown>): AcceptedOffer {
  return {
    scheme: toText(fields.scheme, 'accepted.scheme'),
    network: toText(fields.network, 'accepted.network'),
    asset: toText(fields.asset, 'accepted.asset'),
    amount: toText(fields.amount, 'accepted.amount'),
    payTo: toText(fields.payTo, 'accepted.payTo'),
  };
}

function parseSignature(value: unknown): Hex {
  const isSignature =
    isHex(value) && value.length > 2 && value.length % 2 === 0 && value.length <= 2 + LIMITS.signatureHexMax;
  if (!isSignature) throw new Malformed('signature must be hexadecimal.');
  return value;
}

function toObject(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Malformed(`${name} must be an object.`);
  return { ...value };
}

function toText(value: unknown, name: string): string {
  if (typeof value !== 'string' || value.length > LIMITS.textMax)
    throw new Malformed(`${name} must be a short string.`);
  return value;
}

function toAddress(value: unknown, name: string): Address {
  if (typeof value !== 'string' || !isAddress(value, { strict: false }))
    throw new Malformed(`${name} must be an address.`);
  return getAddress(value);
}

function toUint256(value: unknown, name: string): bigint {
  if (typeof value !== 'string' || !DECIMAL.test(value))
    throw new Malformed(`${name} must be a decimal integer string.`);
  const number = BigInt(value);
  if (number > UINT256_MAX) throw new Malformed(`${name} is larger than 256 bits.`);
  return number;
}

function toNonce(value: unknown): Hex {
  if (!isHex(value) || value.length !== NONCE_LENGTH) throw new Malformed('nonce must be 32 bytes in hexadecimal.');
  return `0x${value.slice(2).toLowerCase()}`;
}
