import { randomBytes } from 'node:crypto';
import { COUNCIL } from '@assay/economy/council';
import { Requirements, Validator } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { calibrationCases, importCases } from '../../testing/known-cases.ts';
import { type Answer, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { type Agent, activation, newAgent } from '../../testing/validator-agent.ts';
import { createStanding } from './standing.service.ts';
import { createValidatorEvents } from './validators.events.ts';

const DAY_MS = 86_400_000;
const random = (length: number) => randomBytes(length);

let server: TestServer;
beforeAll(async () => {
  // Without a worker, which would calibrate beside the sweeps of the tests and review every case a second time.
  server = await startTestServer();
  await importCases(server, calibrationCases());
});
afterAll(() => server.close());

/** Without this, the next sweep continues with an agent whose test has ended. */
const givesUpLater = (agent: Agent): void => onTestFinished(async () => void (await agent.post('/deactivate')));
const parse = ({ body }: Answer): Validator => Validator.parse(body);
const metOf = ({ body }: Answer) =>
  Object.fromEntries(Requirements.parse(body).items.map(({ code, met }) => [code, met]));

/** A validator that is active on the track SKILL. */
async function newMember(): Promise<Agent> {
  const member = await newAgent(server, 1_000n);
  await member.post('/activate', activation({ family: 'code-taint' }));
  await server.app.validators.sweep();
  expect(parse(await member.get('/validator'))).toMatchObject({ state: 'ACTIVE' });
  return member;
}

async function leave(member: Agent): Promise<void> {
  await member.post('/deactivate');
  server.clock.advance(COUNCIL.entry.unbondingDays * DAY_MS);
  await server.app.validators.sweep();
  expect(parse(await member.get('/validator'))).toMatchObject({ state: 'INACTIVE' });
}

async function measuredSince({ actorId }: Agent): Promise<number> {
  const { rows } = await server.database.pool.query('SELECT measured_since FROM validators WHERE id = $1', [actorId]);
  return rows[0].measured_since.getTime();
}

describe('a hosted validator', () => {
  it.each([
    ['as a remote one', { mode: 'REMOTE', family: 'some model' }],
    ['with another family', { family: 'instruction' }],
  ])('that returns %s calibrates again, and loses its previous record', async (_, changed) => {
    const returning = await newMember();
    await leave(returning);
    const now = server.clock.now();

    const again = await returning.post('/activate', activation(changed));
    givesUpLater(returning);

    expect(again.status).toBe(202);
    expect(parse(again)).toMatchObject({ state: 'CALIBRATING', calibration: [{ track: 'SKILL', state: 'PENDING' }] });
    expect(await measuredSince(returning)).toBeGreaterThanOrEqual(now.getTime());
  });

  it('that changes its mode and deactivates keeps no earlier calibration', async () => {
    const returning = await newMember();
    await leave(returning);
    const remote = { mode: 'REMOTE', family: 'some model' };
    await returning.post('/activate', activation({ ...remote, tracks: ['CONTRACT'] }));
    await returning.post('/deactivate');
    givesUpLater(returning);

    const again = await returning.post('/activate', activation({ ...remote, tracks: ['SKILL'] }));

    expect(parse(again)).toMatchObject({ state: 'CALIBRATING' });
  });

  it('that was suspended calibrates again, even after it leaves and returns', async () => {
    const suspended = await newMember();
    server.clock.advance(DAY_MS);
    const standing = createStanding({
      events: createValidatorEvents({ random, clock: server.clock }),
      clock: server.clock,
    });
    await server.app.inTransaction((tx) => standing.suspendIn(tx, suspended.actorId));
    expect(metOf(await suspended.get('/activation-requirements'))).toMatchObject({ CALIBRATION: false });
    await leave(suspended);
    givesUpLater(suspended);

    const again = await suspended.post('/activate', activation({ family: 'code-taint' }));

    expect(again.status).toBe(202);
    expect(parse(again)).toMatchObject({ state: 'CALIBRATING' });
  });
});
