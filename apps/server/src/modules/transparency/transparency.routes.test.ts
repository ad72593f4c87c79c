import {
  canonicalize,
  createNoteKey,
  findBase64,
  findEntries,
  hashLeaf,
  isConsistent,
  isIncluded,
  isSignedBy,
  type LogConsistency,
  LogLeaf,
  type LogParameters,
  type LogProof,
  openNote,
  parseCheckpoint,
  parseVerifierKey,
  splitHashes,
  type TrustRoot,
} from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { testLogKey } from '../../testing/log-witness.ts';
import { silentLog } from '../../testing/silent-log.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createLog } from './log.service.ts';
import { logStore } from './log.store.ts';
import { createWitnesses } from './witnesses.service.ts';

const LOG = '/api/v1/public/transparency';
const utf8 = new TextEncoder();
const bytesOf = (text: string): Uint8Array => findBase64(text) ?? new Uint8Array();

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Publishes, as the worker does after each notification. */
const publish = () => server.app.transparency.publisher.work();
const checkpoint = async () => parseCheckpoint((await server.get(`${LOG}/checkpoint`)).text);
async function tile(path: string) {
  const answer = await fetch(`${server.url}${LOG}/tile/${path}`);
  return { status: answer.status, headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) };
}
async function readLeaves(size: number): Promise<LogLeaf[]> {
  const { bytes } = await tile(`entries/000.p/${size}`);
  const texts = (findEntries(bytes, size) ?? []).map((entry) => new TextDecoder().decode(entry));
  // The hash covers the canonical JSON of the leaf, which the database wrote.
  for (const text of texts) expect(canonicalize(LogLeaf.parse(JSON.parse(text)))).toBe(text);
  return texts.map((text) => LogLeaf.parse(JSON.parse(text)));
}

