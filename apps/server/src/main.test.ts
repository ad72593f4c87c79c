import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { CertificateRecord, CertificateSummary, listOf, VerifyRecord } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { runFaultCycles } from './testing/fault-cycles.ts';
import { type ServerProcess, spawnServer } from './testing/server-process.ts';
import { createMemoryFolder, type TemporaryFolder } from './testing/temporary-folder.ts';
import { seedDataDir } from './testing/test-database.ts';

/** `npm run bench faults` runs a hundred cycles. */
const KILL_CYCLES = 1;
/** A busy machine is slow. */
const START_MS = 180_000;
/** The bundled samples; one of them has two versions. */
const SAMPLES = 11;

let folder: TemporaryFolder;
let dataDir: string;
let server: ServerProcess;
let url: string;
const start = async (): Promise<void> => {
  server = spawnServer({ env: { DATA_DIR: dataDir } });
  url = await server.listening();
};
// The tests of the first start use one that was killed while it reviewed the samples, and the start after it.
beforeAll(async () => {
  folder = await createMemoryFolder();
  dataDir = join(folder.path, 'data');
  await start();
  await vi.waitFor(async () => expect(await listAt(url)).not.toEqual([]), { timeout: START_MS, interval: 20 });
  server.kill('SIGKILL');
  await server.ended();
  await start();
}, START_MS * 2);
afterAll(async () => {
  server.kill('SIGTERM');
  await server.ended();
  await folder.remove();
});

const read = async (path: string): Promise<unknown> => (await fetch(url + path)).json();

const listAt = async (at: string): Promise<CertificateSummary[]> => {
  const answer = await fetch(`${at}/api/v1/public/certificates?status=ANY&limit=100`);
  return listOf(CertificateSummary).parse(await answer.json()).items;
};
/** Returns all certificates once the last step of the demonstration is done. */
const demonstrated = async (by: ServerProcess): Promise<CertificateSummary[]> => {
  const at = await by.listening();
  return vi.waitFor(
    async () => {
      const items = await listAt(at);
      const flags = items.find(({ name }) => name === 'link-checker')?.activeFlagCount;
      expect(flags, `${items.length} certificates. ${by.lastWords()}`).toBe(1);
      return items;
    },
    { timeout: START_MS, interval: 100 },
  );
};

describe('a first start that was killed, and the next', () => {
  it(
    'show each sample once, as reviewed and labelled demonstration certificates in every state',
    async () => {
      const items = await demonstrated(server);
      const byName = (name: string) => items.filter((item) => item.name === name);
      const verify = async (id = '') => VerifyRecord.parse(await read(`/api/v1/public/certificates/${id}/verify`));

      expect(new Set(items.map(({ name, version }) => `${name} ${version}`)).size).toBe(items.length);
      expect(items.length).toBe(SAMPLES);
      expect(items.filter(({ valid }) => valid).length).toBeGreaterThanOrEqual(3);
      expect(byName('unit-converter')).toMatchObject([{ status: 'SUSPENDED', valid: false }]);
      expect(byName('link-checker')).toMatchObject([{ status: 'APPROVED', activeFlagCount: 1, valid: false }]);
      const [newer, older] = byName('release-notes');
      expect(newer).toMatchObject({ status: 'APPROVED', valid: true });
      expect(await verify(older?.id)).toMatchObject({ status: 'DEPRECATED', supersededBy: newer?.id });
      expect(byName('price-list')).toMatchObject([{ productType: 'API', valid: true }]);
      expect(byName('price-reader')).toMatchObject([{ productType: 'SKILL+API', valid: true }]);
      expect(byName('unit-tools')).toMatchObject([{ productType: 'TOOL', valid: true }]);
      expect(byName('tip-jar')).toMatchObject([{ productType: 'CONTRACT', valid: true }]);
      const [weather] = byName('weather-brief');
      expect(await verify(weather?.id)).toHaveProperty('apiDisclaimer');
      for (const { id } of items) {
        const { payload } = CertificateRecord.parse(await read(`/api/v1/public/certificates/${id}`));
        expect(payload.limitations.join()).toContain('demo: true');
        expect(payload.round.panels).toMatchObject([{ phase: 'PRIMARY', tally: { safe: 5, unsafe: 0, missed: 0 } }]);
      }
    },
    START_MS,
  );

  it('keep the signing key readable by its owner only', async () => {
    expect((await stat(join(dataDir, 'signing-key'))).mode & 0o777).toBe(0o600);
  });
});

