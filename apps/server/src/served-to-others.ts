import { isIP } from 'node:net';

type Listening = {
  /** The address that the server binds. */
  readonly host: string;
  /** The address that clients are told. */
  readonly publicBaseUrl: string;
  /** Proxies that may name the client. */
  readonly trustProxy: readonly string[];
};

const isLoopbackAddress = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** `.localhost` resolves to loopback everywhere (RFC 6761); every other name can be given to another machine. */
export const isLoopbackName = (hostname: string): boolean =>
  isLoopbackAddress(hostname.replace(/^\[|\]$/g, '')) || hostname.endsWith('.localhost');

/**
 * Whether anybody but the person at this machine can reach the service. Everything that exists only for trying the service out
 * depends on this function. It is false only when all three settings say loopback.
 */
export const isServedToOthers = ({ host, publicBaseUrl, trustProxy }: Listening): boolean =>
  !(isLoopbackAddress(host) && isLoopbackName(new URL(publicBaseUrl).hostname) && trustProxy.length === 0);
