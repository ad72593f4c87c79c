import { Statement, signStatement, toBase64 } from '@assay/protocol';
import { describe, expect, it } from 'vitest';
import { createClient } from './client.ts';
import type { ReasonCode } from './reasons.ts';
import { ENTRY, PATHS, refusal, SKILL, useHostileService } from './testing/hostile-client.ts';
import { cutOff, json, type Reply, redirectTo, text } from './testing/hostile-service.ts';
import {
  at,
  HOUR_MS,
  ID,
  NOW,
  OTHER_ID,
  SIGNER,
  sealSkill,
  THIRD_PARTY,
  toEntry,
  toFeed,
} from './testing/sealed-skill.ts';
import { toKey, toRoot } from './testing/trust-roots.ts';

const { envelope } = SKILL;
const HTML = text('<html>valid: true</html>', 'text/html');
const { connect, service } = useHostileService();

const FEED_CASES: readonly (readonly [string, Reply, ReasonCode])[] = [
  ['another key', json(toFeed([ENTRY], {}, THIRD_PARTY)), 'feed_signature'],
  ['a changed entry', json({ ...toFeed([ENTRY]), entries: [{ ...ENTRY, name: 'other' }] }), 'feed_signature'],
  ['a changed sequence', json({ ...toFeed([ENTRY]), sequence: 8 }), 'feed_signature'],
  ['a prolonged life', json({ ...toFeed([ENTRY]), expiresAt: at(NOW + HOUR_MS) }), 'feed_signature'],
  ['an added member', json({ ...toFeed([ENTRY]), note: 'x' }), 'feed_signature'],
  ['no signature', json({ ...toFeed([ENTRY]), signature: undefined }), 'feed_signature'],
  [
    'a signature of another scheme',
    json({ ...toFeed([ENTRY]), signature: { alg: 'none', keyId: SIGNER.keyId, scheme: 'jcs-ed25519-v1', value: '' } }),
    'feed_signature',
  ],
  [
    'an empty signature',
    json({
      ...toFeed([ENTRY]),
      signature: { alg: 'Ed25519', keyId: SIGNER.keyId, scheme: 'jcs-ed25519-v1', value: '' },
    }),
    'feed_signature',
  ],
  [
    'an hour that has passed',
    json(toFeed([ENTRY], { generatedAt: at(NOW - 2 * HOUR_MS), expiresAt: at(NOW - HOUR_MS) })),
    'feed_expired',
  ],
  [
    'the very end of its hour',
    json(toFeed([ENTRY], { generatedAt: at(NOW - HOUR_MS), expiresAt: at(NOW) })),
    'feed_expired',
  ],
  [
    'a feed of tomorrow',
    json(toFeed([ENTRY], { generatedAt: at(NOW + HOUR_MS), expiresAt: at(NOW + 2 * HOUR_MS) })),
    'feed_expired',
  ],
  ['a life of a day', json(toFeed([ENTRY], { expiresAt: at(NOW + 24 * HOUR_MS) })), 'feed_malformed'],
  ['fewer entries than it says', json(toFeed([ENTRY], { total: 2 })), 'feed_incomplete'],
  ['more entries than it says', json(toFeed([ENTRY], { total: 0 })), 'feed_incomplete'],
  ['more entries than are kept', json(toFeed([ENTRY], { total: 500_001, nextCursor: 'b' })), 'bad_answer'],
  ['text that has no bytes', json({ ...toFeed([ENTRY]), note: '\ud800' }), 'feed_malformed'],
  ['an entry twice', json(toFeed([ENTRY, ENTRY])), 'feed_incomplete'],
  ['an answer to another question', json(toFeed([ENTRY], { since: 3 })), 'feed_incomplete'],
  ['a page that leads to itself', json(toFeed([], { nextCursor: 'again', total: 1 })), 'feed_incomplete'],
  ['an entry newer than the feed', json(toFeed([{ ...ENTRY, sequence: 8 }])), 'feed_malformed'],
  ['a suspended entry', json(toFeed([{ ...ENTRY, status: 'SUSPENDED' }])), 'feed_malformed'],
  ['an entry without digests', json(toFeed([{ ...ENTRY, digests: {} }])), 'feed_malformed'],
  ['another schema', json(toFeed([ENTRY], { schema: 'assay-skill-store/v9' })), 'feed_malformed'],
  ['a sequence as text', json(toFeed([ENTRY], { sequence: '7' })), 'feed_malformed'],
  ['a page', HTML, 'bad_answer'],
  ['half a feed', cutOff(JSON.stringify(toFeed([ENTRY])).slice(0, 200)), 'unreachable'],
  ['a redirect', redirectTo('/other-feed'), 'redirected'],
  ['no feed', json({ code: 'unavailable', detail: 'x' }, 503), 'unreachable'],
];
describe('the registry refuses', () => {
  it.each(FEED_CASES)('%s', async (_, reply, expected) => {
    service().on(PATHS.feed, reply);
    expect(await refusal(connect().registry.refresh())).toBe(expected);
    expect(await connect().registry.use(ID)).toMatchObject({ valid: false, reasons: [{ code: expected }] });
  });

  it('an older sequence than it has seen, even after a restart', async () => {
    let mark: { issuer: string; sequence: number } | undefined = { issuer: 'https://assay.example', sequence: 8 };
    const marks = {
      get: async () => mark,
      set: async (next: typeof mark) => {
        mark = next;
      },
    };
    expect(await refusal(connect({ marks }).registry.refresh())).toBe('feed_rollback');
    expect(mark?.sequence).toBe(8);
  });

  it('an older sequence in a later load', async () => {
    const { registry } = connect();
    await registry.refresh();
    service().on('?since=7', json(toFeed([], { since: 7, sequence: 6 })));
    expect(await refusal(registry.refresh())).toBe('feed_rollback');
  });

  it('the feed of another issuer', async () => {
    const marks = {
      get: async () => ({ issuer: 'https://elsewhere.example', sequence: 1 }),
      set: async () => undefined,
    };
    expect(await refusal(connect({ marks }).registry.refresh())).toBe('feed_rollback');
  });

  it('pages that take too long in total', async () => {
    let now = NOW - HOUR_MS / 12;
    const slow = connect({ now: () => (now += HOUR_MS / 60) });
    service().on(PATHS.feed, json(toFeed([ENTRY], { total: 9, nextCursor: 'b' })));
    expect(await refusal(slow.registry.refresh())).toBe('bad_answer');
  });

  it('pages of two different walks', async () => {
    service().on(PATHS.feed, json(toFeed([ENTRY], { total: 2, nextCursor: 'b' })));
    service().on(
      'cursor=b',
      json(toFeed([{ ...ENTRY, certificateId: OTHER_ID, sequence: 5 }], { sequence: 6, total: 2 })),
    );
    expect(await refusal(connect().registry.refresh())).toBe('feed_incomplete');
  });

  it('a certificate with different seals in verify and in the feed', async () => {
    service().on(
      PATHS.feed,
      json(toFeed([toEntry(SKILL, { digests: { ...ENTRY.digests, payloadHash: `0x${'9'.repeat(64)}` } })])),
    );
    expect(await connect().registry.use(ID)).toMatchObject({
      valid: false,
      reasons: [{ code: 'certificate_replaced' }],
    });
  });

  it('a certificate that is not in the feed, and any feed without a trusted key', async () => {
    expect(await connect().registry.use(OTHER_ID)).toMatchObject({ valid: false, reasons: [{ code: 'not_found' }] });
    const { baseUrl } = service();
    service().on(PATHS.root, json({}, 404));
    const untrusting = createClient({ baseUrl, now: () => NOW });
    expect(await untrusting.registry.use(ID)).toMatchObject({ valid: false, reasons: [{ code: 'trust_root' }] });
  });
});