describe('a second start', () => {
  it('on a data directory in use exits with 1 and names the remedy', async () => {
    const { code, stderr } = await spawnServer({ env: { DATA_DIR: dataDir } }).ended();

    expect(code).toBe(1);
    expect(stderr).toMatch(/^The data directory .* is in use by process \d+\. Stop that server first/);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it('with an invalid setting exits with 1 and names it', async () => {
    const { code, stderr } = await spawnServer({ env: { DATA_DIR: dataDir, LOG_LEVEL: 'loud' } }).ended();

    expect(code).toBe(1);
    expect(stderr).toContain('LOG_LEVEL');
    expect(stderr).not.toContain('    at ');
  });
});

describe('a stop', () => {
  it(
    'by SIGTERM ends open streams, exits with 0 and loses no data',
    async () => {
      const before = await read('/api/v1/public/certificates?status=ANY&limit=100');
      const stream = await fetch(`${url}/api/v1/stream?topics=certificates`);
      expect(stream.status).toBe(200);

      server.kill('SIGTERM');
      await stream.text();
      const { code } = await server.ended();
      await start();

      expect(code).toBe(0);
      expect(await read('/api/v1/public/certificates?status=ANY&limit=100')).toEqual(before);
    },
    START_MS,
  );

  it(
    'preserves what a second review of a submission needs for the same result',
    async () => {
      const [item] = await listAt(url);
      const { payload } = CertificateRecord.parse(await read(`/api/v1/public/certificates/${item?.id}`));
      server.kill('SIGTERM');
      await server.ended();

      const args = ['replay', payload.submissionId];
      const { code, stdout } = await spawnServer({ env: { DATA_DIR: dataDir }, args }).ended();

      expect(code).toBe(0);
      const hash = payload.round.verdictHash;
      expect(JSON.parse(stdout)).toMatchObject({ isIntact: true, verdictHash: { recorded: hash, replayed: hash } });
    },
    START_MS * 2,
  );
});

describe('a start on a port in use', () => {
  it(
    'exits with 1, names the remedy, and releases its data directory',
    async () => {
      const other = createServer().listen(0, '127.0.0.1');
      onTestFinished(() => void other.close());
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;

      const { code, stderr } = await spawnServer({ env: { DATA_DIR: dataDir, PORT: String(port) } }).ended();
      await start();

      expect(code).toBe(1);
      expect(stderr).toBe(`Port ${port} of 127.0.0.1 is in use by another program. Stop it, or set PORT.\n`);
    },
    START_MS,
  );
});

describe('kill -9', () => {
  it('while flags and statuses are written loses no acknowledged write', async () => {
    const killed = await createMemoryFolder();
    onTestFinished(killed.remove);
    await seedDataDir(join(killed.path, 'data'));

    const report = await runFaultCycles({ folder: killed.path, cycles: KILL_CYCLES, roll: Math.random });

    expect(report).toMatchObject({ lost: [] });
    expect(report.killedAfter).toHaveLength(KILL_CYCLES);
    expect(report.acknowledged).toBeGreaterThanOrEqual(KILL_CYCLES);
  }, 180_000);
});

describe('the command', () => {
  it('config prints every setting and no secret', async () => {
    const { code, stdout } = await spawnServer({ env: { DATA_DIR: '/some/where' }, args: ['config'] }).ended();

    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ dataDir: '/some/where', godApiKey: '[set, not shown]' });
    expect(stdout).not.toContain('administrative-key');
  });

  it('a command with --help prints the usage and does nothing else', async () => {
    const env = { DATA_DIR: join(folder.path, 'not-created') };

    for (const args of [
      ['ledger-verify', '--help'],
      ['keys', 'rotate', '-h'],
    ])
      expect(await spawnServer({ env, args }).ended()).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^Usage/),
      });
    await expect(stat(env.DATA_DIR)).rejects.toThrow('ENOENT');
  });

  it('help prints the usage, and an unknown command is refused', async () => {
    const help = await spawnServer({ env: {}, args: ['help'] }).ended();
    const unknown = await spawnServer({ env: {}, args: ['dance'] }).ended();

    expect([help.code, help.stdout]).toEqual([0, expect.stringMatching(/^Usage/)]);
    expect([unknown.code, unknown.stderr]).toEqual([64, expect.stringContaining('Unknown command "dance"')]);
  });
});
