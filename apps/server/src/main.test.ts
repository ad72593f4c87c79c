import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CertificateRecord, CertificateSummary, listOf, VerifyRecord } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { runFaultCycles } from './testing/fault-cycles.ts';
import { type ServerProcess, spawnServer } from './testing/server-process.ts';
import { createTemporaryFolder, type TemporaryFolder } from './testing/temporary-folder.ts';

const KILL_CYCLES = 5;
const START_MS = 60_000;
/** Bundled samples, one of them in two versions. */
const SAMPLES = 11;

let folder: TemporaryFolder;
let dataDir: string;
let server: ServerProcess;
let url: string;
beforeAll(async () => {
  folder = await createTemporaryFolder();
  dataDir = join(folder.path, 'data');
  server = spawnServer({ env: { DATA_DIR: dataDir } });
  url = await server.listening();
}, START_MS);
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
/** All certificates, when the last act of the demonstration is done. */
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

describe('a first start', () => {
  it(
    'shows demonstration certificates in every state, really reviewed and named as what they are',
    async () => {
      const items = await demonstrated(server);
      const byName = (name: string) => items.filter((item) => item.name === name);
      const verify = async (id = '') => VerifyRecord.parse(await read(`/api/v1/public/certificates/${id}/verify`));

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

  it('keeps its signing key for its owner only', async () => {
    expect((await stat(join(dataDir, 'signing-key'))).mode & 0o777).toBe(0o600);
  });
});

describe('a first start that is killed while it reviews the samples', () => {
  it(
    'is completed by the next, each sample once; and what was reviewed is reviewed again with the same result',
    async () => {
      const other = await createTemporaryFolder();
      onTestFinished(other.remove);
      const env = { DATA_DIR: join(other.path, 'data') };
      const first = spawnServer({ env });
      const firstUrl = await first.listening();
      await vi.waitFor(async () => expect(await listAt(firstUrl)).not.toEqual([]), { timeout: START_MS, interval: 20 });
      first.kill('SIGKILL');
      await first.ended();

      const second = spawnServer({ env });
      const secondUrl = await second.listening();
      const items = await demonstrated(second);
      expect(new Set(items.map(({ name, version }) => `${name} ${version}`)).size).toBe(items.length);
      expect(items.length).toBe(SAMPLES);
      const record = await fetch(`${secondUrl}/api/v1/public/certificates/${items[0]?.id}`);
      const { payload } = CertificateRecord.parse(await record.json());
      second.kill('SIGTERM');
      await second.ended();

      const { code, stdout } = await spawnServer({ env, args: ['replay', payload.submissionId] }).ended();
      expect(code).toBe(0);
      const hash = payload.round.verdictHash;
      expect(JSON.parse(stdout)).toMatchObject({ isIntact: true, verdictHash: { recorded: hash, replayed: hash } });
    },
    START_MS * 3,
  );
});

describe('a second start', () => {
  it('on a data directory in use ends with 1 and says what to do', async () => {
    const { code, stderr } = await spawnServer({ env: { DATA_DIR: dataDir } }).ended();

    expect(code).toBe(1);
    expect(stderr).toMatch(/^The data directory .* is in use by process \d+\. Stop that server first/);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it(
    'on a port in use ends with 1, says what to do, and lets go of its data',
    async () => {
      const other = await createTemporaryFolder();
      onTestFinished(other.remove);
      const env = { DATA_DIR: join(other.path, 'data') };

      const { code, stderr } = await spawnServer({ env: { ...env, PORT: new URL(url).port } }).ended();
      const again = spawnServer({ env });
      await again.listening();
      again.kill('SIGTERM');

      expect(code).toBe(1);
      expect(stderr).toBe(
        `Port ${new URL(url).port} of 127.0.0.1 is in use by another program. Stop it, or set PORT.\n`,
      );
      expect((await again.ended()).code).toBe(0);
    },
    START_MS,
  );

  it('with a wrong setting ends with 1 and names it', async () => {
    const { code, stderr } = await spawnServer({ env: { DATA_DIR: dataDir, LOG_LEVEL: 'loud' } }).ended();

    expect(code).toBe(1);
    expect(stderr).toContain('LOG_LEVEL');
    expect(stderr).not.toContain('    at ');
  });
});

describe('a stop', () => {
  it(
    'by SIGTERM ends open streams and the process with 0, and nothing is forgotten',
    async () => {
      const before = await read('/api/v1/public/certificates?status=ANY&limit=100');
      const stream = await fetch(`${url}/api/v1/stream?topics=certificates`);
      expect(stream.status).toBe(200);

      server.kill('SIGTERM');
      await stream.text();
      const { code } = await server.ended();
      server = spawnServer({ env: { DATA_DIR: dataDir } });
      url = await server.listening();

      expect(code).toBe(0);
      expect(await read('/api/v1/public/certificates?status=ANY&limit=100')).toEqual(before);
    },
    START_MS,
  );
});

describe('kill -9', () => {
  it('while flags and statuses are written loses no acknowledged write', async () => {
    const killed = await createTemporaryFolder();
    onTestFinished(killed.remove);

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

  it('help explains itself, and an unknown one is refused', async () => {
    const help = await spawnServer({ env: {}, args: ['help'] }).ended();
    const unknown = await spawnServer({ env: {}, args: ['dance'] }).ended();

    expect([help.code, help.stdout]).toEqual([0, expect.stringMatching(/^Usage/)]);
    expect([unknown.code, unknown.stderr]).toEqual([64, expect.stringContaining('Unknown command "dance"')]);
  });
});
