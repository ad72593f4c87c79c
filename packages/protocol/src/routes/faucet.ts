import type { RouteTable } from '../route.ts';
import { FaucetAnswer, FaucetRequest } from '../wire/faucet.ts';
import { LocalHeaders } from './local-request.ts';

/** Exists only with the embedded chain and on loopback. */
export const faucetRoutes = {
  askFaucet: {
    method: 'POST',
    plane: 'process',
    access: 'none',
    rate: 'auth',
    cache: 'private',
    path: '/dev/faucet',
    summary: 'Get test USDC and gas on the embedded chain',
    description:
      'Tokens on this chain have no value. Works only for requests from the same machine, to a service that listens on loopback.',
    headers: LocalHeaders,
    body: FaucetRequest,
    status: 200,
    answer: FaucetAnswer,
    errors: ['chain_unavailable'],
  },
} as const satisfies RouteTable;
