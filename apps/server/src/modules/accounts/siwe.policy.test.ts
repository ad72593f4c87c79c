import fc from 'fast-check';
import { createSiweMessage } from 'viem/siwe';
import { describe, expect, it } from 'vitest';
import { decideSiwe } from './siwe.policy.ts';

const NOW = new Date('2026-01-01T12:00:00.000Z');
const TERMS = {
  domain: 'assay.localhost',
  uri: 'http://assay.localhost',
  chainId: 84_532,
  statement: 'Link this wallet.',
};
const MEMBERS = {
  ...TERMS,
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  nonce: 'abcdefghijklmnopqrstuvwx',
  version: '1',
  issuedAt: NOW,
} as const;
const after = (ms: number) => new Date(NOW.getTime() + ms);
const decide = (change: Partial<Parameters<typeof createSiweMessage>[0]> = {}) =>
  decideSiwe(createSiweMessage({ ...MEMBERS, ...change }), TERMS, NOW);

describe('a sign-in text', () => {
  it('is accepted as another library writes it, with every optional member', () => {
    const acceptable = { kind: 'acceptable', address: MEMBERS.address, nonce: MEMBERS.nonce };

    expect(decide()).toEqual({ ...acceptable, resources: [] });
    expect(
      decide({
        scheme: 'https',
        expirationTime: after(1),
        notBefore: NOW,
        requestId: 'r-1',
        resources: ['https://a.example/1', 'https://b.example/2'],
      }),
    ).toEqual({ ...acceptable, resources: ['https://a.example/1', 'https://b.example/2'] });
  });

  it('may contain times without milliseconds, as other clients write them', () => {
    const message = createSiweMessage({ ...MEMBERS, expirationTime: after(1000) }).replaceAll('.000Z', 'Z');

    expect(decideSiwe(message, TERMS, NOW).kind).toBe('acceptable');
  });

  it.each([
    ['of another version', 'Version: 1', 'Version: 2'],
    ['without its statement', `${TERMS.statement}\n`, ''],
    ['with a time that is none', 'Issued At: 2026', 'Issued At: 20x6'],
    ['with one member twice', '\nURI: ', '\nURI: https://a.example\nURI: '],
  ])('%s is rejected', (_, from, to) => {
    expect(decideSiwe(createSiweMessage(MEMBERS).replace(from, to), TERMS, NOW).kind).toBe('refused');
  });

  it.each([
    ['of another domain', { domain: 'evil.example' }],
    ['of a domain that only ends like ours', { domain: 'evil.example:80' }],
    ['with a URI of another host', { uri: 'https://evil.example/assay.localhost' }],
    ['for another chain', { chainId: 1 }],
    ['for another purpose', { statement: 'Report a problem.' }],
    ['that has expired', { expirationTime: NOW }],
    ['that is not valid yet', { notBefore: after(1) }],
    ['issued in the future', { issuedAt: after(61_000) }],
    ['with a nonce that is not ours', { nonce: 'abcdefgh12' }],
  ])('%s is rejected', (_, change) => {
    expect(decide(change).kind).toBe('refused');
  });

  it('is rejected with anything before, between or after its lines', () => {
    const message = createSiweMessage(MEMBERS);
    fc.assert(
      fc.property(fc.nat(message.length), fc.constantFrom('\n', '\nURI: http://assay.localhost', '\r'), (at, extra) => {
        expect(decideSiwe(message.slice(0, at) + extra + message.slice(at), TERMS, NOW).kind).toBe('refused');
      }),
    );
  });

  it('is rejected quickly, even if it is malformed', () => {
    expect(decideSiwe(`${'a'.repeat(1000)} wants `.repeat(2), TERMS, NOW).kind).toBe('refused');
    expect(decideSiwe('', TERMS, NOW).kind).toBe('refused');
  });
});
