/** An operator who runs the service for others, following the guide for operators. */
import { createClient } from '@assay/client';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect } from 'vitest';
import { ask, blocksOf, type Json, linkWallet, until, type Walk } from '../walk.ts';

const GUIDE = 'docs/guides/operators.md';
const NAME = 'meeting-minutes';

export async function operatorWalk(walk: Walk): Promise<void> {
  const [rotate = '', addOperator = '', setup = '', decide = '', suspend = '', grant = '', log = ''] = blocksOf(
    GUIDE,
    'sh',
  );
  const [verifyBooks = ''] = blocksOf(GUIDE, 'sh stopped');
  const certificates = async () =>
    (await ask(`${walk.url}/api/v1/public/certificates?q=${NAME}&limit=1`)).body.items as Json[];
  const certificate = await until(async () => {
    const [item] = await certificates();
    expect(item).toMatchObject({ valid: true });
    return String(item?.id);
  });

  const client = createClient({ baseUrl: walk.url });
  await client.verifySeal(certificate);
  const rotated = await walk.bash(rotate);
  expect([rotated.code, rotated.out]).toEqual([0, expect.stringContaining('"version": 2')]);
  expect(await walk.bash(`${rotate.trim()} --at-once`)).toMatchObject({ code: 0 });
  const { body: root } = await ask(`${walk.url}/.well-known/trust-root.json`);
  expect(root.version).toBe(3);
  await client.verifySeal(certificate);
  await createClient({ baseUrl: walk.url }).verifySeal(certificate);

  const added = await walk.bash(addOperator);
  expect(added).toMatchObject({ code: 0 });
  const { key } = JSON.parse(added.out) as { key: string };
  const headers = { authorization: `Bearer ${key}` };
  expect((await ask(`${walk.url}/api/v1/operator/me`, { headers })).body).toMatchObject({
    name: 'ada',
    role: 'reviewer',
  });

  const thirdParty = privateKeyToAccount(generatePrivateKey());
  const evidence = [{ kind: 'FILE_LINE', path: 'SKILL.md', line: 1, value: '---' }];
  const words = 'The first line is the beginning of something bad.';
  const flag = { walletAddress: thirdParty.address, category: 'PROMPT_INJECTION', description: words, evidence };
  expect((await ask(`${walk.url}/certsvc/v1/certificates/${certificate}/flag`, { body: flag })).status).toBe(202);
  const verify = async () => (await ask(`${walk.url}/api/v1/public/certificates/${certificate}/verify`)).body;
  const shown = await until(async () => {
    const { out } = await walk.bash(setup);
    expect(out).toContain(words);
    return out;
  });
  const items = (JSON.parse(shown) as { items: Json[] }).items;
  expect(items.find(({ subject }) => (subject as Json).certificateId === certificate)).toMatchObject({
    subject: { flag: { evidence: [{ quoted: expect.stringContaining('---') }] } },
  });
  expect(await walk.bash(`${setup}\n${decide}`, { CERTIFICATE: certificate })).toMatchObject({ code: 0 });
  expect(await verify()).toMatchObject({ valid: false, status: 'SUSPENDED' });

  const wallet = privateKeyToAccount(generatePrivateKey());
  await linkWallet(walk, wallet);
  expect(await walk.bash(`${setup}\n${grant}\n${log}`, { WALLET: wallet.address })).toMatchObject({ code: 0 });
  const [other] = (await ask(`${walk.url}/api/v1/public/certificates?status=APPROVED&limit=1`)).body.items as Json[];
  const suspended = await walk.bash(`${setup}\n${suspend}`, { CERTIFICATE: String(other?.id) });
  expect([suspended.code, suspended.out]).toEqual([0, expect.stringContaining('SUSPENDED')]);

  await walk.stop();
  const books = await walk.bash(verifyBooks);
  expect([books.code, books.err]).toEqual([0, '']);
  expect(books.out.match(/"isIntact": true/g)).toHaveLength(2);
}
