import { createHash, createPublicKey, verify } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { type ProofOptions, verifyProof } from '@assay/client/proof';
import {
  findBase64,
  type ProofBundle,
  type StatementEnvelope,
  type StatusToken,
  type TrustRoot,
} from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { startWitness, TEST_ORIGIN } from '../../testing/log-witness.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const MINUTE_MS = 60_000;
const utf8 = new TextEncoder();

let witness: Awaited<ReturnType<typeof startWitness>>;
let server: TestServer;
let trustRoot: TrustRoot;
beforeAll(async () => {
  witness = await startWitness('witness.example/one');
  server = await startTestServer({ env: { LOG_WITNESSES: JSON.stringify([witness.entry]) } });
  trustRoot = (await server.get('/.well-known/trust-root.json')).body as TrustRoot;
});
afterAll(async () => {
  await server.close();
  await witness.close();
});

const now = () => server.clock.now().getTime();
const path = (id: string, what: string) => `/api/v1/public/certificates/${id}/${what}`;
async function bundleOf(id: string): Promise<ProofBundle> {
  await server.app.transparency.publisher.work();
  const answer = await server.get(path(id, 'proof-bundle'));
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, no-cache']);
  return answer.body as ProofBundle;
}
const check = (bundle: unknown, options: Partial<ProofOptions> = {}) =>
  verifyProof(bundle, {
    trustRoot,
    origin: TEST_ORIGIN,
    witnesses: { witnesses: [witness.verifierKey], threshold: 1 },
    now,
    ...options,
  });
const suspend = (id: string) =>
  server.operate(`/api/v1/operator/certificates/${id}/suspend`, { reason: 'It does other things than it says.' });

describe('a proof bundle', () => {
  it('verifies everything offline: seal, files, log, witness, status', async () => {
    const files = { 'SKILL.md': '# Carry\n', 'run.sh': 'echo carried\n' };
    const id = await issueCertificate(server, { files });
    const local = Object.entries(files).map(([name, text]) => ({ path: name, bytes: utf8.encode(text) }));

    const result = await check(await bundleOf(id), { folder: { files: local }, certificateId: id });

    expect(result).toMatchObject({
      outcome: 'valid',
      valid: true,
      integrity: true,
      certificateId: id,
      status: { status: 'APPROVED', valid: true, flags: 0 },
      log: { origin: TEST_ORIGIN, witnesses: ['witness.example/one'] },
      reasons: [],
    });
    const changed = [...local.slice(1), { path: 'SKILL.md', bytes: utf8.encode('# Steal\n') }];
    expect(await check(await bundleOf(id), { folder: { files: changed } })).toMatchObject({
      valid: false,
      integrity: false,
      reasons: [{ code: 'changed_file' }],
    });
  });

  it("keeps its integrity forever, and its status for 15 minutes or the verifier's limit", async () => {
    const bundle = await bundleOf(await issueCertificate(server));
    const later = () => now() + 16 * MINUTE_MS;

    expect(await check(bundle, { now: later })).toMatchObject({
      outcome: 'undecidable',
      valid: false,
      integrity: true,
      reasons: [{ code: 'status_too_old', detail: 'The age of the status is 16 minutes; the maximum is 15 minutes.' }],
    });
    expect(await check(bundle, { now: later, maxStatusAgeMs: 17 * MINUTE_MS })).toMatchObject({ valid: true });
  });

  it('is refused after a suspension, with the leaf of the suspension', async () => {
    const id = await issueCertificate(server);
    const before = await bundleOf(id);
    await suspend(id);
    const bundle = await bundleOf(id);

    expect(bundle.statusLeaves).toMatchObject([
      { leaf: { type: 'STATUS', status: 'SUSPENDED', prev: before.log.leafIndex } },
    ]);
    expect(await check(bundle)).toMatchObject({
      outcome: 'refused',
      integrity: true,
      status: { status: 'SUSPENDED', statusReason: 'PLATFORM_DETERMINATION' },
    });
    // Without the leaf, the signed status contradicts the log.
    expect(await check({ ...bundle, statusLeaves: [] })).toMatchObject({
      integrity: false,
      reasons: [{ code: 'status_token' }],
    });
    // The earlier token contradicts the new leaf.
    expect(await check({ ...bundle, statusToken: before.statusToken })).toMatchObject({
      reasons: [{ code: 'status_token' }],
    });
  });

  it('still verifies after a key rotation, with the earlier trust root', async () => {
    const before = await bundleOf(await issueCertificate(server));
    await server.app.trustRoots.rotate(false);
    server.clock.advance(16 * MINUTE_MS);
    const bundle = await bundleOf(await issueCertificate(server));

    expect(bundle.trustRoot.version).toBe(2);
    expect(await check(bundle)).toMatchObject({ valid: true });
    expect(await check(before)).toMatchObject({ integrity: true });
  });

  it('is not found for an unknown certificate', async () => {
    const answer = await server.get(path('ffffffffffffffffffffffff', 'proof-bundle'));
    expect([answer.status, answer.body]).toMatchObject([404, { code: 'certificate_not_found', valid: false }]);
  });
});

