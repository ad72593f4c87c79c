/** Wires the faucet of the embedded chain. */
import { faucetRoutes } from '@assay/protocol';
import { bindRoutes } from '../../platform/http/index.ts';
import { createFaucet } from './faucet.service.ts';

export function composeFaucet(needs: Parameters<typeof createFaucet>[0]) {
  const give = createFaucet(needs);
  return { routes: bindRoutes(faucetRoutes, { askFaucet: ({ body, headers }) => give(body.address, headers) }) };
}
