import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Track, Validator } from '@assay/protocol';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { runAssay } from '../../cli/src/testing/run-assay.ts';
import { createTemporaryFolder } from './testing/index.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

// The engine runs in its own process and reviews thirty cases.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 });

const TRACKS = ['API', 'TOOL', 'CONTRACT'] as const satisfies Track[];
const STAKE = '1000000000';

let server: TestServer;
let folder: Awaited<ReturnType<typeof createTemporaryFolder>>;
beforeAll(async () => {
  // Without a worker, which would issue the cases beside the sweep of the test and review each a second time.
  [server, folder] = await Promise.all([startTestServer(), createTemporaryFolder()]);
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

const assay = (...args: string[]) =>
  runAssay(['validator', ...args, '--home', folder.path, '--url', server.url], {
    cwd: folder.path,
    env: { HOME: folder.path },
  });

it('assay validator init refuses an unknown track', async () => {
  const { code, stderr } = await assay('init', '--without-model', '--track', 'API2');

  expect(code).not.toBe(0);
  expect(stderr).toContain('--track takes SKILL, API, TOOL, CONTRACT; it was "API2".');
});

it('the kit passes the calibrations of APIs, tools and contracts with the engine alone', async () => {
  const chosen = TRACKS.flatMap((track) => ['--track', track]);
  expect(await assay('init', '--without-model', ...chosen)).toMatchObject({ code: 2 });
  const { walletAddress } = JSON.parse(await readFile(join(folder.path, 'validator.json'), 'utf8'));
  const grant = { walletAddress, amount: STAKE, reason: 'The stake of a newcomer.' };
  expect((await server.operate('/api/v1/operator/grants', grant)).status).toBe(201);
  expect(await assay('init')).toMatchObject({ code: 0, stdout: expect.stringContaining('CALIBRATING') });
  await server.app.validators.sweep(); // issues the cases

  expect(await assay('run', '--once')).toMatchObject({ code: 0 });

  const { open: _, ...shown } = JSON.parse((await assay('status', '--json')).stdout);
  const { state, calibration } = Validator.parse(shown);
  expect(calibration.map(({ track, correct, of }) => `${track} ${correct} of ${of}`)).toEqual([
    'API 10 of 10',
    'CONTRACT 10 of 10',
    'TOOL 10 of 10',
  ]);
  expect(state).toBe('ACTIVE');
});