describe('the log', () => {
  it('is empty before its first checkpoint', async () => {
    expect(await server.get(`${LOG}/checkpoint`)).toMatchObject({ status: 503, body: { code: 'log_not_published' } });
    expect((await tile('0/000')).status).toBe(404);
  });

  it('has a leaf for every issue and every status change, in order', async () => {
    const first = await issueCertificate(server);
    const second = await issueCertificate(server);
    await server.operate(`/api/v1/operator/certificates/${first}/suspend`, {
      reason: 'It does other things than it says.',
    });
    await publish();

    const { size } = await checkpoint();
    const leaves = await readLeaves(size);
    expect(leaves.slice(0, 3)).toMatchObject([
      { type: 'ISSUED', certificateId: first, status: 'APPROVED', statusReason: null, prev: null },
      { type: 'ISSUED', certificateId: second, status: 'APPROVED', prev: null },
      { type: 'STATUS', certificateId: first, status: 'SUSPENDED', statusReason: 'PLATFORM_DETERMINATION', prev: 0 },
    ]);
    const { body: record } = await server.get(`/api/v1/public/certificates/${first}`);
    expect(leaves.map(({ payloadHash }) => payloadHash).slice(0, 3)).toEqual([
      (record as { seal: { payloadHash: string } }).seal.payloadHash,
      leaves[1]?.payloadHash,
      (record as { seal: { payloadHash: string } }).seal.payloadHash,
    ]);
    const { body: live } = await server.get(`/api/v1/public/certificates/${first}/live-status`);
    expect((live as { history: { logIndex: number }[] }).history.map(({ logIndex }) => logIndex)).toEqual([0, 2]);
  });

  it('contains the head of the audit log as a leaf, once per head', async () => {
    const { rows } = await server.database.pool.query('SELECT hash FROM audit_log ORDER BY position DESC LIMIT 1');
    const { size } = await checkpoint();
    const leaves = await readLeaves(size);
    expect(leaves.at(-1)).toMatchObject({ type: 'AUDIT_HEAD', certificateId: null, payloadHash: `0x${rows[0]?.hash}` });
    expect(await publish()).toBe(0);
  });

  it('is referenced by the event of each change', async () => {
    const { rows } = await server.database.pool.query(
      `SELECT kind, data ->> 'logIndex' AS index FROM events WHERE kind IN ('certificate.issued', 'certificate.suspended') ORDER BY added`,
    );
    expect(rows.map(({ kind, index }) => [kind, index])).toEqual([
      ['certificate.issued', '0'],
      ['certificate.issued', '1'],
      ['certificate.suspended', '2'],
    ]);
  });

  it('is signed by the key of use `log` in the trust root, under its origin', async () => {
    const { body } = await server.get(LOG);
    const { origin, verifierKey, prefix } = body as LogParameters;
    expect([origin, prefix]).toEqual(['assay.localhost/api/v1/public/transparency', `http://assay.localhost${LOG}`]);
    const root = (await server.get('/.well-known/trust-root.json')).body as TrustRoot;
    const [trusted] = root.keys.filter(({ use }) => use === 'log');
    const key = createNoteKey(origin, 1, bytesOf(trusted?.publicKey ?? ''));
    expect(parseVerifierKey(verifierKey)).toEqual(key);
    const answer = await server.get(`${LOG}/checkpoint`);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=2');
    expect((await openNote(answer.text, [key], isSignedBy)).proven).toHaveLength(1);
  });

  it('proves every leaf, and the consistency of consecutive trees', async () => {
    const before = await checkpoint();
    const id = await issueCertificate(server);
    await publish();
    const after = await checkpoint();
    expect(after.size).toBe(before.size + 1);

    for (let leafIndex = 0; leafIndex < after.size; leafIndex++) {
      const proof = (await server.get(`${LOG}/proof?leafIndex=${leafIndex}`)).body as LogProof;
      const leafHash = hashLeaf(utf8.encode(canonicalize(proof.leaf)));
      const hashes = proof.hashes.map(bytesOf);
      expect(isIncluded({ leafHash, leafIndex, treeSize: after.size, hashes, root: after.root })).toBe(true);
    }
    const own = (await server.get(`${LOG}/proof?certificateId=${id}&treeSize=${after.size}`)).body as LogProof;
    expect(own).toMatchObject({ leafIndex: before.size, leaf: { type: 'ISSUED', certificateId: id } });
    const { hashes } = (await server.get(`${LOG}/consistency?from=${before.size}&to=${after.size}`))
      .body as LogConsistency;
    const claim = { oldSize: before.size, oldRoot: before.root, newSize: after.size, newRoot: after.root };
    expect(isConsistent({ ...claim, hashes: hashes.map(bytesOf) })).toBe(true);
  });

  it('answers leaf_not_covered for a leaf without a checkpoint, and leaf_not_found for an unknown leaf', async () => {
    const id = await issueCertificate(server);
    const ask = async (query: string) => (await server.get(`${LOG}/proof?${query}`)).body;
    expect(await ask(`certificateId=${id}`)).toMatchObject({ code: 'leaf_not_covered' });
    expect(await server.get(`/api/v1/public/certificates/${id}/proof-bundle`)).toMatchObject({
      status: 503,
      body: { code: 'leaf_not_covered', valid: false },
    });
    expect(await ask('certificateId=ffffffffffffffffffffffff')).toMatchObject({ code: 'leaf_not_found' });
    expect(await ask('leafIndex=4711')).toMatchObject({ code: 'leaf_not_found' });
    expect(await ask('leafIndex=0&treeSize=1')).toMatchObject({ code: 'validation_failed' });
    expect(await ask('leafIndex=0&certificateId=ffffffffffffffffffffffff')).toMatchObject({
      code: 'validation_failed',
    });
    for (const query of ['from=0&to=1', 'from=2&to=1', 'from=1&to=4711', ''])
      expect((await server.get(`${LOG}/consistency?${query}`)).status).toBe(422);
  });
});

