import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { erc20Abi } from 'viem';
import { afterAll, describe, expect, it } from 'vitest';
import { createChainClient } from '../rpc/chain-client.ts';
import type { PointOfDeath } from '../testing/crashing-chain.ts';
import { openFileJournal } from '../testing/file-journal.ts';
import { FAUCET_KEY, operator, systemClock } from '../testing/test-chain.ts';
import { startEmbeddedChain } from './embedded-chain.ts';

const CHILD = join(import.meta.dirname, '../testing/crashing-chain.ts');
const COMPILED = join(import.meta.dirname, '../../../../node_modules/.cache/assay');
const folder = mkdtempSync(join(tmpdir(), 'assay-chain-'));
const path = join(folder, 'journal.ndjson');
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the child until it dies and counts the acknowledged mints. */
function killDuring(pointOfDeath: PointOfDeath, fatalMint: number): number {
  const child = spawnSync(process.execPath, [CHILD, path, pointOfDeath, String(fatalMint)], {
    encoding: 'utf8',
    env: { NODE_COMPILE_CACHE: COMPILED },
  });
  expect(child.signal, child.stderr).toBe('SIGKILL');
  return child.stdout.split('\n').filter(Boolean).length;
}

async function mintedAfterRestart(): Promise<{ minted: bigint; head: string }> {
  const journal = openFileJournal(path);
  const chain = await startEmbeddedChain({
    journal,
    clock: systemClock,
    faucetKey: FAUCET_KEY,
    operator: operator.address,
    gasAccounts: [],
  });
  const client = createChainClient({ rpcUrls: [chain.rpcUrl], chainId: chain.chainId });
  const args = [operator.address] as const;
  const minted = await client.readContract({
    address: chain.usdcAddress,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args,
  });
  const { hash } = await chain.head();
  await chain.close();
  return { minted, head: hash };
}

const PROCESS_TIMEOUT_MS = 120_000;

describe('an embedded chain killed with SIGKILL', { timeout: PROCESS_TIMEOUT_MS }, () => {
  let expected = 0n;

  it.each([
    ['before-append', 2],
    ['after-append', 3],
    ['after-acknowledgement', 4],
    ['after-append', 1],
    ['before-append', 1],
  ] as const)(
    'at %s of mint %i has every acknowledged transaction once, and the journalled ones that were not mined',
    async (pointOfDeath, fatalMint) => {
      const acknowledged = killDuring(pointOfDeath, fatalMint);
      expected += BigInt(acknowledged) + (pointOfDeath === 'after-append' ? 1n : 0n);

      const restarted = await mintedAfterRestart();

      expect(restarted.minted).toBe(expected);
      expect(await mintedAfterRestart()).toEqual(restarted);
    },
  );
});
