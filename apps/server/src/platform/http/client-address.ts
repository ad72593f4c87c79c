import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

const FORWARDED_HOPS_MAX = 10;

/**
 * The trusted client address: the peer of the socket or, when that peer is a trusted proxy, the last address in
 * `X-Forwarded-For` that no trusted proxy wrote.
 */
export function clientAddressReader(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  if (trustedProxies.length === 0) return (request) => request.socket.remoteAddress ?? 'unknown';

  const trusted = new BlockList();
  for (const proxy of trustedProxies) {
    const [address = '', bits] = proxy.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  const isTrusted = (address: string) => {
    const family = isIP(address);
    return family !== 0 && trusted.check(address, family === 6 ? 'ipv6' : 'ipv4');
  };

  return (request) => {
    let address = request.socket.remoteAddress ?? 'unknown';
    const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',');
    for (const hop of forwarded.slice(-FORWARDED_HOPS_MAX).reverse()) {
      const claimed = hop.trim();
      if (!isTrusted(address) || isIP(claimed) === 0) break;
      address = claimed;
    }
    return address;
  };
}

/** A subscriber usually owns a whole /64, so limits per single IPv6 address would be free to evade. */
export function toRateSubject(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address;
  const [head = '', tail = ''] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (address.includes('::')) {
    const tailGroups = tail === '' ? 0 : tail.split(':').length;
    while (groups.length + tailGroups < 8) groups.push('0');
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}
