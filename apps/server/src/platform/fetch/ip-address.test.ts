import { isIPv4, isIPv6 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findIpAddress } from './ip-address.ts';

describe('findIpAddress', () => {
  it.each([
    ['0.0.0.0', 4, 0n],
    ['1.2.3.4', 4, 0x01020304n],
    ['255.255.255.255', 4, 0xffffffffn],
    ['::', 6, 0n],
    ['::1', 6, 1n],
    ['1::', 6, 1n << 112n],
    ['::ffff:10.0.0.1', 6, 0xffff0a000001n],
    ['2001:DB8::1', 6, (0x20010db8n << 96n) | 1n],
    ['1:2:3:4:5:6:7:8', 6, 0x00010002000300040005000600070008n],
  ])('parses %s', (text, family, value) => {
    expect(findIpAddress(text)).toEqual({ family, value });
  });

  it.each([
    '',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    '01.2.3.4',
    '0x7f.0.0.1',
    '2130706433',
    ' 1.2.3.4',
    '1.2.3.4\n',
    ':',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7:8::',
    ':1:2:3:4:5:6:7',
    '12345::',
    'g::',
    'fe80::1%eth0',
    '::1.2.3',
    '1.2.3.4::',
    '[::1]',
  ])('does not parse %j', (text) => {
    expect(findIpAddress(text)).toBeUndefined();
  });

  it('never parses text that Node does not accept', () => {
    const almostAddress = fc.string({ unit: fc.constantFrom(...'0123456789abf:.%x '), maxLength: 24 });
    fc.assert(
      fc.property(fc.oneof(almostAddress, fc.ipV4(), fc.ipV6(), fc.string()), (text) => {
        const address = findIpAddress(text);
        if (address) expect(address.family === 4 ? isIPv4(text) : isIPv6(text)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('parses every address in the form that Node writes', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
        expect(findIpAddress(text)).toBeDefined();
      }),
    );
  });
});
