import { createNoteKey, NOTE_KEY_TYPES, toVerifierKey } from '@assay/protocol';
import { describe, expect, it } from 'vitest';
import { verifyProof } from './proof/index.ts';
import { check, DAY_MS, OPTIONS, type Row, textOf } from './testing/proof-checks.ts';
import {
  CLAIMS,
  cosignedBy,
  KEYS,
  LOG_SIGNER,
  POLICY,
  sealProof,
  toToken,
  WITNESS_SIGNERS,
} from './testing/sealed-log.ts';
import { at, HOUR_MS, NOW, OTHER_ID, SIGNER, THIRD_PARTY } from './testing/sealed-skill.ts';
import { toKey, toRoot } from './testing/trust-roots.ts';

const TOKENS: readonly Row[] = [
  ['a token of a third party', (bundle) => ({ ...bundle, statusToken: toToken({}, THIRD_PARTY) }), 'status_token'],
  ['a token of the log key', (bundle) => ({ ...bundle, statusToken: toToken({}, LOG_SIGNER) }), 'status_token'],
  [
    'a token under the name of another key',
    (bundle) => ({ ...bundle, statusToken: toToken({}, THIRD_PARTY, { kid: SIGNER.keyId }) }),
    'status_token',
  ],
  [
    'a token without algorithm',
    (bundle) => ({ ...bundle, statusToken: toToken({}, SIGNER, { alg: 'none' }) }),
    'status_token',
  ],
  [
    'a token of another type',
    (bundle) => ({ ...bundle, statusToken: toToken({}, SIGNER, { typ: 'vc+jwt' }) }),
    'status_token',
  ],
  [
    'a token about another certificate',
    (bundle) => ({ ...bundle, statusToken: toToken({ sub: OTHER_ID }) }),
    'status_token',
  ],
  [
    'a token about another payload',
    (bundle) => ({ ...bundle, statusToken: toToken({ payloadHash: `0x${'9'.repeat(64)}` }) }),
    'status_token',
  ],
  [
    'a token that says valid and has flags',
    (bundle) => ({ ...bundle, statusToken: toToken({ flags: 1 }) }),
    'status_token',
  ],
  [
    'a token that says valid and SUSPENDED',
    (bundle) => ({ ...bundle, statusToken: toToken({ status: 'SUSPENDED' }) }),
    'status_token',
  ],
  [
    'a token that says another status than the log',
    (bundle) => ({ ...bundle, statusToken: toToken({ status: 'DEPRECATED', valid: false }) }),
    'status_token',
  ],
  [
    'a token from the future',
    (bundle) => ({ ...bundle, statusToken: toToken({ iat: NOW / 1_000 + 3_600 }) }),
    'status_token',
  ],
  [
    'a token with a changed claim',
    (bundle) => ({ ...bundle, statusToken: tamper(bundle.statusToken) }),
    'status_token',
  ],
  [
    'a token cut short',
    (bundle) => ({ ...bundle, statusToken: bundle.statusToken.split('.').slice(0, 2).join('.') }),
    'status_token',
  ],
  [
    'a token with open flags',
    (bundle) => ({ ...bundle, statusToken: toToken({ valid: false, flags: 2 }) }),
    'not_valid',
  ],
  [
    'a token of an hour ago',
    (bundle) => ({ ...bundle, statusToken: toToken({ iat: NOW / 1_000 - 3_600 }) }),
    'status_too_old',
  ],
  ['a token older than the reader allows', (bundle) => bundle, 'status_too_old', { maxStatusAgeMs: 59_000 }],
  ['an age that is no number', (bundle) => bundle, 'status_too_old', { maxStatusAgeMs: Number.NaN }],
];
function tamper(token: string): string {
  const [head, , signature] = token.split('.');
  return [head, Buffer.from(JSON.stringify({ ...CLAIMS, iat: CLAIMS.iat + 1 })).toString('base64url'), signature].join(
    '.',
  );
}

