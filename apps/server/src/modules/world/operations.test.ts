import { load, stateHash } from '@assay/economy/world';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MANUAL_WORLD, smallWorld } from '../../testing/small-world.ts';
import { OPERATOR, startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: MANUAL_WORLD, genesis: smallWorld(2) });
  await server.app.world.stepBy(1);
});
afterAll(() => server.close());

const operate = (what: string, headers: Record<string, string> = OPERATOR, more: Record<string, unknown> = {}) =>
  server.post(`/api/v1/operator/world/${what}`, { reason: 'Maintenance of the database.', ...more }, headers);
const world = () => server.app.world;

describe('an operator', () => {
  it('pauses the world, which then stops, and resumes it', async () => {
    const tick = world().row()?.tick;

    expect((await operate('pause')).body).toEqual({ state: 'PAUSED', tick });
    expect((await operate('pause')).body).toEqual({ state: 'PAUSED', tick });
    await expect(world().stepBy(1)).rejects.toMatchObject({ code: 'world_paused' });
    expect((await server.get('/api/v1/world')).body).toMatchObject({ state: 'PAUSED', tick });
    expect((await operate('resume')).body).toEqual({ state: 'RUNNING', tick });
    expect(await world().stepBy(1)).toMatchObject({ tick: (tick ?? 0) + 1 });
    const { rows } = await server.database.pool.query(
      "SELECT action, detail->>'reason' AS reason FROM audit_log WHERE action LIKE 'world.%' ORDER BY position",
    );
    expect(rows.map(({ action }) => action)).toEqual(['world.paused', 'world.resumed']);
    expect(rows[0]?.reason).toBe('Maintenance of the database.');
  });

  it('lets a paused world run for some ticks, after which it is paused again', async () => {
    const tick = world().row()?.tick ?? 0;
    await operate('pause');

    const resumed = await operate('resume', OPERATOR, { ticks: 2 });

    expect(resumed.body).toEqual({ state: 'RUNNING', tick });
    expect((await operate('resume', OPERATOR, { ticks: 2 })).body).toMatchObject({ code: 'world_wrong_state' });
    await expect(world().stepBy(3)).rejects.toMatchObject({ code: 'world_paused' });
    await vi.waitFor(() => expect(world().row()).toMatchObject({ state: 'PAUSED', tick: tick + 2 }));
    expect((await operate('resume')).body).toEqual({ state: 'RUNNING', tick: tick + 2 });
    expect(await world().stepBy(3)).toMatchObject({ tick: tick + 5 });
    const { rows } = await server.database.pool.query(
      "SELECT data->>'reason' AS reason FROM events WHERE kind = 'world.paused' ORDER BY added DESC LIMIT 1",
    );
    expect(rows[0]?.reason).toBe('The requested ticks have run.');
  });

  it('lets the world go on without the limit when it is resumed before the ticks have run', async () => {
    const tick = world().row()?.tick ?? 0;
    await operate('pause');
    await operate('resume', OPERATOR, { ticks: 2 });

    const resumed = await operate('resume');

    expect(resumed.body).toEqual({ state: 'RUNNING', tick });
    expect(await world().stepBy(3)).toMatchObject({ tick: tick + 3 });
  });

  it('cannot resume a world that stopped because of a fault', async () => {
    const { pool } = server.database;
    await pool.query(`UPDATE world SET state = 'FAULTED', fault = '{"code":"x","detail":"x","tick":1,"at":"x"}'`);

    const answers = [await operate('pause'), await operate('resume')];

    await pool.query("UPDATE world SET state = 'RUNNING', fault = NULL");
    for (const { status, body } of answers) expect([status, body]).toMatchObject([409, { code: 'world_wrong_state' }]);
  });

  it('exports a state that the kernel loads', async () => {
    const answer = await fetch(`${server.url}/api/v1/operator/world/export`, {
      method: 'POST',
      headers: { ...OPERATOR, 'content-type': 'application/json' },
      body: JSON.stringify({ reason: 'A copy for analysis.' }),
    });

    const copy = load(new Uint8Array(await answer.arrayBuffer()));
    expect([String(copy.tick), `0x${stateHash(copy)}`]).toEqual([
      answer.headers.get('x-world-tick'),
      answer.headers.get('x-state-hash'),
    ]);
  });

  it('can export several copies at the same time, each recorded once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => operate('export')));

    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const { rows } = await server.database.pool.query(
      "SELECT count(*)::int AS exports FROM audit_log WHERE action = 'world.exported'",
    );
    expect(rows[0]?.exports).toBe(9);
  });

  it('is the only caller that may pause, resume and export', async () => {
    for (const what of ['pause', 'resume', 'export']) expect((await operate(what, {})).status).toBe(401);
  });
});
