import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { generatePrivateKey, privateKeyToAccount } from '@assay/chain';
import { PRODUCT_TYPES } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChainServer, startChainServer } from '../../testing/chain-server.ts';
import { commitOf, type GithubStandIn, startGithubStandIn } from '../../testing/github-stand-in.ts';
import { SOME_PUBLIC_ADDRESS } from '../../testing/loopback-network.ts';
import { benignSkill } from '../../testing/submission-builder.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../testing/temporary-folder.ts';

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
const KEY = generatePrivateKey();
const { address } = privateKeyToAccount(KEY);
const ONE_ETHER = 10n ** 18n;
/** On a public chain, blocks arrive without a trigger, and the first one after the submission draws the panel. */
const BLOCK_MS = 500;

/** A stand-in for Foundry's `cast wallet sign … TEXT` and `cast send … TOKEN 'transfer(address,uint256)' TO AMOUNT`. */
const castFor = (rpcUrl: string): string => `#!${process.execPath}
const { createRequire } = require('node:module');
const load = createRequire(${JSON.stringify(`${ROOT}packages/chain/package.json`)});
const { createWalletClient, encodeFunctionData, http, parseAbi } = load('viem');
const account = load('viem/accounts').privateKeyToAccount(${JSON.stringify(KEY)});
const wallet = createWalletClient({ account, transport: http(${JSON.stringify(rpcUrl)}) });
const [signature, to, amount] = process.argv.slice(-3);
const abi = parseAbi(['function transfer(address to, uint256 amount)']);
const send = async () => {
  const data = encodeFunctionData({ abi, functionName: 'transfer', args: [to, BigInt(amount)] });
  const transactionHash = await wallet.sendTransaction({ to: process.argv.at(-4), data, chain: null });
  process.stdout.write(JSON.stringify({ transactionHash }));
};
const sign = async () => process.stdout.write(await account.signMessage({ message: process.argv.at(-1) }));
(process.argv[2] === 'send' ? send : sign)();
`;

let github: GithubStandIn;
let house: ChainServer;
let folder: TemporaryFolder;
beforeAll(async () => {
  const files = { 'SKILL.md': benignSkill('pdf-tools') };
  const commit = commitOf(files);
  const commits = { [commit]: files };
  github = await startGithubStandIn({ repositories: { 'acme/pdf-tools': { commits, branches: { main: commit } } } });
  const resolve = async (host: string) =>
    host === 'example.com' ? [SOME_PUBLIC_ADDRESS] : github.network.resolve(host);
  house = await startChainServer({ network: { resolve, dial: github.network.dial } });
  await house.chain.giveEther(address, ONE_ETHER);
  await house.chain.mintUsdc(address, 2_000_000n);
  folder = await createTemporaryFolder();
  await writeFile(join(folder.path, 'cast'), castFor(house.chain.rpcUrl));
  await chmod(join(folder.path, 'cast'), 0o755);
});
afterAll(async () => {
  await house.close();
  await github.close();
  await folder.remove();
});

describe('docs/guides/developers.md', () => {
  it('has only working commands', async () => {
    const { chain, server } = house;
    const guide = await readFile(`${ROOT}docs/guides/developers.md`, 'utf8');
    const parts = [...guide.matchAll(/```sh\n(.*?)```/gs)].map(([, part]) => part);
    const script = ['set -euo pipefail', ...parts].join('\n');
    const env = {
      PATH: `${folder.path}:/usr/local/bin:/usr/bin:/bin`,
      ASSAY_URL: server.url,
      CHAIN_RPC_URL: chain.rpcUrl,
      WALLET: address,
    };

    const run = spawn('bash', ['--norc', '-c', script], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const blocks = setInterval(() => void chain.giveEther(address, 1n), BLOCK_MS);
    const [out, err, [status]] = await Promise.all([text(run.stdout), text(run.stderr), once(run, 'exit')]);
    clearInterval(blocks);

    expect([status, err]).toEqual([0, '']);
    expect(parts).toHaveLength(14);
    for (const seen of [
      '"email":"robin@example.org"',
      `"address":"${address}"`,
      '"x402Versions":[1,2]',
      '"entryContent":"---\\nname: pdf-tools',
      '"description":"Reads PDF files."',
      '"kind":"webhook.test"',
      '"quote":{"id":',
      '402\n',
      ...PRODUCT_TYPES.map((type) => `${type} 402\n`),
      '"valid":true',
      '"purpose":"SUBMISSION"',
      '"state":"CLOSED"',
      '"title":"Submission changed: CERTIFIED"',
    ]) {
      expect(out).toContain(seen);
    }
  }, 120_000);
});