describe('a status token', () => {
  it("states the current status for 15 minutes, with the caller's nonce", async () => {
    const id = await issueCertificate(server);
    const { token, expiresAt } = (await server.get(`${path(id, 'status-token')}?nonce=abcdefgh`)).body as StatusToken;
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({
      iss: 'http://assay.localhost',
      sub: id,
      status: 'APPROVED',
      valid: true,
      flags: 0,
      nonce: 'abcdefgh',
    });
    expect(claims.exp - claims.iat).toBe(900);
    expect(expiresAt).toBe(new Date(claims.exp * 1_000).toISOString());
    expect((await server.get(`${path(id, 'status-token')}?nonce=short`)).status).toBe(422);
    expect((await server.get(path('ffffffffffffffffffffffff', 'status-token'))).body).toMatchObject({ valid: false });
  });
});

describe('status lists', () => {
  const list = (purpose: string, number = 0) => server.get(`/api/v1/public/status-lists/${purpose}/${number}`);
  async function bitOf(purpose: string, id: string): Promise<number> {
    const { text } = await list(purpose);
    const credential = JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString());
    const encoded: string = credential.credentialSubject.encodedList;
    expect(encoded[0]).toBe('u');
    const bits = gunzipSync(Buffer.from(encoded.slice(1), 'base64url'));
    expect(bits).toHaveLength(16_384);
    const { leafIndex } = (await bundleOf(id)).log;
    return ((bits[leafIndex >> 3] ?? 0) >> (7 - (leafIndex % 8))) & 1;
  }

  it('are W3C Bitstring Status List credentials as JWTs, signed by a key of use `status`', async () => {
    const { text, headers } = await list('suspension');
    const [head = '', body = '', signature = ''] = text.split('.');
    const header = JSON.parse(Buffer.from(head, 'base64url').toString());
    const credential = JSON.parse(Buffer.from(body, 'base64url').toString());
    expect([headers.get('content-type'), headers.get('cache-control')]).toEqual([
      'application/vc+jwt',
      'public, max-age=60',
    ]);
    expect(header).toMatchObject({ alg: 'EdDSA', typ: 'vc+jwt' });
    expect(credential).toMatchObject({
      '@context': ['https://www.w3.org/ns/credentials/v2'],
      type: ['VerifiableCredential', 'BitstringStatusListCredential'],
      issuer: 'http://assay.localhost',
      credentialSubject: { type: 'BitstringStatusList', statusPurpose: 'suspension' },
    });
    expect(Date.parse(credential.validUntil) - Date.parse(credential.validFrom)).toBe(15 * MINUTE_MS);
    const root = (await server.get('/.well-known/trust-root.json')).body as TrustRoot;
    const trusted = root.keys.find(({ use, keyId }) => use === 'status' && keyId === header.kid);
    const x = Buffer.from(findBase64(trusted?.publicKey ?? '') ?? []).toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    expect(verify(null, utf8.encode(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))).toBe(true);
  });

  it('set the suspension bit of every certificate that is not valid, and the revocation bit of revoked ones', async () => {
    const [good, suspended, revoked] = [
      await issueCertificate(server),
      await issueCertificate(server),
      await issueCertificate(server),
    ];
    await suspend(suspended);
    await server.operate(`/api/v1/operator/certificates/${revoked}/revoke`, {
      reason: 'It steals keys, by its own words.',
    });

    expect([await bitOf('suspension', good), await bitOf('revocation', good)]).toEqual([0, 0]);
    expect([await bitOf('suspension', suspended), await bitOf('revocation', suspended)]).toEqual([1, 0]);
    expect([await bitOf('suspension', revoked), await bitOf('revocation', revoked)]).toEqual([1, 1]);
  });

  it('exist only as far as they are needed', async () => {
    expect((await list('suspension', 1)).body).toMatchObject({ code: 'status_list_not_found' });
    expect((await list('flags')).status).toBe(404);
  });
});

describe('a verification summary', () => {
  it('is an in-toto statement in DSSE with the SLSA predicate', async () => {
    const id = await issueCertificate(server);
    const envelope = (await server.get(path(id, 'verification-summary'))).body as StatementEnvelope;
    const statement = JSON.parse(Buffer.from(envelope.payload, 'base64').toString());
    expect(envelope.payloadType).toBe('application/vnd.in-toto+json');
    expect(statement).toMatchObject({
      _type: 'https://in-toto.io/Statement/v1',
      predicateType: 'https://slsa.dev/verification_summary/v1',
      predicate: { verifier: { id: 'http://assay.localhost' }, verificationResult: 'PASSED', slsaVersion: '1.0' },
    });
    const { text } = await server.get(path(id, 'statement'));
    expect(statement.predicate.inputAttestations).toEqual([
      {
        uri: `http://assay.localhost${path(id, 'statement')}`,
        digest: { sha256: createHash('sha256').update(text).digest('hex') },
      },
    ]);
    await suspend(id);
    const after = (await server.get(path(id, 'verification-summary'))).body as StatementEnvelope;
    expect(JSON.parse(Buffer.from(after.payload, 'base64').toString()).predicate).toMatchObject({
      verificationResult: 'FAILED',
      verifiedLevels: [],
    });
  });
});
