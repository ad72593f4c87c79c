import type { RouteTable } from '../route.ts';
import { FaucetAnswer, FaucetRequest } from '../wire/faucet.ts';
import { LocalHeaders } from './local-request.ts';

/** Only with the embedded chain and where nobody else reaches the service; elsewhere this path does not exist. */
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
      'Nothing on that chain is worth anything. It answers only requests from the same machine, and only where nobody else reaches the service.',
    headers: LocalHeaders,
    body: FaucetRequest,
    status: 200,
    answer: FaucetAnswer,
    errors: ['chain_unavailable'],
  },
} as const satisfies RouteTable;
