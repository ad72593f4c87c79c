import { isIP } from 'node:net';

type Listening = {
  /** The address that the server binds. */
  readonly host: string;
  /** The address that clients use. */
  readonly publicBaseUrl: string;
  /** Proxies whose forwarded client address is trusted. */
  readonly trustProxy: readonly string[];
};

const isLoopbackAddress = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** `.localhost` always resolves to loopback (RFC 6761). Any other name can resolve to another machine. */
export const isLoopbackName = (hostname: string): boolean =>
  isLoopbackAddress(hostname.replace(/^\[|\]$/g, '')) || hostname.endsWith('.localhost');

/**
 * Whether anyone other than the user of this machine can reach the service. Every feature that exists only for local
 * trials depends on this function. It is false only when all three settings say loopback.
 */
export const isPublicService = ({ host, publicBaseUrl, trustProxy }: Listening): boolean =>
  !(isLoopbackAddress(host) && isLoopbackName(new URL(publicBaseUrl).hostname) && trustProxy.length === 0);