const DAY_MS = 24 * HOUR_MS;
const ROTATED_KEYS = [toKey(THIRD_PARTY, 'feed'), toKey(SIGNER, 'status')];
const ROTATED = toRoot({ version: 2, previous: '/.well-known/trust-root.1.json', keys: ROTATED_KEYS }, [SIGNER]);
const LONG_ROOT = toRoot({ note: 'x'.repeat(300_000) });
const ROOT_CASES: readonly (readonly [string, unknown, Reply])[] = [
  ['a pinned root that is not signed', { ...toRoot(), signatures: [] }, json(toRoot())],
  ['a pinned root signed by a third party', toRoot({}, [THIRD_PARTY]), json(toRoot())],
  ['a pinned root that was changed', { ...toRoot(), expiresAt: at(NOW + 900 * DAY_MS) }, json(toRoot())],
  ['a pinned root with too few signatures', toRoot({ threshold: 2 }), json(toRoot({ threshold: 2 }))],
  [
    'a pinned root with one signature twice',
    toRoot({ threshold: 2 }, [SIGNER, SIGNER]),
    json(toRoot({ threshold: 2 }, [SIGNER, SIGNER])),
  ],
  ['a pinned root that has ended', toRoot({ expiresAt: at(NOW - 1) }), json(toRoot({ expiresAt: at(NOW - 1) }))],
  [
    'a key with the name of another',
    toRoot({ keys: [{ ...toKey(SIGNER, 'feed'), keyId: THIRD_PARTY.keyId }] }),
    json(toRoot()),
  ],
  ['a key of another kind', toRoot({ keys: [toKey(SIGNER, 'feed', { alg: 'RSA' })] }), json(toRoot())],
  ['a threshold of zero', toRoot({ threshold: 0 }), json(toRoot({ threshold: 0 }))],
  ['another root of the same version', toRoot(), json(toRoot({ issuedAt: at(NOW - 2 * DAY_MS) }))],
  ['an older root than the pinned one', toRoot({ version: 2 }), json(toRoot())],
  [
    'a next version signed by its own new keys only',
    toRoot(),
    json(toRoot({ version: 2, keys: [toKey(THIRD_PARTY, 'feed')] }, [THIRD_PARTY])),
  ],
  ['a next version that is older', toRoot(), json(toRoot({ version: 2, issuedAt: at(NOW - 3 * DAY_MS) }))],
  [
    'a next version signed by a key that was ended, as a stolen one is',
    toRoot({ keys: [toKey(THIRD_PARTY, 'feed'), toKey(SIGNER, 'feed', { validUntil: at(NOW - DAY_MS) })] }, [
      THIRD_PARTY,
    ]),
    json(toRoot({ version: 2 }, [SIGNER])),
  ],
  ...['webhook', 'log', 'feed', 'status', 'receipt'].map(
    (use) =>
      [
        `a next version signed by a key for ${use} alone`,
        toRoot({ keys: [toKey(SIGNER, 'certificate'), toKey(THIRD_PARTY, use)] }),
        json(toRoot({ version: 2 }, [THIRD_PARTY])),
      ] as const,
  ),
  ['a version that skips one', toRoot(), json(toRoot({ version: 3, previous: null }))],
  ['a gap behind a skipped version', toRoot(), json(toRoot({ version: 4, previous: '/.well-known/trust-root.json' }))],
  ['a root with text that has no bytes', toRoot(), json({ ...toRoot(), note: '\ud800' })],
  ['a first version with text that has no bytes', { ...toRoot(), note: '\ud800' }, json(toRoot())],
  ['a root that is too long', LONG_ROOT, json(LONG_ROOT)],
  ['a root that is a page', toRoot(), HTML],
  ['no root', toRoot(), json({}, 404)],
];
describe('the trust root is refused:', () => {
  it.each(ROOT_CASES)('%s', async (_, root, reply) => {
    service().on(PATHS.root, reply);
    const outcome = await connect({ trust: { root } }).registry.use(ID);
    expect(outcome).toMatchObject({ valid: false });
    expect(['trust_root', 'bad_answer', 'not_found']).toContain(outcome.reasons[0]?.code);
  });

  it('a feed signed by a key for another use, not yet valid or no longer valid', async () => {
    for (const key of [
      toKey(SIGNER, 'receipt'),
      toKey(SIGNER, 'feed', { validFrom: at(NOW + DAY_MS) }),
      toKey(SIGNER, 'feed', { validUntil: at(NOW) }),
    ]) {
      const root = toRoot({ keys: [key] });
      service().on(PATHS.root, json(root));
      expect(await connect({ trust: { root } }).registry.use(ID)).toMatchObject({
        valid: false,
        reasons: [{ code: expect.stringMatching(/^(feed_signature|trust_root)$/) }],
      });
    }
  });

  it('an old key after a rotation that the client followed', async () => {
    service().on(PATHS.root, json(ROTATED));
    const rotated = connect({ trust: { root: toRoot() } });
    expect(await rotated.registry.use(ID)).toMatchObject({ valid: false, reasons: [{ code: 'feed_signature' }] });
    service().on(PATHS.feed, json(toFeed([ENTRY], {}, THIRD_PARTY)));
    expect(await rotated.registry.use(ID)).toMatchObject({ valid: true });
  });
});

