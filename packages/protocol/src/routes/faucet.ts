import { z } from 'zod';
import type { RouteTable } from '../route.ts';
import { FaucetAnswer, FaucetRequest } from '../wire/faucet.ts';

/** Only with the embedded chain and a loopback address; elsewhere this path does not exist. */
export const faucetRoutes = {
  askFaucet: {
    method: 'POST',
    plane: 'process',
    access: 'none',
    rate: 'auth',
    cache: 'private',
    path: '/dev/faucet',
    summary: 'Test USDC and gas money on the embedded chain',
    description: 'Nothing on that chain is worth anything. It answers only on a loopback address.',
    headers: z.object({ host: z.string().max(255).optional() }),
    body: FaucetRequest,
    status: 200,
    answer: FaucetAnswer,
    errors: ['chain_unavailable'],
  },
} as const satisfies RouteTable;
