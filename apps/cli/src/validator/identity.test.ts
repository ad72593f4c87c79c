import { describe, expect, it } from 'vitest';
import { requireOwnText } from './identity.ts';

const wallet = { address: `0x${'ab'.repeat(20)}` };
type Changes = { readonly domain?: string; readonly account?: string; readonly uri?: string; readonly more?: string };
function text(changes: Changes = {}): string {
  const { domain = 'assay.example', account = wallet.address, uri = `https://${domain}`, more = '' } = changes;
  return [
    `${domain} wants you to sign in with your Ethereum account:`,
    account,
    '',
    'Link this wallet to Assay and receive an API key.',
    '',
    `URI: ${uri}`,
    'Version: 1',
    'Chain ID: 8453',
    'Nonce: 0123456789abcdef',
    'Issued At: 2026-06-01T12:00:00.000Z',
    `Expiration Time: 2026-06-01T12:10:00.000Z${more}`,
  ].join('\n');
}
const PUBLIC = { url: 'https://assay.example', issuer: 'https://assay.example' };
const NEAR = { url: 'http://127.0.0.1:8080', issuer: 'https://assay.example' };

describe('the text that a wallet signs', () => {
  it('is the sign-in of the intended service', () => {
    expect(requireOwnText(text(), wallet, PUBLIC)).toBe(text());
  });

  it('names the host that the keys of a local service sign', () => {
    expect(requireOwnText(text(), wallet, NEAR)).toBe(text());
    const own = { url: 'http://127.0.0.1:8080', issuer: 'http://127.0.0.1:8080' };
    expect(() => requireOwnText(text(), wallet, own)).toThrow('Nothing was signed');
  });

  it.each([
    ['another service', text({ domain: 'other.example' })],
    ['an address of another service', text({ uri: 'https://other.example' })],
    ['another account', text({ account: `0x${'cd'.repeat(20)}` })],
    ['resources', text({ more: '\nResources:\n- https://assay.example/keys' })],
    ['a request of its own', text({ more: '\nRequest ID: 1' })],
    ['another purpose', text().replace('Link this wallet to Assay', 'Give this wallet to Assay')],
    ['a year', text().replace('2026-06-01T12:10', '2027-06-01T12:10')],
    ['an unknown time', text().replace('2026-06-01T12:10:00.000Z', 'tomorrow')],
    ['something else', 'I give everything away.'],
    ['nothing', null],
  ])('is never for %s', (_, message) => {
    for (const service of [PUBLIC, NEAR])
      expect(() => requireOwnText(message, wallet, service)).toThrow('Nothing was signed');
  });
});
