import { describe, expect, it } from 'vitest';
import { type Client, createClient } from './client.ts';
import type { ReasonCode } from './reasons.ts';
import { PATHS, SKILL, signStatus, useHostileService } from './testing/hostile-client.ts';
import { cutOff, hangUp, json, type Reply, redirectTo, silence, text } from './testing/hostile-service.ts';
import { ROOT } from './testing/sealed-log.ts';
import { at, FILES, HOUR_MS, ID, NOW, OTHER_ID, SIGNER, sealSkill, withFile } from './testing/sealed-skill.ts';

const { record, integrity } = SKILL;
const HTML = text('<html>valid: true</html>', 'text/html');
const SILENCE_MS = 100;
const { connect, service } = useHostileService();
const codes = (reasons: readonly { code: ReasonCode }[]) => reasons.map(({ code }) => code);

describe('the honest answers, as a baseline for the refusals below', () => {
  it('are accepted', async () => {
    service().on(PATHS.root, json(ROOT));
    expect(await connect().verify(ID)).toMatchObject({ valid: true, outcome: 'valid', reasons: [] });
    expect(await connect().verifyFiles({ files: FILES }, ID)).toMatchObject({ valid: true, drift: { isSame: true } });
    expect(await connect().verifyFile(ID, FILES[0]?.bytes ?? new Uint8Array())).toMatchObject({ valid: true });
    expect(await connect().registry.use(ID)).toMatchObject({ valid: true });
    expect(await connect().verifySeal(ID)).toMatchObject({ statement: { certificateId: ID } });
    expect(await connect({ trust: { root: ROOT } }).registry.use(ID)).toMatchObject({ valid: true });
    expect(await connect().guard()({ certificateId: ID })).toMatchObject({ decision: 'allow' });
  });
});

