import type { Socket } from 'node:net';
import { isPublicAddress } from './address-policy.ts';
import { isCertificateFault } from './certificate.ts';
import { ADDRESSES_TRIED_MAX } from './fetch-limits.ts';
import type { Network } from './network.ts';
import { hostOf, isAddress, isLoopback, portOf } from './url-policy.ts';

type Connection =
  | { kind: 'ok'; socket: Socket }
  | { kind: 'refused'; reason: 'address_not_public' }
  | { kind: 'timeout' }
  | { kind: 'unreachable'; isUntrusted?: true };

type ConnectBounds = { connectMs: number; signal: AbortSignal; allowLoopback?: boolean | undefined };

/** Resolves the host once and connects to a checked address, so a second DNS answer cannot change the target. */
export async function openPinned(network: Network, url: URL, bounds: ConnectBounds): Promise<Connection> {
  const addresses = isAddress(url) ? [hostOf(url)] : await resolveWithin(network, hostOf(url), bounds.signal);
  if (bounds.signal.aborted) return { kind: 'timeout' };
  if (addresses.length === 0) return { kind: 'unreachable' };
  // A private address among public ones is an attack or a mistake, so the whole host is refused.
  const isHome = bounds.allowLoopback && isLoopback(hostOf(url)) && addresses.every(isLoopback);
  if (!isHome && !addresses.every(isPublicAddress)) return { kind: 'refused', reason: 'address_not_public' };
  return dialInTurn(network, { url, addresses: addresses.slice(0, ADDRESSES_TRIED_MAX), bounds });
}

async function resolveWithin(network: Network, host: string, signal: AbortSignal): Promise<readonly string[]> {
  if (signal.aborted) return [];
  const outOfTime = new Promise<readonly string[]>((resolve) => {
    signal.addEventListener('abort', () => resolve([]), { once: true });
  });
  const resolved = network.resolve(host).catch(() => []); // an unknown name is a result, not an error
  return Promise.race([resolved, outOfTime]);
}

type Dial = { url: URL; addresses: readonly string[]; bounds: ConnectBounds };

async function dialInTurn(network: Network, { url, addresses, bounds }: Dial): Promise<Connection> {
  const signal = AbortSignal.any([bounds.signal, AbortSignal.timeout(bounds.connectMs)]);
  const target = { host: hostOf(url), port: portOf(url), isSecure: url.protocol === 'https:' };
  let isUntrusted = false;
  for (const address of addresses) {
    const socket = await network.dial({ ...target, address }, signal).catch((fault: unknown) => {
      isUntrusted ||= isCertificateFault(fault);
    });
    if (socket) return { kind: 'ok', socket };
    if (signal.aborted) return { kind: 'timeout' };
  }
  return isUntrusted ? { kind: 'unreachable', isUntrusted } : { kind: 'unreachable' };
}