const ENDED = { issuedAt: at(NOW - DAY_MS), expiresAt: at(NOW) };
const ROOTS: readonly Row[] = [
  [
    'keys that only the bundle trusts',
    (bundle) => ({
      ...bundle,
      trustRoot: toRoot({ version: 2, keys: [toKey(THIRD_PARTY, 'certificate')] }, [THIRD_PARTY]),
      statusToken: toToken({}, THIRD_PARTY),
    }),
    'trust_root',
  ],
  [
    'a next version that the pinned one did not sign',
    (bundle) => ({ ...bundle, trustRoot: toRoot({ version: 2, keys: KEYS }, [THIRD_PARTY]) }),
    'trust_root',
  ],
  [
    'a version after the next, with a key of its own',
    (bundle) => ({
      ...bundle,
      trustRoot: toRoot({ version: 3, keys: [...KEYS, toKey(THIRD_PARTY, 'status')] }, [SIGNER]),
      statusToken: toToken({}, THIRD_PARTY),
    }),
    'status_token',
  ],
  [
    'a pinned root that is not signed by itself',
    (bundle) => bundle,
    'trust_root',
    { trustRoot: toRoot({ keys: KEYS }, [THIRD_PARTY]) },
  ],
  ['no pinned root', (bundle) => bundle, 'trust_root', { trustRoot: null }],
  ['a pinned root that has ended', (bundle) => bundle, 'trust_root', { trustRoot: toRoot({ keys: KEYS, ...ENDED }) }],
  [
    'a next version that has ended',
    (bundle) => ({ ...bundle, trustRoot: toRoot({ version: 2, keys: KEYS, ...ENDED }) }),
    'trust_root',
  ],
  [
    'a pinned root from the future',
    (bundle) => bundle,
    'trust_root',
    { trustRoot: toRoot({ keys: KEYS, issuedAt: at(NOW + DAY_MS) }) },
  ],
];

describe.each(Object.entries({ token: TOKENS, root: ROOTS }))('a proof with a wrong %s', (_part, rows) => {
  it.each(rows.map(([name, ...rest]) => [name, rest] as const))(
    'is refused: %s',
    async (_name, [change, expected, options]) => {
      const result = await check(await change(await sealProof()), options);
      expect({ valid: result.valid, code: result.reasons[0]?.code }).toEqual({ valid: false, code: expected });
    },
  );
});

it('a pinned root that has ended is followed to a next version in force', async () => {
  const bundle = { ...(await sealProof()), trustRoot: toRoot({ version: 2, keys: KEYS }) };
  expect(await check(bundle, { trustRoot: toRoot({ keys: KEYS, ...ENDED }) })).toMatchObject({ valid: true });
});

describe('an ended log key', () => {
  it('is accepted for checkpoints that witnesses saw before its end', async () => {
    const trustRoot = toRoot({
      keys: [...KEYS.slice(0, 3), toKey(LOG_SIGNER, 'log', { validUntil: at(NOW - HOUR_MS) })],
    });
    const bundle = await sealProof();
    const text = textOf(bundle);
    const cosignatures = [cosignedBy(text, 0, NOW - DAY_MS), cosignedBy(text, 1, NOW - DAY_MS)];
    expect(
      await check({ ...bundle, trustRoot: null, log: { ...bundle.log, cosignatures } }, { trustRoot }),
    ).toMatchObject({ valid: true });
  });
});

describe('a policy', () => {
  it.each([
    ['more witnesses than it names', { ...POLICY, threshold: 3 }],
    ['fewer than none', { ...POLICY, threshold: -1 }],
    ['half a witness', { ...POLICY, threshold: 0.5 }],
    [
      'one key under two names',
      {
        witnesses: [
          POLICY.witnesses[0] ?? '',
          toVerifierKey(
            createNoteKey('witness.example/again', NOTE_KEY_TYPES.cosignature, WITNESS_SIGNERS[0].publicKey),
          ),
        ],
        threshold: 2,
      },
    ],
  ])('with %s is an error of the caller', async (_name, witnesses) => {
    await expect(check(await sealProof(), { witnesses })).rejects.toThrow(TypeError);
  });

  it('without witnesses accepts the log alone', async () => {
    const bundle = await sealProof();
    const { witnesses: _, ...options } = OPTIONS;
    expect(await verifyProof({ ...bundle, log: { ...bundle.log, cosignatures: [] } }, options)).toMatchObject({
      valid: true,
    });
  });
});