describe('tiles', () => {
  beforeAll(async () => {
    // Three full tiles and a partial one, so that a second level exists.
    await server.database.pool.query(
      `INSERT INTO certificates (id, submission_id, skill_key, name, version, description, product_type, security_level, warnings, source_ref,
         entry_sha256, raw_sha256, bundle_sha256, payload, payload_hash, payload_sha256, key_id, statement, sealed_at)
       SELECT lpad(to_hex(n), 24, '0'), gen_random_uuid(), 'k' || n, 'n', '1', 'd', 'SKILL', 'CLEAR', '{}', 'r', 'e', 'r', 'b', '{}',
         '0x' || repeat('ab', 32), 's', 'k', '{}', '2026-01-01' FROM generate_series(1, 800) n`,
    );
    await publish();
  });

  it('contain the hashes of the tree, cached forever if full and for a minute if partial', async () => {
    const { size, root } = await checkpoint();
    const full = await tile('0/002');
    expect([full.status, full.bytes.length, full.headers.get('cache-control')]).toEqual([
      200,
      8_192,
      'public, max-age=31536000, immutable',
    ]);
    expect(full.headers.get('content-type')).toBe('application/octet-stream');
    const partial = await tile(`0/003.p/${size - 768}`);
    expect([partial.bytes.length, partial.headers.get('cache-control')]).toEqual([
      (size - 768) * 32,
      'public, max-age=60',
    ]);
    const above = await tile('1/000.p/3');
    const proof = (await server.get(`${LOG}/proof?leafIndex=600`)).body as LogProof;
    const leafHash = splitHashes(full.bytes, 256)[600 - 512] as Uint8Array;
    expect(isIncluded({ leafHash, leafIndex: 600, treeSize: size, hashes: proof.hashes.map(bytesOf), root })).toBe(
      true,
    );
    expect(splitHashes(above.bytes, 3)).toHaveLength(3);
    const entries = findEntries((await tile('entries/002')).bytes, 256) ?? [];
    expect(entries.map((entry) => Buffer.from(hashLeaf(entry)).toString('hex'))).toEqual(
      splitHashes(full.bytes, 256).map((hash) => Buffer.from(hash).toString('hex')),
    );
  });

  it('are read in one query per proof, after the query for leaf and checkpoint', async () => {
    const statements = vi.spyOn(server.database.pool, 'query');
    onTestFinished(() => statements.mockRestore());
    // A new reader without a cache, on connections that the test observes.
    const witnesses = createWitnesses({ witnesses: [], ask: async () => undefined, log: silentLog });
    const origins = { list: async () => [] };
    const store = logStore(server.database.db);
    const log = createLog({ store, origins, witnesses, keyOf: testLogKey, prefix: LOG });
    const countFor = async (leafIndex: number): Promise<number> => {
      statements.mockClear();
      await log.proof({ leafIndex });
      return statements.mock.calls.length;
    };

    expect(await countFor(1)).toBe(2);
    expect(await countFor(2)).toBe(1);
    await issueCertificate(server);
    await publish();
    // The right edge has changed.
    expect(await countFor(2)).toBe(2);
  });

  it.each([
    '0/003',
    '1/000',
    '2/000.p/1',
    '0/003.p/255',
    '0/0',
    '0/x000/000',
    'x/000',
    '0/999',
    '63/000.p/1',
    '0/000%2F..%2F001',
  ])('are not served at %s', async (path) => {
    expect((await tile(path)).status).toBe(404);
  });
});

describe('the database', () => {
  it.each([
    'UPDATE log_leaves SET leaf_index = 9999 WHERE leaf_index = 0',
    'DELETE FROM log_leaves WHERE leaf_index = 0',
    'TRUNCATE log_leaves',
    'DELETE FROM log_tiles',
    "UPDATE log_checkpoints SET note = ''",
    'DELETE FROM log_checkpoints',
    "UPDATE log_origins SET origin = 'other'",
  ])('rejects: %s', async (text) => {
    await expect(server.database.pool.query(text)).rejects.toThrow('append-only');
  });

  it('issues no certificate if its leaf cannot be appended', async () => {
    const count = async () =>
      (await server.database.pool.query('SELECT count(*)::int AS n FROM certificates')).rows[0]?.n;
    const before = await count();
    await server.database.pool.query('ALTER TABLE log_leaves ADD CONSTRAINT closed CHECK (false) NOT VALID');
    try {
      await expect(issueCertificate(server)).rejects.toThrow();
    } finally {
      await server.database.pool.query('ALTER TABLE log_leaves DROP CONSTRAINT closed');
    }
    expect(await count()).toBe(before);
    expect(await issueCertificate(server)).toMatch(/^[0-9a-f]{24}$/);
  });

  it('rejects a leaf with a wrong hash, regardless of the caller', async () => {
    const forged = server.database.pool.query(
      `INSERT INTO log_leaves (leaf_index, type, certificate_id, position, payload_hash, leaf, hash)
       VALUES (99999, 'ISSUED', 'x', 1, '0x', '{}', sha256('other'))`,
    );
    await expect(forged).rejects.toThrow('check constraint');
  });
});
