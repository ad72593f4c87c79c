import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { AccountExport, Terms } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChainServer, startChainServer, startPublicServer } from '../../testing/chain-server.ts';
import { clientWith, DEV, registerDeveloper, type TestDeveloper } from '../../testing/developer.ts';
import { submitSkill } from '../../testing/submission-builder.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { newTrader } from '../../testing/trader.ts';

const TERMS = '/certsvc/v1/terms';
const SKILL = { productType: 'SKILL', skillMdContent: '# Tides\n\nPrints the tide of today.\n' };
const ORDER = { ...SKILL, name: 'tides', version: '1.0.0' };

let house: ChainServer;
/** A server that is reachable only from this machine. */
let local: TestServer;
/** The same service with a public address. */
let served: TestServer;
let developer: TestDeveloper;
beforeAll(async () => {
  house = await startChainServer();
  local = house.server;
  served = await startPublicServer(house);
  developer = await registerDeveloper(local, 'terms@example.org');
}, 120_000);
afterAll(async () => {
  await served.close();
  await house.close();
});

const read = async (server: TestServer, headers = {}): Promise<Terms> =>
  Terms.parse((await server.get(TERMS, headers)).body);

describe('the terms', () => {
  it('have a version, and a digest that anyone can compute from the documents', async () => {
    const text = ['terms', 'acceptable-use'].map((name) =>
      readFileSync(new URL(`../../../../../docs/policies/${name}.md`, import.meta.url)),
    );
    const { version, sha256, isRequired, isAccepted, acceptances } = await read(local);

    expect(text[0]?.toString()).toContain(`\nVersion: ${version}\n`);
    expect(sha256).toBe(createHash('sha256').update(Buffer.concat(text)).digest('hex'));
    expect({ isRequired, isAccepted, acceptances }).toEqual({ isRequired: false, isAccepted: false, acceptances: [] });
  });

  it('are required if the service is public', async () => {
    expect((await read(served)).isRequired).toBe(true);
  });

  it('are accepted by registration', async () => {
    const { isAccepted, acceptances, version, sha256 } = await read(local, developer.headers);

    expect(isAccepted).toBe(true);
    expect(acceptances).toMatchObject([{ version, sha256 }]);
  });

  it('are accepted only in the current version, and recorded once', async () => {
    const agent = await newTrader(local);
    const { version, sha256 } = await read(local);
    const accept = (body: unknown) => local.post(`${TERMS}/accept`, body, agent.headers);

    expect(await accept({ version, sha256: '0'.repeat(64) })).toMatchObject({
      status: 409,
      body: { code: 'terms_changed' },
    });
    expect(await accept({ version: '2000-01-01', sha256 })).toMatchObject({ status: 409 });
    expect((await read(local, agent.headers)).isAccepted).toBe(false);
    expect(await accept({ version, sha256 })).toMatchObject({ status: 200, body: { isAccepted: true } });
    const again = await accept({ version, sha256 });
    expect(Terms.parse(again.body).acceptances).toHaveLength(1);
  });

  it('cannot be accepted without a credential', async () => {
    const { version, sha256 } = await read(local);

    expect(await local.post(`${TERMS}/accept`, { version, sha256 })).toMatchObject({ status: 401 });
  });
});

describe('a submission', () => {
  const submit = (server: TestServer, headers: Record<string, string>) =>
    server.post('/certsvc/v1/submissions/submit', ORDER, headers);

  it('is rejected on a public service until the agent has accepted the terms', async () => {
    const agent = await newTrader(local);
    const refused = await submit(served, agent.headers);

    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'terms_required', next: { method: 'GET', href: TERMS } },
    });
    const { version, sha256 } = await read(served);
    await served.post(`${TERMS}/accept`, { version, sha256 }, agent.headers);
    expect(await submit(served, agent.headers)).toMatchObject({ status: 402 });
  });

  it('needs no accepted terms if the service is reachable only from this machine', async () => {
    const agent = await newTrader(local);

    expect(await submit(local, agent.headers)).toMatchObject({ status: 402 });
  });

  it('asks an account again after the terms have changed', async () => {
    const { pool } = local.database;
    const later = await registerDeveloper(local, 'later@example.org');
    await pool.query('ALTER TABLE terms_acceptances DISABLE TRIGGER terms_acceptances_fixed');
    await pool.query('UPDATE terms_acceptances SET sha256 = $1, version = $2 WHERE principal = $3', [
      'f'.repeat(64),
      '2025-01-01',
      `account:${later.accountId}`,
    ]);
    await pool.query('ALTER TABLE terms_acceptances ENABLE TRIGGER terms_acceptances_fixed');

    expect(await submit(served, later.headers)).toMatchObject({ status: 403, body: { code: 'terms_required' } });
    const shown = await read(served, later.headers);
    expect(shown).toMatchObject({ isAccepted: false, acceptances: [{ version: '2025-01-01' }] });
  });
});

it('exports acceptances with their times, and the terms version of each submission', async () => {
  await submitSkill(local, { owner: `account:${developer.accountId}` });
  const { body } = await clientWith(local, developer.token).get(`${DEV}/me/export`);
  const { terms, submissions } = AccountExport.parse(body);

  const { acceptances, version } = await read(local, developer.headers);
  expect(terms).toEqual(acceptances);
  expect(submissions).toMatchObject([{ termsVersion: version }]);
});

it('does not allow changes to acceptances', async () => {
  const change = local.database.pool.query("UPDATE terms_acceptances SET version = '2000-01-01'");

  await expect(change).rejects.toThrow('append-only');
});
