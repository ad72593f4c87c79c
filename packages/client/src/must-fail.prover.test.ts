import { describe, expect, it } from 'vitest';
import type { ReasonCode } from './reasons.ts';
import { memorySeenStore } from './seen.ts';
import { PATHS, SKILL, signStatus, useHostileService } from './testing/hostile-client.ts';
import { json, type Reply, redirectTo } from './testing/hostile-service.ts';
import { KEYS, ROOT, toToken } from './testing/sealed-log.ts';
import { FILES, ID, OTHER_ID, SIGNER, sealSkill, THIRD_PARTY } from './testing/sealed-skill.ts';
import { toKey, toRoot } from './testing/trust-roots.ts';

const { connect, service } = useHostileService();
const { record, sealed } = SKILL;
const NOT_FOUND = json({ code: 'certificate_not_found', detail: 'x' }, 404);
const tokenOf = (token: unknown) => json({ token, expiresAt: '2026-06-01T12:15:00.000Z' });
const WORSE = sealSkill(SIGNER, { securityLevel: 'HIGH', sandboxRiskLevel: 'HIGH', productType: 'TOOL' });

/** All other answers equal those of the real service. */
const ROWS: readonly (readonly [name: string, path: string, reply: Reply, expected: ReasonCode])[] = [
  ['a status signed by a third party', PATHS.status, signStatus({}, THIRD_PARTY), 'status_token'],
  [
    'a status of a third party under the name of the key',
    PATHS.status,
    signStatus({}, THIRD_PARTY, { kid: SIGNER.keyId }),
    'status_token',
  ],
  ['a status that was signed before, without a nonce', PATHS.status, tokenOf(toToken()), 'status_token'],
  [
    'a status that was signed for another nonce',
    PATHS.status,
    tokenOf(toToken({ nonce: 'a'.repeat(32) })),
    'status_token',
  ],
  ['a status of another certificate', PATHS.status, signStatus({ sub: OTHER_ID }), 'status_token'],
  ['a status of another payload', PATHS.status, signStatus({ payloadHash: `0x${'1'.repeat(64)}` }), 'status_token'],
  ['a status that is suspended', PATHS.status, signStatus({ status: 'SUSPENDED', valid: false }), 'not_valid'],
  ['a status with an open flag', PATHS.status, signStatus({ valid: false, flags: 1 }), 'not_valid'],
  ['no status', PATHS.status, NOT_FOUND, 'status_token'],
  ['a status that is no token', PATHS.status, tokenOf(1), 'status_token'],
  ['a status without an answer', PATHS.status, json({}, 503), 'unreachable'],
  ['a status somewhere else', PATHS.status, redirectTo('http://192.0.2.1/'), 'redirected'],
  ['no payload', PATHS.record, NOT_FOUND, 'status_token'],
  ['a payload that is none', PATHS.record, json({ id: ID, payload: [] }), 'statement_mismatch'],
  [
    'a payload with one member changed',
    PATHS.record,
    json({ id: ID, payload: { ...sealed.payload, name: 'other' } }),
    'statement_mismatch',
  ],
  [
    'the payload of another certificate',
    PATHS.record,
    json({ id: ID, payload: { ...sealed.payload, certificateId: OTHER_ID } }),
    'statement_mismatch',
  ],
  [
    'another payload under the same id',
    PATHS.verify,
    json({ ...record, payloadHash: WORSE.record.payloadHash }),
    'statement_mismatch',
  ],
];