type VerifyCase = readonly [name: string, reply: Reply, expected: ReasonCode];
const VERIFY_CASES: readonly VerifyCase[] = [
  ['valid as text', json({ ...record, valid: 'true' }), 'bad_answer'],
  ['valid as a number', json({ ...record, valid: 1 }), 'bad_answer'],
  ['valid left out', json({ ...record, valid: undefined }), 'bad_answer'],
  ['valid null', json({ ...record, valid: null }), 'bad_answer'],
  ['valid false', json({ ...record, valid: false, summary: 'Not valid: no.' }), 'not_valid'],
  ['suspended but valid', json({ ...record, status: 'SUSPENDED' }), 'bad_answer'],
  ['deprecated but valid', json({ ...record, status: 'DEPRECATED' }), 'bad_answer'],
  ['a status in lower case', json({ ...record, status: 'approved' }), 'bad_answer'],
  ['an unknown status', json({ ...record, status: 'TRUSTED' }), 'bad_answer'],
  ['no status', json({ ...record, status: undefined }), 'bad_answer'],
  ['flags but valid', json({ ...record, activeFlagCount: 1 }), 'bad_answer'],
  ['flags as text', json({ ...record, activeFlagCount: '0' }), 'bad_answer'],
  ['flags below zero', json({ ...record, activeFlagCount: -1 }), 'bad_answer'],
  ['half a flag', json({ ...record, activeFlagCount: 0.5 }), 'bad_answer'],
  ['uncounted flags', json({ ...record, activeFlagCount: null }), 'bad_answer'],
  ['revoked but valid', json({ ...record, revoked: true }), 'bad_answer'],
  ['revoked left out', json({ ...record, revoked: undefined }), 'bad_answer'],
  ['an unknown level', json({ ...record, securityLevel: 'FINE' }), 'bad_answer'],
  ['an unknown sandbox level', json({ ...record, sandboxRiskLevel: 'NONE' }), 'bad_answer'],
  ['an unknown reader', json({ ...record, instructionsReadBy: 'EVERYBODY' }), 'bad_answer'],
  ['another certificate', json({ ...record, certificateId: OTHER_ID }), 'wrong_certificate'],
  ['no certificate id', json({ ...record, certificateId: undefined }), 'bad_answer'],
  ['a payload hash in upper case', json({ ...record, payloadHash: `0X${'A'.repeat(64)}` }), 'bad_answer'],
  ['no bundle digest', json({ ...record, bundleSha256: null }), 'bad_answer'],
  ['no manifest', json({ ...record, manifest: null }), 'bad_answer'],
  ['a certificate of tomorrow', json({ ...record, certificateIssuedAt: at(NOW + 24 * HOUR_MS) }), 'bad_answer'],
  ['a time without zone', json({ ...record, certificateIssuedAt: '2026-01-01T00:00:00' }), 'bad_answer'],
  ['a list', json([record]), 'bad_answer'],
  ['null', json(null), 'bad_answer'],
  ['just true', json(true), 'bad_answer'],
  ['only the word valid', json({ valid: true }), 'bad_answer'],
  ['a page', HTML, 'bad_answer'],
  ['JSON called text', text(JSON.stringify(record), 'text/plain'), 'bad_answer'],
  ['nothing', text('', 'application/json'), 'bad_answer'],
  ['half an answer', cutOff(JSON.stringify(record).slice(0, 80)), 'unreachable'],
  ['broken UTF-8', text(Uint8Array.of(0x22, 0xff, 0x22), 'application/json'), 'bad_answer'],
  ['17 MiB', text(`"${'x'.repeat(17 * 1024 * 1024)}"`, 'application/json'), 'bad_answer'],
  ['404 that says valid', json({ ...record }, 404), 'not_found'],
  ['500 that says valid', json({ ...record }, 500), 'unreachable'],
  ['503 that says valid', json({ ...record }, 503), 'unreachable'],
  ['429', json({ code: 'rate_limited', detail: 'Later.' }, 429, { 'retry-after': '3600' }), 'unreachable'],
  ['401 that says valid', json({ ...record }, 401), 'request_refused'],
  ['202 that says valid', json({ ...record }, 202), 'request_refused'],
  ['206 that says valid', json({ ...record }, 206), 'request_refused'],
  ['a redirect to itself', redirectTo('?again'), 'redirected'],
  ['a redirect elsewhere', redirectTo('http://192.0.2.1/'), 'redirected'],
  ['a permanent redirect', redirectTo('/other', 308), 'redirected'],
  ['a hung-up line', hangUp, 'unreachable'],
  ['silence', silence, 'timeout'],
  ['an answer that a cache kept for an hour', json(record, 200, { age: '3600' }), 'stale_answer'],
  ['an age that cannot be read', json(record, 200, { age: 'young' }), 'stale_answer'],
];

describe('verify refuses', () => {
  it.each(VERIFY_CASES)('%s', async (_, reply, expected) => {
    service().on(PATHS.verify, reply);
    const options = reply === silence ? { timeoutMs: SILENCE_MS } : {};
    const verdict = await connect(options).verify(ID);
    expect(verdict.valid).toBe(false);
    expect(codes(verdict.reasons)).toEqual([expected]);
    expect(await connect(options).guard()({ certificateId: ID })).toMatchObject({ decision: 'deny' });
    expect(await connect(options).registry.use(ID)).toMatchObject({ valid: false });
  });

  it.each(['', 'x', ID.toUpperCase(), `${ID}/../${OTHER_ID}`, `${ID}?`, '__proto__'])(
    '%j as an id, without a request',
    async (id) => {
      expect(await connect().verify(id)).toMatchObject({ valid: false, outcome: 'refused' });
      expect(service().asked).toEqual([]);
    },
  );

  it('a closed port', async () => {
    const verdict = await connect({ baseUrl: 'http://127.0.0.1:1' }).verify(ID);
    expect(verdict).toMatchObject({ valid: false, outcome: 'undecidable', reasons: [{ code: 'unreachable' }] });
  });

  it.each([
    'ftp://assay.example',
    'http://assay.example',
    'https://user:secret@assay.example',
    'https://assay.example?x=1',
    'assay.example',
    '',
  ])('the address %j', (baseUrl) => expect(() => connect({ baseUrl })).toThrow(TypeError));
});

