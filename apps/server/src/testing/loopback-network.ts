import { once } from 'node:events';
import { connect } from 'node:net';
import type { DialTarget, Network } from '../platform/fetch/index.ts';

/** An address that passes the address policy. No test ever connects to it. */
export const SOME_PUBLIC_ADDRESS = '93.184.216.34';

export type LoopbackNetwork = Network & {
  /** Every requested connection, in order. */
  dialed: readonly DialTarget[];
};

/**
 * A network in which each name has the addresses that the test defines, and every connection ends at one local port,
 * without TLS. The address policy applies unchanged.
 */
export function createLoopbackNetwork(options: {
  port: number;
  addressesOf?: (host: string) => readonly string[];
}): LoopbackNetwork {
  const { port, addressesOf = () => [SOME_PUBLIC_ADDRESS] } = options;
  const dialed: DialTarget[] = [];
  return {
    dialed,
    resolve: async (host) => addressesOf(host),
    dial: async (target, signal) => {
      dialed.push(target);
      const socket = connect({ host: '127.0.0.1', port });
      await once(socket, 'connect', { signal });
      return socket;
    },
  };
}
