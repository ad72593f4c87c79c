import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type LocalAccount, privateKeyToAccount, readTokenBalance } from '@assay/chain';
import { newAuthorization, operator, signAuthorization, startTestChain, type TestChain } from '@assay/chain/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { keyDerivation } from '../../platform/auth/index.ts';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { chainEnv, newBuyer, quoteFor } from '../../testing/chain-server.ts';
import { BASE_URL, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { startWatchedRpc, type WatchedRpc } from '../../testing/watched-rpc.ts';

const PROGRAM = fileURLToPath(new URL('../../testing/service-process.ts', import.meta.url));
const SEND = 'eth_sendRawTransaction';
const CYCLES = 5;
const PATIENCE = { timeout: 60_000, interval: 100 };
const TEST_MS = 240_000;

let chain: TestChain;
let rpc: WatchedRpc;
/** Issues and reads; only the children send. */
let server: TestServer;
let child: Child | undefined;
beforeAll(async () => {
  chain = await startTestChain();
  rpc = await startWatchedRpc(chain.rpcUrl);
  server = await startTestServer();
  const facilitator = privateKeyToAccount(`0x${keyDerivation(server.signer)('chain facilitator').toString('hex')}`);
  await chain.giveEther(facilitator.address, 10n ** 18n);
});
afterAll(async () => {
  child?.process.kill('SIGKILL');
  await server.close();
  await rpc.close();
  await chain.close();
});

type Child = { process: ChildProcess; url: string };

async function startChild(): Promise<Child> {
  const env = { PORT: '0', PUBLIC_BASE_URL: BASE_URL, RATE_LIMITS: 'off', ...chainEnv(chain, rpc.url) };
  const { connection } = server.database;
  const program = spawn(process.execPath, [PROGRAM, JSON.stringify(connection), JSON.stringify(env)], {
    env: {},
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: program.stdout });
  const url = await Promise.race([
    once(lines, 'line').then(([line]) => String(line)),
    once(lines, 'close').then(() => Promise.reject(new Error('The service ended before it was ready.'))),
  ]);
  child = { process: program, url };
  return child;
}

/** Kills the child with SIGKILL at this moment of its next transaction; gives when it is dead. */
async function killAt(victim: Child, when: 'before' | 'after'): Promise<void> {
  await rpc.at({ method: SEND, when }, () => victim.process.kill('SIGKILL'));
  if (victim.process.signalCode === null) await once(victim.process, 'exit');
}

const onChainOf = async (id: string) => {
  const { body } = await server.get(`/api/v1/public/certificates/${id}/verify`);
  return (body as { onChain: { state: string } | null }).onChain;
};

describe('a process killed with SIGKILL', () => {
  it.each([
    ['between storing a transaction and sending it', 'before'],
    ['between sending a transaction and hearing of it', 'after'],
  ] as const)(
    `%s, ${CYCLES} times: every certificate is committed, and none twice`,
    async (_, when) => {
      const sentBefore = await chain.feed.minedNonce(operator.address);
      const ids: string[] = [];
      let alive = await startChild();
      for (let cycle = 0; cycle < CYCLES; cycle++) {
        const dead = killAt(alive, when);
        ids.push(await issueCertificate(server));
        await dead;
        expect(await onChainOf(ids.at(-1) ?? '')).toMatchObject({ committed: false });
        alive = await startChild();
      }

      for (const id of ids) {
        await vi.waitFor(async () => expect(await onChainOf(id)).toMatchObject({ state: 'FINAL' }), PATIENCE);
      }

      expect(await chain.feed.minedNonce(operator.address)).toBe(sentBefore + CYCLES);
      alive.process.kill('SIGKILL');
      await once(alive.process, 'exit');
    },
    TEST_MS,
  );

  it(
    'while it settles an x402 payment: the payment counts once when the request is repeated',
    async () => {
      const wallet = await chain.newAccount({ usdc: 10_000_000n });
      const before = await readTokenBalance(chain.client, chain.usdcAddress, operator.address);
      const buyer = await newBuyer(server);
      const { id: quoteId } = await quoteFor(server, buyer);
      const victim = await startChild();
      const post = (url: string, path: string, headers: object, body?: object) =>
        fetch(`${url}/api/v1/certsvc/dev/payment-intents${path}`, {
          method: 'POST',
          headers: { ...buyer.headers, 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body ?? {}),
        });
      const intent = (await (await post(victim.url, '', {}, { quoteId })).json()) as Intent;
      const headers = { 'payment-signature': await sign(intent, wallet) };
      const path = `/${intent.id}/x402/confirm`;

      const dead = killAt(victim, 'after');
      await expect(post(victim.url, path, headers)).rejects.toThrow();
      await dead;
      const { url } = await startChild();
      const answer = await vi.waitFor(async () => {
        const repeated = await post(url, path, headers);
        const body = (await repeated.json()) as { state?: string; code?: string };
        expect(body).toMatchObject({ state: 'PAID' });
        return body;
      }, PATIENCE);

      expect(answer).toMatchObject({ payer: wallet.address });
      expect(await readTokenBalance(chain.client, chain.usdcAddress, operator.address)).toBe(before + 900_000n);
      expect(await readTokenBalance(chain.client, chain.usdcAddress, wallet.address)).toBe(10_000_000n - 900_000n);
    },
    TEST_MS,
  );
});

type Intent = { id: string; x402: { accepts: { payTo: `0x${string}`; amount: string }[] } };

async function sign({ x402 }: Intent, wallet: LocalAccount): Promise<string> {
  const [accepted] = x402.accepts;
  if (accepted === undefined) throw new Error('The intent has no terms.');
  const terms = newAuthorization({ from: wallet.address, to: accepted.payTo, value: BigInt(accepted.amount) });
  const domain = { name: 'USDC', version: '2', chainId: chain.chainId, verifyingContract: chain.usdcAddress };
  const signature = await signAuthorization(wallet, domain, terms);
  const { value, validAfter, validBefore } = terms;
  const authorization = { ...terms, value: `${value}`, validAfter: `${validAfter}`, validBefore: `${validBefore}` };
  const payload = { x402Version: 2, accepted, payload: { signature, authorization } };
  return Buffer.from(JSON.stringify(payload)).toString('base64');
}