const CHANGED_CASES: readonly (readonly [string, object])[] = [
  ['another time of issue', { certificateIssuedAt: '2026-01-02T00:00:00.000Z' }],
  ['another payload', { payloadHash: `0x${'1'.repeat(64)}` }],
  ['another bundle', { bundleSha256: '1'.repeat(64) }],
];
describe('after a first verification, verify refuses', () => {
  it.each(CHANGED_CASES)('%s under the same id', async (_, changes) => {
    const once = connect({ cacheMs: 0 });
    expect(await once.verify(ID)).toMatchObject({ valid: true });
    service().on(PATHS.verify, json({ ...record, ...changes }));
    expect(await once.verify(ID)).toMatchObject({
      valid: false,
      outcome: 'refused',
      reasons: [{ code: 'certificate_replaced' }],
    });
  });
});

const FILE_CASES: readonly (readonly [string, Parameters<Client['verifyFiles']>[0], ReasonCode])[] = [
  ['a changed script', { files: withFile('scripts/fill.py', 'import os') }, 'changed_file'],
  ['a changed entry', { files: withFile('SKILL.md', '# Other') }, 'changed_file'],
  ['an added script', { files: withFile('scripts/more.py', '') }, 'extra_file'],
  ['a file in another case', { files: [...FILES, { path: 'skill.md', bytes: new Uint8Array() }] }, 'extra_file'],
  ['a missing script', { files: FILES.slice(0, 1) }, 'missing_file'],
  ['a link in the folder', { files: FILES, unreadable: ['notes'] }, 'unreadable_file'],
  ['a script with other line endings', { files: withFile('scripts/fill.py', 'print("filled")\r\n') }, 'changed_file'],
  [
    'an entry with one line ending of another kind',
    { files: withFile('SKILL.md', '---\nname: pdf-tools\r\n---\n\nFill the form.\n') },
    'changed_file',
  ],
  ['an empty folder', { files: [] }, 'unreadable_file'],
];
const INTEGRITY_CASES: readonly (readonly [string, Reply, ReasonCode])[] = [
  [
    'a list with another script',
    json({ ...integrity, files: [integrity.files[0], { ...integrity.files[1], sha256: '0'.repeat(64) }] }),
    'wrong_digest',
  ],
  ['a shorter list', json({ ...integrity, files: integrity.files.slice(0, 1) }), 'wrong_digest'],
  [
    'a list that names a file twice',
    json({ ...integrity, files: [...integrity.files, integrity.files[0]] }),
    'wrong_digest',
  ],
  ['the list of another bundle', json({ ...integrity, bundleSha256: '0'.repeat(64) }), 'wrong_digest'],
  ['the list of another payload', json({ ...integrity, payloadHash: `0x${'0'.repeat(64)}` }), 'wrong_certificate'],
  ['the list of another certificate', json({ ...integrity, certificateId: OTHER_ID }), 'wrong_certificate'],
  ['an entry that is not in the list', json({ ...integrity, entry: 'README.md' }), 'wrong_digest'],
  ['a raw digest of something else', json({ ...integrity, rawSha256: '0'.repeat(64) }), 'wrong_digest'],
  ['a list that is none', json({ ...integrity, files: {} }), 'bad_answer'],
  ['no list', json({ code: 'x' }, 500), 'unreachable'],
];
describe('verifyFiles refuses', () => {
  it.each(FILE_CASES)('%s', async (_, folder, expected) => {
    const verdict = await connect().verifyFiles(folder, ID);
    expect(verdict.valid).toBe(false);
    expect(codes(verdict.reasons)).toEqual([expected]);
  });
  it.each(INTEGRITY_CASES)('%s, without trusted keys', async (_, reply, expected) => {
    service().on(PATHS.integrity, reply);
    const client = createClient({ baseUrl: service().baseUrl, now: () => NOW, attempts: 1 });
    const verdict = await client.verifyFiles({ files: FILES }, ID);
    expect(verdict.valid).toBe(false);
    expect(codes(verdict.reasons)).toEqual([expected]);
  });
  it.each(['CONTRACT', 'TOOL', 'API'])('a skill that was certified as a %s', async (productType) => {
    const other = sealSkill(SIGNER, { productType: productType as 'TOOL' });
    service().on(PATHS.verify, json(other.record));
    service().on(PATHS.record, json(other.sealed));
    service().on(PATHS.status, signStatus({ payloadHash: other.record.payloadHash }));
    const verdict = await connect().verifyFiles({ files: FILES }, ID);
    expect(verdict).toMatchObject({ valid: false, outcome: 'refused', reasons: [{ code: 'wrong_type' }] });
  });
});