describe('with trusted keys, verify refuses an answer that comes with', () => {
  it.each(ROWS)('%s', async (_, path, reply, expected) => {
    service().on(path, reply);
    const verdict = await connect().verify(ID);
    expect({ valid: verdict.valid, codes: verdict.reasons.map(({ code }) => code) }).toEqual({
      valid: false,
      codes: [expected],
    });
    expect(await connect().guard({ onFlags: 'ask' })({ certificateId: ID })).toMatchObject({ decision: 'deny' });
    expect(await connect().verifyFiles({ files: FILES }, ID)).toMatchObject({ valid: false });
    expect(await connect().registry.use(ID)).toMatchObject({ valid: false });
  });

  it.each(ROWS)('%s, in a batch', async (_, path, reply, expected) => {
    service().on(path, reply);
    const given = path === PATHS.verify ? { ...record, payloadHash: WORSE.record.payloadHash } : record;
    const element = { index: 0, found: true, valid: true, reason: null, record: given };
    service().on('/verify/batch', json({ items: [element] }));
    expect(await connect().verifyMany([{ certificateId: ID }])).toMatchObject([
      { valid: false, reasons: [{ code: expected }] },
    ]);
  });
});

describe('with trusted keys', () => {
  it('unsigned open flags are no reason to ask', async () => {
    service().on(PATHS.verify, json({ ...record, valid: false, activeFlagCount: 1, summary: 'Flagged.' }));
    service().on(PATHS.status, signStatus({ valid: false, flags: 1 }));
    expect(await connect().guard({ onFlags: 'ask' })({ certificateId: ID })).toMatchObject({ decision: 'ask' });
    service().on(PATHS.status, signStatus({ valid: false, flags: 1 }, THIRD_PARTY));
    expect(await connect().guard({ onFlags: 'ask' })({ certificateId: ID })).toMatchObject({ decision: 'deny' });
  });

  it('sealed members come from the sealed payload, and the worse of two levels applies', async () => {
    const { payloadHash } = WORSE.record;
    service().on(PATHS.record, json(WORSE.sealed));
    service().on(PATHS.status, signStatus({ payloadHash }));
    const lies = { payloadHash, source: { type: 'inline' }, treeSha256: '1'.repeat(64), instructionsReadBy: 'PERSON' };
    service().on(PATHS.verify, json({ ...record, ...lies }));
    const { source, treeSha256, instructionsReadBy } = WORSE.record;
    const levels = { securityLevel: 'HIGH', sandboxRiskLevel: 'HIGH', productType: 'TOOL' };
    expect((await connect().verify(ID)).record).toMatchObject({ source, treeSha256, instructionsReadBy, ...levels });
    expect(await connect().guard()({ certificateId: ID })).toMatchObject({ decision: 'deny' });
    service().on(PATHS.record, json(sealed));
    service().on(PATHS.status, signStatus());
    service().on(PATHS.verify, json({ ...record, securityLevel: 'CRITICAL' }));
    expect((await connect().verify(ID)).record).toMatchObject({ securityLevel: 'CRITICAL' });
  });

  it('an anchor counts only when the signed status names it', async () => {
    const onChain = { ...record.onChain, committed: true };
    service().on(PATHS.verify, json({ ...record, onChain }));
    const anchored = connect().guard({ requireAnchor: true, onUnread: 'ask', askUpTo: 'CRITICAL' });
    expect((await anchored({ certificateId: ID })).reasons).toContainEqual(
      expect.objectContaining({ code: 'not_anchored' }),
    );
    service().on(PATHS.status, signStatus({ anchored: true }));
    const again = connect().guard({ requireAnchor: true, onUnread: 'ask', askUpTo: 'CRITICAL' });
    expect((await again({ certificateId: ID })).reasons).not.toContainEqual(
      expect.objectContaining({ code: 'not_anchored' }),
    );
  });

  it('an unsigned record does not replace the real certificate in the store', async () => {
    const seen = memorySeenStore();
    const lie = { payloadHash: `0x${'1'.repeat(64)}` };
    for (const status of ['APPROVED', 'SUSPENDED']) {
      service().on(PATHS.verify, json({ ...record, ...lie, status, valid: status === 'APPROVED' }));
      expect(await connect({ seen }).verify(ID)).toMatchObject({ valid: false });
    }
    expect(await seen.get(ID)).toBeUndefined();
    service().on(PATHS.verify, json(record));
    expect(await connect({ seen }).verify(ID)).toMatchObject({ valid: true });
  });

  it('a status signed by a key for another use, or by an ended key, is ignored', async () => {
    const [certificate, status, ...others] = KEYS;
    for (const keys of [
      [certificate, ...others],
      [certificate, { ...status, validUntil: '2026-05-31T00:00:00.000Z' }, ...others],
    ]) {
      const root = toRoot({ keys });
      service().on(PATHS.root, json(root));
      expect(await connect({ trust: { root } }).verify(ID)).toMatchObject({ reasons: [{ code: 'status_token' }] });
    }
  });
});

