import { LiveStatus } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { chainOpen } from '../../testing/chain-server.ts';
import { createEarlierRules, type EarlierRules } from '../../testing/earlier-rules.ts';
import { commitOf, type StandInRepository } from '../../testing/github-stand-in.ts';
import { PLANTED_GROUPS, PLANTED_SKILL } from '../../testing/planted-skill.ts';
import { newWallet } from '../../testing/sign-in.ts';
import { benignSkill, submitSkill } from '../../testing/submission-builder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { sourceNewsStore } from '../dashboard/index.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const skill = { 'SKILL.md': benignSkill('minutes') };
const FILES = {
  first: { 'README.md': 'Skills.', 'skills/minutes/SKILL.md': skill['SKILL.md'] },
  second: { 'README.md': 'Skills.', 'skills/minutes/SKILL.md': `${skill['SKILL.md']}\nMore.\n` },
};
const [FIRST, SECOND] = [commitOf(FILES.first), commitOf(FILES.second)];
const repository: StandInRepository = {
  commits: {
    [FIRST]: FILES.first,
    [SECOND]: FILES.second,
  },
  branches: { main: FIRST },
};

let server: TestServer;
let rules: EarlierRules;
beforeAll(async () => {
  rules = createEarlierRules(PLANTED_GROUPS);
  const github = { repositories: { 'acme/skills': repository } };
  server = await startTestServer({ env: { ASSAY_ROLES: 'api,worker' }, github, audit: rules });
  await chainOpen(server);
});
afterAll(() => server.close());

const eventually = <T>(look: () => Promise<T>) => vi.waitFor(look, { timeout: 120_000, interval: 20 });
const rowsOf = async (text: string, ...values: unknown[]) => (await server.database.pool.query(text, values)).rows;

async function certify(changes: Parameters<typeof submitSkill>[1]): Promise<string> {
  const submissionId = await submitSkill(server, changes);
  return eventually(async () => {
    const [row] = await rowsOf('SELECT id FROM certificates WHERE submission_id = $1', submissionId);
    expect(row).toBeDefined();
    return row.id;
  });
}
const sourced = (changes: { ownerWallet?: string } = {}) =>
  certify({
    ...changes,
    files: skill,
    source: { url: 'https://github.com/acme/skills', commit: FIRST, entry: 'skills/minutes/SKILL.md' },
  });
const liveStatus = async (id: string) =>
  LiveStatus.parse((await server.get(`/api/v1/public/certificates/${id}/live-status`)).body);

/** Advances the clock by a day, and runs every check that is due. */
async function aDayLater(): Promise<void> {
  await server.app.monitoring.monitoring.watch();
  server.clock.advance(DAY_MS + 3 * HOUR_MS);
  while ((await server.app.monitoring.monitoring.work()) > 0);
}
const resultsOf = ({ monitoring }: LiveStatus) =>
  Object.fromEntries(monitoring.checks.map(({ kind, result }) => [kind, result]));

