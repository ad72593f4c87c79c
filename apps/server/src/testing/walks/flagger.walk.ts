/** A reporter who has seen a certified skill do harm, following the guide for flags. */

import { readFileSync } from 'node:fs';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect } from 'vitest';
import { ask, blocksOf, type Json, ROOT, until, type Walk } from '../walk.ts';

const NAME = 'meeting-minutes';
const GUIDE = 'docs/guides/flags.md';

export async function flaggerWalk(walk: Walk): Promise<void> {
  const [look = '', report = '', after = ''] = blocksOf(GUIDE, 'sh');
  const [signed = ''] = blocksOf(GUIDE, 'js');
  const found = await until(async () => {
    const { body } = await ask(`${walk.url}/api/v1/public/certificates?q=${NAME}&limit=1`);
    const [item] = body.items as Json[];
    expect(item).toMatchObject({ name: NAME, valid: true });
    return item;
  });
  const [wallet, thirdParty] = [generatePrivateKey(), privateKeyToAccount(generatePrivateKey()).address];
  const lines = readFileSync(`${ROOT}samples/skills/${NAME}/SKILL.md`, 'utf8').split('\n');
  const LINE = 1 + lines.findIndex((line) => line.startsWith('description:'));
  const env = {
    NAME,
    CERTIFICATE: String(found?.id),
    WALLET: thirdParty,
    WALLET_KEY: wallet,
    FILE: 'SKILL.md',
    LINE: String(LINE),
  };
  expect(await walk.bash(look, env)).toMatchObject({ code: 0 });

  // A report without checkable evidence is answered automatically and changes nothing.
  const received = await walk.bash(report, env);
  expect([received.err, JSON.parse(received.out)]).toEqual([
    '',
    expect.objectContaining({ state: 'RECEIVED', valid: true }),
  ]);
  const flags = async () => JSON.parse((await walk.bash(after, env)).out).items as Json[];
  await until(async () =>
    expect(await flags()).toMatchObject([{ state: 'DISMISSED', decision: { reason: expect.any(String) } }]),
  );

  // A signed report with a quote of the sealed bytes waits for a person, and the certificate stays valid until then.
  const filed = await walk.node(signed, { ...env, QUOTE: lines[LINE - 1] ?? '' });
  expect([filed.err, filed.out]).toEqual(['', 'RECEIVED\n']);
  const again = await walk.node(signed, { ...env, QUOTE: lines[LINE - 1] ?? '' });
  expect(again.err).toContain('flag_already_open');
  const verify = async () => (await ask(`${walk.url}/api/v1/public/certificates/${env.CERTIFICATE}/verify`)).body;
  expect(await verify()).toMatchObject({ valid: true });

  const headers = { authorization: `Bearer ${walk.operatorKey}` };
  const queue = `${walk.url}/api/v1/operator/queue`;
  const item = await until(async () => {
    const { body } = await ask(`${queue}?kind=FLAG`, { headers });
    const mine = (body.items as Json[]).find(({ subject }) => (subject as Json).certificateId === env.CERTIFICATE);
    expect(mine).toBeDefined();
    return mine;
  });
  expect(item).toMatchObject({
    subject: { flag: { evidence: [{ quoted: expect.stringContaining(lines[LINE - 1] ?? '') }] } },
  });
  const decide = (id: unknown, decision: string) =>
    ask(`${queue}/${id}/decide`, { headers, body: { decision, reason: 'Read by a person, word for word.' } });
  expect((await decide(item?.id, 'DISMISS')).status).toBe(200);
  expect(await flags()).toMatchObject([
    { state: 'DISMISSED', decision: { reason: 'Read by a person, word for word.' } },
    { state: 'DISMISSED' },
  ]);
}
