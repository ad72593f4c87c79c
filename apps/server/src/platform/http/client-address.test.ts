import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { clientAddressReader, toRateSubject } from './client-address.ts';

const request = (peer: string, forwarded?: string) =>
  ({ socket: { remoteAddress: peer }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

describe('clientAddressReader', () => {
  it('uses only the socket address when no proxy is trusted', () => {
    expect(clientAddressReader([])(request('198.51.100.7', '203.0.113.1'))).toBe('198.51.100.7');
  });

  it('returns the last address that no trusted proxy wrote', () => {
    const read = clientAddressReader(['10.0.0.0/8']);
    expect(read(request('10.0.0.1', '203.0.113.1, 203.0.113.9, 10.0.0.2'))).toBe('203.0.113.9');
  });

  it('ignores a forwarded header from an untrusted peer', () => {
    expect(clientAddressReader(['10.0.0.1'])(request('198.51.100.7', '203.0.113.1'))).toBe('198.51.100.7');
  });

  it('stops at text that is not an address', () => {
    expect(clientAddressReader(['10.0.0.1'])(request('10.0.0.1', '203.0.113.1, <script>'))).toBe('10.0.0.1');
  });
});

describe('toRateSubject', () => {
  it.each([
    ['198.51.100.7', '198.51.100.7'],
    ['::ffff:198.51.100.7', '::ffff:198.51.100.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('counts %s as %s', (address, subject) => {
    expect(toRateSubject(address)).toBe(subject);
  });
});
