/** Runs the programs of docs/guides/agent-flows.md and marketplace.md unchanged against a service with a chain and a world. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueCertificate } from './testing/certificate-builder.ts';
import { type ChainServer, sendTokens, startChainServer } from './testing/chain-server.ts';
import { smallWorld } from './testing/small-world.ts';
import { certifySkill, marks, newTrader } from './testing/trader.ts';
import { blocksOf, ROOT } from './testing/walk.ts';

const FLOW_MS = 180_000;
const flows = blocksOf('docs/guides/agent-flows.md', 'mjs');
const sales = blocksOf('docs/guides/marketplace.md', 'mjs');

let house: ChainServer;
let folder: string;
beforeAll(async () => {
  house = await startChainServer({ env: { ASSAY_ROLES: 'api,world', WORLD_TICK_MS: '200' }, genesis: smallWorld(48) });
  folder = await mkdtemp(join(tmpdir(), 'assay-flows-'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}, FLOW_MS);
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await house.close();
});

const run = (place: number, env: Record<string, string>): Promise<string> => runProgram(flows[place] ?? '', env);

async function runProgram(program: string, env: Record<string, string>): Promise<string> {
  const file = join(folder, `${randomUUID()}.mjs`);
  await writeFile(file, program);
  return new Promise((resolve, reject) => {
    const settings = { env: { PATH: process.env.PATH ?? '', ASSAY_URL: house.server.url, ...env } };
    execFile(process.execPath, [file], settings, (error, stdout, stderr) =>
      error === null ? resolve(stdout) : reject(new Error(stderr + stdout)),
    );
  });
}

describe('docs/guides/agent-flows.md', { timeout: FLOW_MS }, () => {
  it('has four programs', () => {
    expect(flows).toHaveLength(4);
  });

  it('logs in, submits, pays and polls', async () => {
    const key = generatePrivateKey();
    const payer = await house.chain.newAccount({ usdc: 100_000_000n });
    const { address } = privateKeyToAccount(key);
    await sendTokens(house.chain, payer, { to: address, amount: '50000000' });
    const printed = await run(0, { PRIVATE_KEY: key, EMAIL: 'robin@example.org', WAIT_SECONDS: '0' });

    expect(printed).toMatch(/^accepted [0-9a-f-]{36} paid by 0x/);
    expect(printed).toContain(address);
    expect(printed).toMatch(/^state [A-Z_]+ $/m);
  });

  it('links a wallet and submits an intent', async () => {
    const printed = await run(1, { PRIVATE_KEY: generatePrivateKey() });

    expect(printed).toMatch(/^agent [0-9a-f-]{36}$/m);
    expect(printed).toContain('INTENT_REST costs 0 possible');
    expect(printed).toMatch(/^intent (QUEUED|EXECUTED|REFUSED)$/m);
  });

  it('flags a certificate with a signature', async () => {
    const certificateId = await issueCertificate(house.server);
    const printed = await run(2, { PRIVATE_KEY: generatePrivateKey(), CERTIFICATE: certificateId });

    expect(printed).toMatch(new RegExp(`^flag [A-Z]+ on ${certificateId}$`, 'm'));
  });

  it('buys, downloads and verifies', async () => {
    const [seller, buyer] = [await newTrader(house.server), await newTrader(house.server, 100)];
    const certificateId = await certifySkill(house.server, seller, 'flow-notes');
    const offer = { certificateId, price: marks(5), licence: 'One person', delivery: 'ARTIFACT' };
    const listed = await seller.post('/certsvc/v1/marketplace/list', offer);
    const printed = await run(3, { API_KEY: buyer.apiKey, LISTING: (listed.body as { id: string }).id });

    expect(printed).toMatch(/^install\nfirst verification APPROVED \d{4}-/);
  });
});

describe('docs/guides/marketplace.md', { timeout: FLOW_MS }, () => {
  it('has a program that sells, buys, rates and returns a licence', async () => {
    expect(sales).toHaveLength(1);
    const [seller, buyer] = [await newTrader(house.server), await newTrader(house.server, 100)];
    const certificateId = await certifySkill(house.server, seller, 'market-notes');
    const keys = { SELLER_KEY: seller.apiKey, BUYER_KEY: buyer.apiKey, CERTIFICATE: certificateId };

    const printed = await runProgram(sales[0] ?? '', keys);

    expect(printed).toMatch(/^bought refundable until \d{4}-/);
    expect(printed).toMatch(/^rating 4 held 5000000\nREFUNDED$/m);
  });
});
