import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generatePrivateKey, privateKeyToAccount } from '@assay/chain';
import { verifyOnChain } from '@assay/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAssay } from '../../../../cli/src/testing/run-assay.ts';
import { SKILL_FILES, writeFiles } from '../../testing/agent-machine.ts';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { type ChainServer, newBuyer, startChainServer } from '../../testing/chain-server.ts';

let house: ChainServer;
let home: string;
beforeAll(async () => {
  house = await startChainServer();
  home = mkdtempSync(join(tmpdir(), 'assay-pay-'));
  await writeFiles(join(home, 'minutes'), SKILL_FILES);
});
afterAll(async () => {
  rmSync(home, { recursive: true, force: true });
  await house.close();
});

describe('assay submit', () => {
  it('prints the payment without a wallet, rejects a price above its limit, and pays once with a wallet', async () => {
    const { token } = await newBuyer(house.server);
    const key = generatePrivateKey();
    await house.chain.mintUsdc(privateKeyToAccount(key).address, 1_000_000n);
    const env = { HOME: home, ASSAY_URL: house.server.url, ASSAY_TOKEN: token };
    const submit = (more: string[], extra: Record<string, string> = {}) =>
      runAssay(['submit', 'minutes', ...more], { cwd: home, env: { ...env, ...extra } });

    const unpaid = await submit([]);
    expect(unpaid).toMatchObject({ code: 2, stdout: expect.stringContaining('Pay 0.90 USDC') });
    const dear = await submit(['--max-price', '0.89'], { ASSAY_WALLET_KEY: key });
    expect(dear).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing was paid') });
    const unconfirmed = await submit([], { ASSAY_WALLET_KEY: key });
    expect(unconfirmed).toMatchObject({ code: 2, stderr: expect.stringContaining('The price was not confirmed') });
    const confirmed = ['--yes', '--max-price', '0.90'];
    const paid = await submit(['--json', ...confirmed], { ASSAY_WALLET_KEY: key });
    expect(paid.stderr).toMatch(/^local pre-check: NO_FINDINGS.*\npaying 0\.90 USDC to 0x\w{40} on Base Sepolia/);
    expect(paid.stderr).not.toContain(key.slice(2));
    expect(JSON.parse(paid.stdout)).toMatchObject({ state: 'SUBMITTED', payment: { method: 'X402' } });
    expect(paid.code).toBe(0);
    const again = await submit(confirmed, { ASSAY_WALLET_KEY: key });
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('submission_in_progress') });
  });
});

describe('verifyOnChain', () => {
  it('finds the committed record on the contract, and no other', async () => {
    const id = await issueCertificate(house.server);
    const read = async () =>
      (await house.server.get(`/api/v1/public/certificates/${id}/verify`)).body as {
        submissionId: string;
        payloadHash: string;
        onChain: { committed: boolean };
      };
    await expect.poll(async () => (await read()).onChain.committed, { timeout: 30_000 }).toBe(true);
    const anchored = await read();
    const pin = { chainId: house.chain.chainId, registryAddress: house.chain.registryAddress };
    const rpc = async (method: string, params: readonly unknown[]) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      const answer = await fetch(house.chain.rpcUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      return ((await answer.json()) as { result: unknown }).result;
    };
    expect(await verifyOnChain(anchored, pin, rpc)).toMatchObject({ key: expect.stringMatching(/^0x/) });
    await expect(verifyOnChain({ ...anchored, payloadHash: `0x${'1'.repeat(64)}` }, pin, rpc)).rejects.toMatchObject({
      code: 'not_in_registry',
    });
  });
});
