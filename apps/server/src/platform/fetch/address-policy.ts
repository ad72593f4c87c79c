import { findIpAddress, type IpAddress } from './ip-address.ts';

/** The purpose of an address. A connection for an untrusted caller goes only to a `public` one. */
type AddressClass =
  | 'public'
  | 'malformed'
  | 'this_network'
  | 'private'
  | 'shared'
  | 'loopback'
  | 'link_local'
  | 'protocol_assignment'
  | 'documentation'
  | 'relay'
  | 'benchmark'
  | 'multicast'
  | 'reserved'
  | 'translated_v4';

type Range = { prefix: bigint; shift: bigint; isFor: AddressClass };

const range = (cidr: string, isFor: AddressClass): Range => {
  const [text = '', bits = ''] = cidr.split('/');
  const address = findIpAddress(text);
  if (!address) throw new Error(`Not an address range: ${cidr}`);
  const shift = BigInt((address.family === 4 ? 32 : 128) - Number(bits));
  return { prefix: address.value >> shift, shift, isFor };
};

/** The IANA special-purpose registry for IPv4. All other IPv4 addresses are public. */
const V4_SPECIAL = [
  range('0.0.0.0/8', 'this_network'),
  range('10.0.0.0/8', 'private'),
  range('100.64.0.0/10', 'shared'),
  range('127.0.0.0/8', 'loopback'),
  range('169.254.0.0/16', 'link_local'),
  range('172.16.0.0/12', 'private'),
  range('192.0.0.0/24', 'protocol_assignment'),
  range('192.0.2.0/24', 'documentation'),
  range('192.31.196.0/24', 'relay'),
  range('192.52.193.0/24', 'relay'),
  range('192.88.99.0/24', 'relay'),
  range('192.168.0.0/16', 'private'),
  range('192.175.48.0/24', 'relay'),
  range('198.18.0.0/15', 'benchmark'),
  range('198.51.100.0/24', 'documentation'),
  range('203.0.113.0/24', 'documentation'),
  range('224.0.0.0/4', 'multicast'),
  range('240.0.0.0/4', 'reserved'),
];

/** IPv6 is the reverse: only 2000::/3 is public, except for the reserved ranges in it. */
const V6_SPECIAL = [
  range('::/128', 'this_network'),
  range('::1/128', 'loopback'),
  range('::/96', 'translated_v4'), // IPv4-compatible, long deprecated, still accepted by some stacks
  range('::ffff:0:0/96', 'translated_v4'), // IPv4-mapped
  range('::ffff:0:0:0/96', 'translated_v4'), // IPv4-translated (SIIT)
  range('64:ff9b::/96', 'translated_v4'), // NAT64
  range('64:ff9b:1::/48', 'translated_v4'), // local NAT64
  range('100::/64', 'reserved'), // discard
  range('2001::/32', 'translated_v4'), // Teredo
  range('2001:2::/48', 'benchmark'),
  range('2001::/23', 'protocol_assignment'),
  range('2001:db8::/32', 'documentation'),
  range('2002::/16', 'translated_v4'), // 6to4
  range('2620:4f:8000::/48', 'relay'),
  range('3fff::/20', 'documentation'),
  range('2000::/3', 'public'),
  range('fc00::/7', 'private'),
  range('fe80::/10', 'link_local'),
  range('fec0::/10', 'private'),
  range('ff00::/8', 'multicast'),
];

/** Expects the address as text, as a resolver returns it. The first matching range decides. */
export function classifyAddress(text: string): AddressClass {
  const address = findIpAddress(text);
  if (!address) return 'malformed';
  if (address.family === 4) return firstRange(V4_SPECIAL, address) ?? 'public';
  return firstRange(V6_SPECIAL, address) ?? 'reserved';
}

/** A translated IPv4 address is never public, because its final destination depends on a gateway. */
export const isPublicAddress = (text: string): boolean => classifyAddress(text) === 'public';

const firstRange = (ranges: readonly Range[], { value }: IpAddress): AddressClass | undefined =>
  ranges.find(({ prefix, shift }) => value >> shift === prefix)?.isFor;
