import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { generatePrivateKey, privateKeyToAccount } from '@assay/chain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChainServer, newBuyer, startChainServer } from '../../testing/chain-server.ts';

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
const SAMPLE = 'meeting-minutes';

let house: ChainServer;
beforeAll(async () => {
  house = await startChainServer();
});
afterAll(() => house.close());

describe('docs/guides/payments.md', () => {
  it('has a script of ten lines that pays for a submission', async () => {
    const guide = await readFile(`${ROOT}docs/guides/payments.md`, 'utf8');
    const [, script = ''] = /```js\n(.*?)```/s.exec(guide) ?? [];
    const key = generatePrivateKey();
    await house.chain.mintUsdc(privateKeyToAccount(key).address, 1_000_000n);
    const buyer = await newBuyer(house.server);
    const skill = `${ROOT}samples/skills/${SAMPLE}/SKILL.md`;
    const env = { ASSAY_URL: house.server.url, ASSAY_TOKEN: buyer.token, SKILL: skill, WALLET_KEY: key };

    const run = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: `${ROOT}packages/chain`,
      env,
    });
    const [out, err] = await Promise.all([text(run.stdout), text(run.stderr), once(run, 'exit')]);

    expect([out, err]).toEqual(['SUBMITTED\n', '']);
    expect(script.trim().split('\n')).toHaveLength(10);
  });
});
