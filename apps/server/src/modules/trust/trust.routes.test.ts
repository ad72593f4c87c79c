import { randomBytes } from 'node:crypto';
import { createClient } from '@assay/client';
import { createSigner, type StatementEnvelope, type TrustRoot } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { keyDerivation } from '../../platform/auth/index.ts';
import { openDatabase } from '../../platform/db/index.ts';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { silentLog } from '../../testing/silent-log.ts';
import { BASE_URL, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { rotateKeys } from './compose.ts';

const random = (length: number) => randomBytes(length);
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** A client that knows only the address. */
const connect = () => createClient({ baseUrl: server.url, now: () => server.clock.now().getTime(), cacheMs: 0 });
const root = async (version?: number) => {
  const { body, headers } = await server.get(
    `/.well-known/trust-root.json${version === undefined ? '' : `?version=${version}`}`,
  );
  expect(headers.get('cache-control')).toBe('public, max-age=300');
  return body as TrustRoot;
};
const keyThatSealed = async (id: string) => {
  const { body } = await server.get(`/api/v1/public/certificates/${id}/statement`);
  return (body as StatementEnvelope).signatures[0]?.keyid;
};
const rotate = (atOnce: boolean) => server.app.trustRoots.rotate(atOnce);
const seals = async (client: ReturnType<typeof connect>, ...ids: string[]) => {
  for (const id of ids) expect((await client.verifySeal(id)).statement.certificateId).toBe(id);
};

describe('a client that knows only the address', () => {
  it('verifies seals and feed before, between and after a rotation, and after an immediate one', async () => {
    const client = connect();
    const before = await issueCertificate(server);
    await server.published();
    await seals(client, before);
    expect((await client.registry.list()).map(({ certificateId }) => certificateId)).toContain(before);
    const first = await root();
    expect(first).toMatchObject({ version: 1, threshold: 1, previous: null });
    expect(first.keys.map(({ use }) => use)).toEqual(['certificate', 'status', 'feed', 'receipt', 'webhook', 'log']);

    // The new key is announced and the old key still signs, so that every client knows the key before its first use.
    const { keyId: second } = await rotate(false);
    const between = await issueCertificate(server);
    expect(await keyThatSealed(between)).toBe(server.signer.keyId);
    expect(await root()).toMatchObject({ version: 2, previous: `${BASE_URL}/.well-known/trust-root.json?version=1` });
    expect(await root(1)).toEqual(first);
    await seals(client, before, between);

    server.clock.advance(16 * MINUTE_MS);
    const after = await issueCertificate(server);
    await server.published();
    expect(await keyThatSealed(after)).toBe(second);
    await seals(client, before, between, after);
    await seals(connect(), before, between, after);
    await client.registry.refresh();

    // Seals by the old key stay valid after its validity has ended.
    server.clock.advance(2 * DAY_MS);
    await seals(client, before, after);
    await seals(connect(), before, after);

    // The second key may be compromised and ends now. A client with a cached root learns it from the failed verification.
    const { keyId: third } = await rotate(true);
    server.clock.advance(MINUTE_MS);
    const last = await issueCertificate(server);
    await server.published();
    expect(await keyThatSealed(last)).toBe(third);
    await seals(client, before, after, last);
    await client.registry.refresh();
    const ended = (await root()).keys.find(({ keyId, use }) => keyId === second && use === 'certificate');
    expect(Date.parse(ended?.validUntil ?? '')).toBeLessThan(server.clock.now().getTime());
  });

  it('gets 404 for an unknown version', async () => {
    expect((await server.get('/.well-known/trust-root.json?version=99')).status).toBe(404);
  });
});

describe('the list of keys', () => {
  it('is renewed half a year before it expires, by the keys in force', async () => {
    const { version, expiresAt } = await root();
    await server.app.trustRoots.renew();
    expect((await root()).version).toBe(version);

    server.clock.advance(Date.parse(expiresAt) - server.clock.now().getTime() - 179 * DAY_MS);
    await server.app.trustRoots.renew();

    expect((await root()).version).toBe(version + 1);
    expect((await root()).keys).toEqual((await root(version)).keys);
    await seals(connect(), await issueCertificate(server));
  });

  it('rejects a signing key that does not match its keys', async () => {
    const signer = createSigner(new Uint8Array(32).fill(9));
    const { db, pool } = openDatabase({ connection: server.database.connection, log: silentLog });
    onTestFinished(() => pool.end());
    const { clock } = server;
    const needs = {
      signer,
      deriveKey: keyDerivation(signer),
      webhookSigner: signer,
      logSigner: signer,
      baseUrl: BASE_URL,
      random,
      clock,
    };

    await expect(rotateKeys(db, false, needs)).rejects.toThrow(/SIGNING_KEY.*Restore the previous key/);
  });
});
