import { Resolver } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

export type DialTarget = {
  /** Already checked: the dialer connects to exactly this address and resolves nothing. */
  address: string;
  port: number;
  /** The name in the URL. The server's certificate must match it. */
  host: string;
  isSecure: boolean;
};

/** Name resolution and connections. Production uses `systemNetwork`; tests supply their own. */
export type Network = {
  resolve: (host: string) => Promise<readonly string[]>;
  /** Resolves to a writable socket, or rejects. */
  dial: (target: DialTarget, signal: AbortSignal) => Promise<Socket>;
};

type ResolverOptions = { readonly timeout: number; readonly tries: number; readonly servers?: readonly string[] };
const RESOLVER: ResolverOptions = { timeout: 1_000, tries: 2 };
const LOCAL = ['127.0.0.1', '::1'];

/**
 * Queries the name servers over its own sockets. `dns.lookup` would block a thread of the pool that the rest of the
 * process resolves names with, for as long as a hostile name server does not answer.
 */
export async function resolveName(
  host: string,
  { servers, ...options }: ResolverOptions = RESOLVER,
): Promise<string[]> {
  if (host === 'localhost' || host.endsWith('.localhost')) return LOCAL;
  const resolver = new Resolver(options);
  if (servers !== undefined) resolver.setServers(servers);
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length === 0) throw new Error(`No address of ${host} was found.`);
  return addresses;
}

export const systemNetwork: Network = {
  resolve: (host) => resolveName(host),
  dial: (target, signal) =>
    target.isSecure
      ? whenReady(connectTls(tlsOptions(target)), 'secureConnect', signal)
      : whenReady(connect({ host: target.address, port: target.port }), 'connect', signal),
};

// An empty server name sends no SNI and checks the certificate against the address.
const tlsOptions = ({ address, port, host }: DialTarget) => ({
  host: address,
  port,
  servername: isIP(host) === 0 ? host : '',
  ALPNProtocols: ['http/1.1'],
});

function whenReady(socket: Socket, readyEvent: 'connect' | 'secureConnect', signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const giveUp = () => socket.destroy(new Error('dialing was given up'));
    const settle = () => signal.removeEventListener('abort', giveUp);
    socket.once(readyEvent, () => {
      settle();
      socket.removeListener('error', reject);
      resolve(socket);
    });
    socket.once('error', reject);
    socket.once('close', settle);
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
  });
}