describe('a certificate with a source', () => {
  it('is scheduled, and passes while the source is unchanged', async () => {
    const id = await sourced();
    expect((await liveStatus(id)).monitoring).toMatchObject({ state: 'SCHEDULED', lastCheckedAt: null, checks: [] });

    await aDayLater();

    const status = await liveStatus(id);
    expect(status.monitoring).toMatchObject({ state: 'PASSING', lastCheckedAt: expect.any(String) });
    expect(resultsOf(status)).toEqual({
      SOURCE_AVAILABLE: 'PASSED',
      SOURCE_DRIFT: 'PASSED',
      ENDPOINT_PROBE: 'SKIPPED',
      RULESET_REPLAY: 'SKIPPED',
    });
  });

  it('warns once of a newer uncertified commit', async () => {
    const ownerWallet = newWallet().address;
    const id = await sourced({ ownerWallet });
    repository.branches = { main: SECOND };

    await aDayLater();
    await aDayLater();

    expect((await liveStatus(id)).monitoring).toMatchObject({ state: 'WARNING' });
    const { text } = await server.get(`/certificates/${id}`, { accept: 'text/html' });
    expect(text).toContain('A newer version is not certified.');
    const told = await rowsOf(`SELECT data FROM events WHERE kind = 'monitoring.warning' AND subject_id = $1`, id);
    expect(told).toMatchObject([{ data: { kind: 'SOURCE_DRIFT', result: 'WARNING' } }]);
    repository.branches = { main: FIRST };
    expect(await sourceNewsStore(server.database.db).list([ownerWallet], 10)).toMatchObject([
      { certificateId: id, commit: SECOND },
    ]);
  });

  it('warns while the host does not answer, and fails if the repository is gone', async () => {
    const id = await sourced();
    server.github.misbehave('git-upload-pack', { kind: 'status', status: 503 });
    await aDayLater();
    const unreachable = await liveStatus(id);
    server.github.misbehave('git-upload-pack', { kind: 'status', status: 404 });
    await aDayLater();
    server.github.misbehave('git-upload-pack', undefined);

    expect(resultsOf(unreachable)).toMatchObject({ SOURCE_AVAILABLE: 'WARNING', SOURCE_DRIFT: 'SKIPPED' });
    expect((await liveStatus(id)).monitoring.state).toBe('FAILING');
  });

  it('fails if the certified commit has other bytes', async () => {
    const id = await certify({
      files: { 'SKILL.md': benignSkill('something else') },
      source: { url: 'https://github.com/acme/skills', commit: FIRST, entry: 'skills/minutes/SKILL.md' },
    });
    await aDayLater();

    expect(resultsOf(await liveStatus(id))).toMatchObject({ SOURCE_AVAILABLE: 'PASSED', SOURCE_DRIFT: 'FAILED' });
  });
});

describe('the first check', () => {
  it('runs within an hour of the issue, and within a day after a longer pause', async () => {
    const { watch } = server.app.monitoring.monitoring;
    const dueIn = async (id: string) => {
      const [row] = await rowsOf('SELECT next_check_at AS at FROM monitorings WHERE certificate_id = $1', id);
      return row.at.getTime() - server.clock.now().getTime();
    };
    const older = await sourced();
    await server.database.pool.query('DELETE FROM monitorings WHERE certificate_id = $1', [older]);
    server.clock.advance(2 * HOUR_MS);
    const newer = await sourced();

    await watch();

    for (const [id, withinMs] of [
      [older, DAY_MS],
      [newer, HOUR_MS],
    ] as const) {
      expect(await dueIn(id)).toBeGreaterThanOrEqual(0);
      expect(await dueIn(id)).toBeLessThanOrEqual(withinMs);
    }
    expect(await watch()).toBe(0);
  });
});

describe('a certificate of uploaded bytes', () => {
  it('has no source to monitor', async () => {
    const id = await certify({});
    const before = (await liveStatus(id)).monitoring.state;

    await aDayLater();

    expect([before, (await liveStatus(id)).monitoring.state]).toEqual(['NOT_APPLICABLE', 'NOT_APPLICABLE']);
  });
});

describe('new rules', () => {
  it('suspend certificates that they would not issue, by a new round', async () => {
    const [planted, harmless] = [await certify({ files: PLANTED_SKILL }), await certify({})];

    rules.update();
    await aDayLater();

    await eventually(async () =>
      expect(await liveStatus(planted)).toMatchObject({
        valid: false,
        status: 'SUSPENDED',
        statusReason: 'RE_AUDIT_FAILED',
        monitoring: { state: 'FAILING' },
      }),
    );
    expect(resultsOf(await liveStatus(planted))).toMatchObject({ RULESET_REPLAY: 'FAILED' });
    expect(await liveStatus(harmless)).toMatchObject({ valid: true, monitoring: { state: 'PASSING' } });
  });
});
