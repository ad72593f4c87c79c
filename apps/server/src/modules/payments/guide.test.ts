import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { generatePrivateKey, privateKeyToAccount } from '@assay/chain';
import { FaucetAnswer, PaymentRequiredBody } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Buyer, newBuyer } from '../../testing/chain-server.ts';
import { startCouncilServer } from '../../testing/council.ts';
import { benignSkill } from '../../testing/submission-builder.ts';
import type { TestServer } from '../../testing/test-server.ts';

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
const sample = (name: string) => `${ROOT}samples/skills/${name}/SKILL.md`;

let server: TestServer;
let buyer: Buyer;
let guide: string;
beforeAll(async () => {
  server = await startCouncilServer();
  buyer = await newBuyer(server);
  guide = await readFile(`${ROOT}docs/guides/payments.md`, 'utf8');
}, 60_000);
afterAll(() => server.close());

async function run(command: string, args: readonly string[], env: Record<string, string>) {
  const child = spawn(command, [...args], { cwd: ROOT, env: { PATH: '/usr/local/bin:/usr/bin:/bin', ...env } });
  const [out, err, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { out, err, status };
}
const script = () => /```js\n(.*?)```/s.exec(guide)?.[1] ?? '';
const pay = (key: string, skill: string) => {
  const env = { ASSAY_URL: server.url, ASSAY_TOKEN: buyer.token, SKILL: sample(skill), WALLET_KEY: key };
  return run(process.execPath, ['--input-type=module', '--eval', script()], env);
};

describe('docs/guides/payments.md', () => {
  it('has a script of ten lines that pays on the embedded chain with money from its faucet', async () => {
    const key = generatePrivateKey();
    const [faucet = ''] = [...guide.matchAll(/```sh\n(.*?)```/gs)].map(([, part]) => part ?? '').slice(-1);

    const given = await run('bash', ['-c', faucet], {
      ASSAY_URL: server.url,
      WALLET: privateKeyToAccount(key).address,
    });
    const paid = await pay(key, 'meeting-minutes');

    expect(FaucetAnswer.parse(JSON.parse(given.out))).toMatchObject({ embedded: true, network: 'eip155:84532' });
    expect(paid).toMatchObject({ out: 'SUBMITTED\n', err: '', status: 0 });
    expect(script().trim().split('\n')).toHaveLength(10);
  }, 60_000);

  it('has a script that fails with an error if nothing was paid', async () => {
    const { out, err, status } = await pay(generatePrivateKey(), 'unit-converter');

    expect([out, status]).toEqual(['', 1]);
    expect(err).toContain('payment_invalid');
  });
});

describe('a response with the embedded chain', () => {
  it('is marked as embedded', async () => {
    const body = { productType: 'SKILL', skillMdContent: benignSkill('named-chain') };
    const asked = await server.post('/api/v1/certsvc/submit', body, buyer.headers);
    const catalog = await server.get('/api/v1/certsvc/dev/catalog');

    expect(PaymentRequiredBody.parse(asked.body).payment.direct.embedded).toBe(true);
    expect(catalog.body).toMatchObject({ payment: { networks: [{ embedded: true }] } });
  });
});

describe('the faucet', () => {
  it('rejects a foreign host name and an invalid address', async () => {
    const address = privateKeyToAccount(generatePrivateKey()).address;
    const payload = { address };
    const foreign = await server.app.http.inject({
      method: 'POST',
      url: '/dev/faucet',
      headers: { host: '127.0.0.1.evil.example' },
      payload,
    });
    const wrong = await server.post('/dev/faucet', { address: '0x12' });

    expect([wrong.status, foreign.statusCode]).toEqual([422, 404]);
  });
});
