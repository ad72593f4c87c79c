import { privateKeyToAccount } from '@assay/chain';
import { describe, expect, it } from 'vitest';
import { findTerms, parseUsdc, signPayment, toUsdc } from './pay-x402.ts';
import { hashTransfer, openWallet } from './typed-transfer.ts';

const KEY = `0x${'1f'.repeat(32)}` as const;
const TRANSFER = {
  from: privateKeyToAccount(KEY).address,
  to: `0x${'2'.repeat(40)}`,
  value: '900000',
  validAfter: '1',
  validBefore: '2',
  nonce: `0x${'3'.repeat(64)}`,
} as const;
const DOMAIN = { name: 'USDC', version: '2', chainId: 84_532, verifyingContract: `0x${'4'.repeat(40)}` } as const;
const FIELDS = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
] as const;

describe('a local wallet', () => {
  it('has the same address and signature as any other wallet with this key', async () => {
    const wallet = openWallet(KEY);
    const account = privateKeyToAccount(KEY);
    const message = { ...TRANSFER, value: 900_000n, validAfter: 1n, validBefore: 2n };
    expect(wallet.address).toBe(account.address);
    expect(wallet.sign(hashTransfer(DOMAIN, TRANSFER))).toBe(
      await account.signTypedData({
        domain: DOMAIN,
        types: { TransferWithAuthorization: FIELDS },
        primaryType: 'TransferWithAuthorization',
        message,
      }),
    );
  });

  it.each(['', '0x12', 'not hex'])('refuses the key %j', (key) => expect(() => openWallet(key)).toThrow('32 bytes'));
});

describe('a payment', () => {
  const offer = {
    scheme: 'exact',
    network: 'eip155:84532',
    asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    payTo: `0x${'2'.repeat(40)}`,
    amount: '900000',
    maxTimeoutSeconds: 120,
    extra: { name: 'USDC', version: '2' },
  };
  const bodyOf = (accepts: unknown[]) => ({ payment: { x402: { accepts }, expiresAt: null } });

  const termsOf = (body: unknown) => {
    const terms = findTerms(body);
    return terms === undefined || 'unknown' in terms ? expect.fail() : terms;
  };

  it.each([
    ['another token of a known chain', { asset: '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf' }],
    ['USDC of another chain', { asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' }],
    ['a chain that nobody knows', { network: 'eip155:31337' }],
    ['no token', { asset: `0x${'0'.repeat(40)}` }],
    ['a chain by another spelling', { network: 'eip155:084532' }],
  ])('is not made in %s, whatever its name is', (_, changes) => {
    expect(findTerms(bodyOf([{ ...offer, ...changes }]))).toMatchObject({ unknown: changes });
  });

  it('uses USDC when it is offered beside another token', () => {
    const other = { ...offer, asset: `0x${'4'.repeat(40)}`, amount: '1' };
    expect(termsOf(bodyOf([other, offer])).offer).toMatchObject({ asset: offer.asset, amount: '900000' });
  });

  it('names USDC in the signed domain, whatever domain the service names', () => {
    const signed = (extra: object) => {
      const terms = termsOf(bodyOf([{ ...offer, extra: { name: 'USDC', version: '2', ...extra } }]));
      return JSON.parse(Buffer.from(signPayment(terms, openWallet(KEY), 1_000), 'base64').toString()).payload;
    };
    const { authorization, signature } = signed({ name: 'Coinbase Wrapped BTC', version: '1' });
    const domain = { name: 'USDC', version: '2', chainId: 84_532, verifyingContract: offer.asset };
    expect(signature).toBe(openWallet(KEY).sign(hashTransfer(domain, authorization)));
  });

  it('accepts the first payable offer unchanged, and signs exactly that', () => {
    const terms = termsOf(
      bodyOf([
        { ...offer, scheme: 'upto' },
        { ...offer, unknown: 1 },
      ]),
    );
    expect(terms.raw).toEqual({ ...offer, unknown: 1 });
    const payload = JSON.parse(Buffer.from(signPayment(terms, openWallet(KEY), 1_000), 'base64').toString());
    expect(payload).toMatchObject({
      x402Version: 2,
      accepted: { unknown: 1 },
      payload: { authorization: { to: offer.payTo, value: '900000', validBefore: '1120' } },
    });
  });

  it.each([
    [600, '1600'],
    [601, '1600'],
    [86_400, '1600'],
    [1, '1001'],
  ])(
    'with a timeout of %i s ends at %s, ten minutes after its signature at the latest',
    (maxTimeoutSeconds, validBefore) => {
      const header = signPayment(termsOf(bodyOf([{ ...offer, maxTimeoutSeconds }])), openWallet(KEY), 1_000);
      const { authorization } = JSON.parse(Buffer.from(header, 'base64').toString()).payload;
      expect(authorization.validBefore).toBe(validBefore);
    },
  );

  it.each([
    [{}],
    [bodyOf([])],
    [bodyOf([{ ...offer, network: 'solana:x' }])],
    [bodyOf([{ ...offer, amount: '-1' }])],
    [bodyOf([{ ...offer, maxTimeoutSeconds: 1e9 }])],
  ])('is not made for %j', (body) => expect(findTerms(body)).toBeUndefined());

  it('reads and writes amounts without rounding', () => {
    expect([toUsdc('900000'), toUsdc('5000000'), toUsdc('1'), toUsdc('1234567')]).toEqual([
      '0.90',
      '5.00',
      '0.000001',
      '1.234567',
    ]);
    expect([parseUsdc('0.9'), parseUsdc('1'), parseUsdc('0.0000001'), parseUsdc('-1'), parseUsdc('1e3')]).toEqual([
      900_000n,
      1_000_000n,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