describe('with trusted keys, a batch', () => {
  const { entrySha256, rawSha256, bundleSha256 } = SKILL.digests;
  const treeSha256 = record.treeSha256 ?? '';
  const ask = async (item: object) => {
    service().on(
      '/verify/batch',
      json({ items: [{ index: 0, found: true, valid: true, scope: 'BUNDLE', reason: null, record }] }),
    );
    const [verdict] = await connect().verifyMany([item]);
    return verdict?.valid === true ? 'valid' : verdict?.reasons[0]?.code;
  };

  it('does not cover bytes outside the certificate', async () => {
    const foreign = 'e'.repeat(64);
    expect(await ask({ digest: `sha256:${foreign}` })).toBe('wrong_digest');
    expect(await ask({ certificateId: ID, expectSha256: foreign })).toBe('wrong_digest');
    expect(await ask({ digest: `sha256:${foreign}`, treeSha256 })).toBe('wrong_digest');
    expect(await ask({ digest: `sha256:${entrySha256}` })).toBe('wrong_digest');
    expect(await ask({ digest: `sha256:${entrySha256}`, treeSha256: foreign })).toBe('wrong_digest');
  });

  it('covers the digests of the whole product', async () => {
    for (const digest of [bundleSha256, treeSha256]) expect(await ask({ digest: `sha256:${digest}` })).toBe('valid');
    for (const digest of [entrySha256, rawSha256])
      expect(await ask({ digest: `sha256:${digest}`, treeSha256 })).toBe('valid');
  });
});

describe('the trust root of the first use', () => {
  const useStore = () => {
    const kept: unknown[] = [];
    return { kept, get: async () => kept.at(-1), set: async (document: unknown) => void kept.push(document) };
  };
  const OTHERS = toRoot({ keys: ['certificate', 'status', 'feed'].map((use) => toKey(THIRD_PARTY, use)) }, [
    THIRD_PARTY,
  ]);

  it('is stored once, and used for later verifications', async () => {
    service().on(PATHS.root, json(ROOT));
    const store = useStore();
    const first = connect({ trust: { firstUse: store } });
    await Promise.all([first.verify(ID), first.verifyMany([{ certificateId: ID }]), first.registry.use(ID)]);
    expect(store.kept).toEqual([ROOT]);
    expect(await connect({ trust: { firstUse: store } }).verify(ID)).toMatchObject({ valid: true });
    expect(store.kept).toEqual([ROOT]);
  });

  it('is not replaced by that of another program at the same address', async () => {
    service().on(PATHS.root, json(ROOT));
    const store = useStore();
    await connect({ trust: { firstUse: store } }).verify(ID);
    service().on(PATHS.root, json(OTHERS));
    service().on(PATHS.status, signStatus({}, THIRD_PARTY));
    const verdict = await connect({ trust: { firstUse: store, advice: 'Run: accept.' } }).verify(ID);
    expect(verdict).toMatchObject({ valid: false, outcome: 'undecidable', reasons: [{ code: 'trust_root' }] });
    expect(verdict.reasons[0]?.detail).toMatch(/ Run: accept\.$/);
    expect(store.kept).toEqual([ROOT]);
  });

  it('is the same for concurrent calls', async () => {
    const answers = [ROOT, ROOT, OTHERS, OTHERS];
    service().on(PATHS.root, (response, request) => json(answers.shift() ?? OTHERS)(response, request));
    const store = useStore();
    const client = connect({ trust: { firstUse: store } });
    await Promise.all([client.verify(ID), client.registry.use(ID), client.verifySeal(ID).catch(() => undefined)]);
    expect(store.kept).toEqual([ROOT]);
  });
});
