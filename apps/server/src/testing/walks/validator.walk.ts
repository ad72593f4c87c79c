/** A prospective remote validator, following the guide for validators. */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ModelServer, refuseLinesWith, startModelServer } from '@assay/reader/testing';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, onTestFinished } from 'vitest';
import { ask, blocksOf, linkWallet, ROOT, type Walk } from '../walk.ts';

const GUIDE = 'docs/guides/validators.md';
/** Patterns that a careful reader notices; the model of this walk looks only for these. */
const SUSPICIOUS = /\.(ssh|aws|kube|netrc|config)|curl|\/dev\/tcp|\bnc |process\.env/;

/** A folder with installed packages and a configured model. */
async function moveIn(walk: Walk, model: ModelServer): Promise<string> {
  const settings = join(walk.folder, '.config/assay');
  await mkdir(settings, { recursive: true });
  const local = { name: 'local', endpoint: model.endpoint, model: 'local-1', family: 'eve' };
  await writeFile(join(settings, 'models.json'), JSON.stringify([local]));
  await symlink(join(ROOT, 'node_modules'), join(walk.folder, 'node_modules'));
  await writeFile(join(walk.folder, 'vote.mjs'), blocksOf(GUIDE, 'js')[0] ?? '');
  return walk.folder;
}

export async function validatorWalk(walk: Walk): Promise<void> {
  const model = await startModelServer(refuseLinesWith((line) => SUSPICIOUS.test(line)));
  onTestFinished(() => model.close());
  const { apiKey } = await linkWallet(walk, privateKeyToAccount(generatePrivateKey()));
  const headers = { authorization: `Bearer ${apiKey}`, 'idempotency-key': 'too-early' };
  const request = { tracks: ['SKILL'], stake: '1000000000', mode: 'REMOTE', family: 'some model' };
  const early = await ask(`${walk.url}/certsvc/v1/activate`, { headers, body: request });
  expect(early).toMatchObject({
    status: 409,
    body: {
      code: 'requirements_not_met',
      missing: ['ACTOR_AGE', 'STAKE'],
      detail: expect.stringContaining('activation-requirements'),
    },
  });

  const script = blocksOf(GUIDE, 'sh').join('\n');
  const { out, err, code } = await walk.bash(script, {}, await moveIn(walk, model));

  expect([code, err]).toEqual([0, expect.stringContaining('required 30 days, current 0 days')]);
  expect(err).toContain('this actor needs 1000 more');
  expect(out).toContain('"state":"REVEALED"');
  expect(out).toMatch(/calibration {2}SKILL PASSED, (9|10) of 10 correct/);
  expect(out).toContain('}ACTIVE ');
  expect(out).toMatch(/^UNBONDING /m);
}
