import { BlockList, isIPv6 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyAddress, isPublicAddress } from './address-policy.ts';

/** First and last address of each range, and its public neighbours if it has any. */
const EDGES = [
  ['0.0.0.0', '0.255.255.255', 'this_network'],
  ['10.0.0.0', '10.255.255.255', 'private'],
  ['100.64.0.0', '100.127.255.255', 'shared'],
  ['127.0.0.0', '127.255.255.255', 'loopback'],
  ['169.254.0.0', '169.254.255.255', 'link_local'],
  ['172.16.0.0', '172.31.255.255', 'private'],
  ['192.0.0.0', '192.0.0.255', 'protocol_assignment'],
  ['192.0.2.0', '192.0.2.255', 'documentation'],
  ['192.31.196.0', '192.31.196.255', 'relay'],
  ['192.52.193.0', '192.52.193.255', 'relay'],
  ['192.88.99.0', '192.88.99.255', 'relay'],
  ['192.168.0.0', '192.168.255.255', 'private'],
  ['192.175.48.0', '192.175.48.255', 'relay'],
  ['198.18.0.0', '198.19.255.255', 'benchmark'],
  ['198.51.100.0', '198.51.100.255', 'documentation'],
  ['203.0.113.0', '203.0.113.255', 'documentation'],
  ['224.0.0.0', '239.255.255.255', 'multicast'],
  ['240.0.0.0', '255.255.255.255', 'reserved'],
  ['::2', '::ffff:ffff', 'translated_v4'],
  ['::ffff:0.0.0.0', '::ffff:255.255.255.255', 'translated_v4'],
  ['::ffff:0:0.0.0.0', '::ffff:0:255.255.255.255', 'translated_v4'],
  ['64:ff9b::', '64:ff9b::255.255.255.255', 'translated_v4'],
  ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff', 'translated_v4'],
  ['100::', '100::ffff:ffff:ffff:ffff', 'reserved'],
  ['2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff', 'translated_v4'],
  ['2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff', 'benchmark'],
  ['2001:10::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', 'protocol_assignment'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', 'documentation'],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'translated_v4'],
  ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff', 'relay'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', 'documentation'],
  ['4000::', 'fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'reserved'],
  ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'private'],
  ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'link_local'],
  ['fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'private'],
  ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'multicast'],
] as const;

const PUBLIC_NEIGHBOURS = [
  ...['1.0.0.0', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.0'],
  ...['169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '191.255.255.255', '192.0.1.0', '192.0.3.0'],
  ...['192.88.98.255', '192.88.100.0', '192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0'],
  ...['198.51.99.255', '198.51.101.0', '203.0.112.255', '203.0.114.0', '223.255.255.255', '140.82.121.4'],
  ...['2001:200::', '2001:db7:ffff::', '2001:db9::', '2003::', '2000::', '3ffe:ffff::', '3fff:1000::', '2606:50c0::1'],
];

/** The range check of Node, as an independent reference. */
const nonPublicV4 = new BlockList();
for (const [first, last] of EDGES) if (!isIPv6(first)) nonPublicV4.addRange(first, last, 'ipv4');
const globalV6 = new BlockList();
globalV6.addSubnet('2000::', 3, 'ipv6');

describe('classifyAddress', () => {
  it.each(EDGES)('%s to %s is %s', (first, last, expected) => {
    expect([classifyAddress(first), classifyAddress(last)]).toEqual([expected, expected]);
  });

  it.each([
    ['::', 'this_network'],
    ['::1', 'loopback'],
    ['169.254.169.254', 'link_local'],
    ['255.255.255.255', 'reserved'],
    ['fd00:ec2::254', 'private'],
  ])('%s is %s', (address, expected) => {
    expect(classifyAddress(address)).toBe(expected);
  });

  it.each(PUBLIC_NEIGHBOURS)('%s is public', (address) => {
    expect(classifyAddress(address)).toBe('public');
  });

  it.each(['', 'localhost', '0177.0.0.1', '0x7f000001', '2130706433', '127.1', 'fe80::1%lo'])(
    '%j is malformed, and therefore not public',
    (text) => {
      expect(classifyAddress(text)).toBe('malformed');
    },
  );

  it('agrees with Node on every IPv4 address', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(isPublicAddress(address)).toBe(!nonPublicV4.check(address, 'ipv4'));
      }),
      { numRuns: 2_000 },
    );
  });

  it('finds no public IPv6 address outside 2000::/3', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        if (isPublicAddress(address)) expect(globalV6.check(address, 'ipv6')).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('never classifies an IPv4 address as public because it is embedded in IPv6', () => {
    const wrappers = ['::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::', '2001::'];
    fc.assert(
      fc.property(fc.constantFrom(...wrappers), fc.ipV4(), (wrapper, address) => {
        expect(isPublicAddress(`${wrapper}${address}`)).toBe(false);
      }),
    );
  });
});
