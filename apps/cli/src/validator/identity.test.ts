import { describe, expect, it } from 'vitest';
import { requireOwnText } from './identity.ts';

const wallet = { address: `0x${'ab'.repeat(20)}` };
const text = (host: string, account = wallet.address) =>
  `${host} wants you to sign in with your Ethereum account:\n${account}\n\nLink this wallet.\n`;

describe('what a wallet signs', () => {
  it('is the sign-in of the service that was meant', () => {
    expect(requireOwnText(text('assay.example'), wallet, 'https://assay.example')).toBe(text('assay.example'));
  });

  it('may name another host where the service is reached on this machine', () => {
    expect(requireOwnText(text('assay.example'), wallet, 'http://127.0.0.1:8080')).toBe(text('assay.example'));
  });

  it.each([
    ['another service', text('other.example')],
    ['another account', text('assay.example', `0x${'cd'.repeat(20)}`)],
    ['something else', 'I give everything away.'],
    ['nothing', null],
  ])('is never for %s', (_, message) => {
    expect(() => requireOwnText(message, wallet, 'https://assay.example')).toThrow('Nothing was signed');
  });
});
