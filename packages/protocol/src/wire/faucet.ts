import { z } from 'zod';
import { Address } from '../ids.ts';
import { Money, Network } from './common.ts';

export const FaucetRequest = z.object({ address: Address }).meta({ id: 'FaucetRequest' });

export const FaucetAnswer = z
  .object({
    address: Address,
    network: Network,
    chainId: z.int().positive(),
    embedded: z.literal(true),
    rpcUrl: z.string().describe('RPC address for wallets while this process runs.'),
    usdcAddress: Address,
    usdc: Money.describe('Amount of test USDC that was sent.'),
    gasWei: z.string().describe('Gas for your own transactions.'),
  })
  .meta({ id: 'FaucetAnswer' });
export type FaucetAnswer = z.infer<typeof FaucetAnswer>;