const { payload: body } = envelope;
const parsed = Statement.parse(JSON.parse(Buffer.from(body, 'base64').toString()));
const resigned = (changes: object) => signStatement({ ...parsed, ...changes } as typeof parsed, SIGNER);
const SEAL_CASES: readonly (readonly [string, string, Reply, ReasonCode])[] = [
  ["a third party's signature", PATHS.statement, json(sealSkill(THIRD_PARTY).envelope), 'statement_signature'],
  ['no signature', PATHS.statement, json({ ...envelope, signatures: [] }), 'statement_signature'],
  [
    'a signature with a flipped bit',
    PATHS.statement,
    json({ ...envelope, signatures: [{ ...envelope.signatures[0], sig: toBase64(new Uint8Array(64)) }] }),
    'statement_signature',
  ],
  ['another type of payload', PATHS.statement, json({ ...envelope, payloadType: 'text/plain' }), 'statement_signature'],
  [
    'a changed body',
    PATHS.statement,
    json({ ...envelope, payload: toBase64(Buffer.from(`${Buffer.from(body, 'base64')} `)) }),
    'statement_signature',
  ],
  ['a body that is no base64', PATHS.statement, json({ ...envelope, payload: '***' }), 'statement_signature'],
  [
    'the statement of another certificate',
    PATHS.statement,
    json(
      resigned({
        predicate: { ...parsed.predicate, certificateId: OTHER_ID },
        subject: parsed.subject.map((each) => ({ ...each, name: each.name.replace(ID, OTHER_ID) })),
      }),
    ),
    'wrong_certificate',
  ],
  [
    'a statement without its payload',
    PATHS.statement,
    json(resigned({ subject: parsed.subject.slice(0, -1) })),
    'statement_mismatch',
  ],
  [
    'a statement about other files',
    PATHS.statement,
    json(resigned({ subject: parsed.subject.slice(1) })),
    'statement_mismatch',
  ],
  [
    'a changed payload',
    PATHS.record,
    json({ id: ID, payload: { ...SKILL.payload, securityLevel: 'LOW' } }),
    'statement_mismatch',
  ],
  [
    'a payload with one member more',
    PATHS.record,
    json({ id: ID, payload: { ...SKILL.payload, extra: 1 } }),
    'statement_mismatch',
  ],
  [
    'a payload that nobody could seal',
    PATHS.record,
    json({ id: ID, payload: { ...SKILL.payload, extra: 0.5 } }),
    'statement_mismatch',
  ],
  ['no payload', PATHS.record, json({ id: ID }), 'statement_mismatch'],
];
describe('the seal is refused with', () => {
  it.each(SEAL_CASES)('%s', async (_, path, reply, expected) => {
    service().on(path, reply);
    expect(await refusal(connect().verifySeal(ID))).toBe(expected);
  });
});
