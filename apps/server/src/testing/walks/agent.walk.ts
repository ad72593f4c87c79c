/** An agent that has only a wallet: it links, pays, gets a certificate, proves it, and rejects changed content. */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@assay/client';
import { readFolder } from '@assay/client/node';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect } from 'vitest';
import { ask, blocksOf, type Json, linkWallet, ROOT, until, type Walk } from '../walk.ts';

const SKILL =
  '---\nname: tide-table\ndescription: Reads a table of tides.\n---\n\n# Tides\n\nTell the user when the water is high.\n';

export async function agentWalk(walk: Walk): Promise<void> {
  const wallet = privateKeyToAccount(generatePrivateKey());
  const { apiKey, actor } = await linkWallet(walk, wallet);
  const headers = { authorization: `Bearer ${apiKey}` };
  expect((await ask(`${walk.url}/api/v1/public/agents/${wallet.address}`)).body).toMatchObject({
    walletAddress: wallet.address,
  });
  expect(actor).toMatchObject({ created: true });
  await ask(`${walk.url}/dev/faucet`, { body: { address: wallet.address } });

  const client = new x402Client().register('eip155:*', new ExactEvmScheme(wallet));
  const paid = await wrapFetchWithPayment(fetch, client)(`${walk.url}/certsvc/v1/submissions/submit`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ productType: 'SKILL', skillMdContent: SKILL }),
  });
  expect([paid.status, await paid.clone().text()]).toEqual([202, expect.any(String)]);
  const { submissionId } = (await paid.json()) as Json;
  const certificateId = await until(async () => {
    const { body } = await ask(`${walk.url}/certsvc/v1/submissions/${submissionId}`, { headers });
    expect(body.state).toBe('CERTIFIED');
    return String((body.result as Json).certificateId);
  });

  // Only the URL is needed, because the service publishes its signing keys there.
  const assay = createClient({ baseUrl: walk.url });
  expect((await assay.verifySeal(certificateId)).statement.certificateId).toBe(certificateId);

  const [script = ''] = blocksOf('docs/guides/agents.md', 'js');
  const [good, changed] = [join(walk.folder, 'tide-table'), join(walk.folder, 'changed')];
  for (const [folder, content] of [
    [good, SKILL],
    [changed, `${SKILL}And more.\n`],
  ] as const) {
    await mkdir(folder);
    await writeFile(join(folder, 'SKILL.md'), content);
  }
  const agent = join(walk.folder, 'agent.mjs');
  await writeFile(agent, script);
  await symlink(join(ROOT, 'node_modules'), join(walk.folder, 'node_modules'));
  const ran = await walk.run(process.execPath, [agent, good, changed], {}, walk.folder);
  expect([ran.err, ran.code]).toEqual(['', 1]);
  expect(ran.out.split('\n').slice(0, 2)).toEqual([
    `run ${good}`,
    `do not run ${changed}: No certificate covers these bytes.`,
  ]);

  // No model is configured, so this certificate does not satisfy a caller that requires one.
  const strict = assay.guard({ readBy: 'MODEL', onUnread: 'deny' });
  expect(await strict({ folder: await readFolder(good) })).toMatchObject({
    decision: 'deny',
    reasons: [{ code: 'not_read' }],
  });
}
