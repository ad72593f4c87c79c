import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type LocalAccount, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { TestChain } from './test-chain.ts';

const COMPILED = fileURLToPath(new URL('../../../../node_modules/.cache/assay', import.meta.url));
const PROGRAM = fileURLToPath(new URL('facilitator-process.ts', import.meta.url));

export type SpawnedFacilitator = { readonly url: string; readonly account: LocalAccount; stop(): Promise<void> };

/** An external facilitator: a separate process with its own account and gas. */
export async function spawnFacilitator(
  chain: Pick<TestChain, 'rpcUrl' | 'chainId' | 'giveEther'>,
  { dies = false }: { dies?: boolean } = {},
): Promise<SpawnedFacilitator> {
  const key = generatePrivateKey();
  const account = privateKeyToAccount(key);
  await chain.giveEther(account.address, parseEther('1'));
  const program = [PROGRAM, chain.rpcUrl, String(chain.chainId), key, ...(dies ? ['dies'] : [])];
  const child = spawn(process.execPath, program, {
    env: { NODE_COMPILE_CACHE: COMPILED },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const url = await Promise.race([
    once(lines, 'line').then(([line]) => String(line)),
    once(lines, 'close').then(() => Promise.reject(new Error('The facilitator ended before it listened.'))),
  ]);
  return {
    url,
    account,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