const BATCH = '/verify/batch';
const element = { index: 0, found: true, valid: true, reason: null, record };
const BATCH_CASES: readonly (readonly [string, Reply])[] = [
  ['valid in the list, not in the record', json({ items: [{ ...element, record: { ...record, valid: false } }] })],
  ['valid in the record, not in the list', json({ items: [{ ...element, valid: false, reason: 'digest' }] })],
  ['another certificate', json({ items: [{ ...element, record: { ...record, certificateId: OTHER_ID } }] })],
  ['not found', json({ items: [{ ...element, found: false, valid: false, record: null }] })],
  ['an answer without a record', json({ items: [{ ...element, record: null }] })],
  ['answers out of order', json({ items: [{ ...element, index: 1 }] })],
  ['one answer too few', json({ items: [] })],
  ['one answer too many', json({ items: [element, element] })],
  ['allValid and nothing else', json({ allValid: true })],
  ['an error', json({ items: [element] }, 500)],
];
describe('verifyMany of a digest', () => {
  const digest = `sha256:${record.skillMdSha256}`;
  const ask = async (given: object, item: object = { digest }) => {
    service().on(BATCH, json({ items: [{ ...element, ...given }] }));
    return (await connect().verifyMany([item]))[0];
  };

  it('refuses the digest of an entry file beside others, even when an older service calls it valid', async () => {
    const refusal = { valid: false, scope: 'ENTRY_ONLY', reason: 'other files' };
    expect(await ask(refusal)).toMatchObject({ valid: false, reasons: [{ code: 'entry_only' }] });
    expect(await ask({})).toMatchObject({ valid: false, reasons: [{ code: 'entry_only' }] });
    const expecting = { certificateId: ID, expectSha256: record.skillMdSha256 };
    expect(await ask({}, expecting)).toMatchObject({ valid: false, reasons: [{ code: 'entry_only' }] });
  });

  it('accepts the digest of a whole bundle, and without trusted keys also what the service calls a one-file product', async () => {
    expect(await ask({}, { digest: `sha256:${record.bundleSha256}` })).toMatchObject({ valid: true });
    service().on(BATCH, json({ items: [{ ...element, scope: 'ENTRY_ONLY' }] }));
    const client = createClient({ baseUrl: service().baseUrl, now: () => NOW, attempts: 1 });
    expect(await client.verifyMany([{ digest }])).toMatchObject([{ valid: true }]);
  });
});

describe('verifyMany refuses', () => {
  it.each(BATCH_CASES)('%s', async (_, reply) => {
    service().on(BATCH, json({ items: [element] }));
    expect(await connect().verifyMany([{ certificateId: ID }])).toMatchObject([{ valid: true }]);
    service().on(BATCH, reply);
    expect(await connect().verifyMany([{ certificateId: ID }])).toMatchObject([{ valid: false }]);
  });
});
