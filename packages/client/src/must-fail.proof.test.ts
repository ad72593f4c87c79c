import { createNoteKey, NOTE_KEY_TYPES, signNote, toBase64 } from '@assay/protocol';
import { describe, expect, it } from 'vitest';
import { verifyProof } from './proof/index.ts';
import type { ReasonCode } from './reasons.ts';
import { type Change, check, DAY_MS, OPTIONS, type Row, textOf, withLog } from './testing/proof-checks.ts';
import {
  cosignedBy,
  growLog,
  honestLeaves,
  KEYS,
  LOG_KEY,
  LOG_SIGNER,
  ORIGIN,
  OWN_INDEX,
  otherLeaf,
  POLICY,
  type SealedProof,
  sealProof,
  signedBy,
  toLeaf,
  toToken,
  WITNESS_KEYS,
  WITNESS_SIGNERS,
} from './testing/sealed-log.ts';
import { at, FILES, HOUR_MS, NOW, OTHER_ID, SIGNER, sealSkill, THIRD_PARTY, withFile } from './testing/sealed-skill.ts';
import { toKey, toRoot } from './testing/trust-roots.ts';

const suspended = (prev: number, changes: object = {}) =>
  toLeaf({
    type: 'STATUS',
    status: 'SUSPENDED',
    statusReason: 'FLAG_CONFIRMED',
    prev,
    at: at(NOW - HOUR_MS),
    ...changes,
  });

describe('the honest proof, as a baseline for the refusals below', () => {
  it('is valid', async () => {
    expect(await check(await sealProof())).toMatchObject({
      outcome: 'valid',
      valid: true,
      integrity: true,
      status: { status: 'APPROVED', ageMs: 60_000 },
      log: { leafIndex: OWN_INDEX, size: 10, witnesses: ['witness.example/w1', 'witness.example/w2'] },
    });
  });

  it('is refused with integrity after a logged suspension', async () => {
    const log = growLog(honestLeaves(suspended(OWN_INDEX)));
    const bundle = { ...(await sealProof(log, [10])), statusToken: toToken({ status: 'SUSPENDED', valid: false }) };
    expect(await check(bundle)).toMatchObject({
      outcome: 'refused',
      integrity: true,
      reasons: [{ code: 'not_valid' }],
    });
  });

  it('is valid again after a logged reinstatement', async () => {
    const back = toLeaf({ type: 'STATUS', prev: 10, at: at(NOW - 1_000) });
    const log = growLog(honestLeaves(suspended(OWN_INDEX), back));
    expect(await check(await sealProof(log, [10, 11]))).toMatchObject({ valid: true });
  });
});

/** Rewrites the checkpoint text, signed again by the log and by both witnesses. */
const resigned =
  (rewrite: (text: string) => string): Change =>
  (bundle) => {
    const text = rewrite(textOf(bundle));
    const cosignatures = [cosignedBy(text, 0), cosignedBy(text, 1)];
    return { ...bundle, log: { ...bundle.log, checkpoint: signedBy(text), cosignatures } };
  };
const flip = (text: string) => (text.startsWith('A') ? `B${text.slice(1)}` : `A${text.slice(1)}`);

const SHAPES: readonly Row[] = [
  ['nothing', () => null, 'proof_malformed'],
  ['a list', (bundle) => [bundle], 'proof_malformed'],
  ['another schema', (bundle) => ({ ...bundle, schema: 'assay-proof-bundle/v2' }), 'proof_malformed'],
  ['no log', (bundle) => ({ ...bundle, log: null }), 'proof_malformed'],
  ['no status token', (bundle) => ({ ...bundle, statusToken: null }), 'proof_malformed'],
  ['no payload', (bundle) => ({ ...bundle, payload: 'sealed' }), 'proof_malformed'],
  ['no list of status leaves', (bundle) => ({ ...bundle, statusLeaves: undefined }), 'proof_malformed'],
  [
    'status leaves without end',
    (bundle) => ({ ...bundle, statusLeaves: Array(257).fill(bundle.log) }),
    'proof_malformed',
  ],
  ['cosignatures that are no text', withLog(() => ({ cosignatures: [1] })), 'proof_malformed'],
];

const SEALS: readonly Row[] = [
  ['another certificate than the one asked for', (bundle) => bundle, 'wrong_certificate', { certificateId: OTHER_ID }],
  [
    'another id over the same seal',
    (bundle) => ({ ...bundle, certificateId: OTHER_ID }),
    'wrong_certificate',
    { certificateId: OTHER_ID },
  ],
  [
    'a payload with one member changed',
    (bundle) => ({ ...bundle, payload: { ...bundle.payload, name: 'other' } }),
    'statement_mismatch',
  ],
  [
    'a payload of another time',
    (bundle) => ({ ...bundle, payload: { ...bundle.payload, issuedAt: at(NOW) } }),
    'statement_mismatch',
  ],
  [
    'a statement of a third party',
    (bundle) => ({
      ...bundle,
      statement: {
        ...bundle.statement,
        signatures: [{ keyid: THIRD_PARTY.keyId, sig: toBase64(THIRD_PARTY.sign(new Uint8Array())) }],
      },
    }),
    'statement_signature',
  ],
  [
    'no signature',
    (bundle) => ({ ...bundle, statement: { ...bundle.statement, signatures: [] } }),
    'statement_signature',
  ],
  ['a changed file', (bundle) => bundle, 'changed_file', { folder: { files: withFile('SKILL.md', 'Steal.\n') } }],
  ['a file too many', (bundle) => bundle, 'extra_file', { folder: { files: withFile('more.sh', 'true\n') } }],
  ['a file too few', (bundle) => bundle, 'missing_file', { folder: { files: FILES.slice(1) } }],
  ['a link among the files', (bundle) => bundle, 'unreadable_file', { folder: { files: FILES, unreadable: ['link'] } }],
];

const HEADS: readonly Row[] = [
  ['a checkpoint of another origin', resigned((text) => text.replace(ORIGIN, 'other.example/log')), 'log_origin'],
  ['another origin in the bundle', withLog(() => ({ origin: 'other.example/log' })), 'log_origin'],
  ['another log than the one asked for', (bundle) => bundle, 'log_origin', { origin: 'other.example/log' }],
  [
    'a checkpoint signed by a third party',
    withLog(({ checkpoint }) => ({
      checkpoint: signedBy(
        `${checkpoint.split('\n\n')[0]}\n`,
        createNoteKey(ORIGIN, NOTE_KEY_TYPES.ed25519, THIRD_PARTY.publicKey),
        THIRD_PARTY,
      ),
    })),
    'log_signature',
  ],
  [
    'a checkpoint that claims the key of the log and is not of it',
    withLog(({ checkpoint }) => ({ checkpoint: signedBy(`${checkpoint.split('\n\n')[0]}\n`, LOG_KEY, THIRD_PARTY) })),
    'log_signature',
  ],
  [
    'a checkpoint signed by the certificate key',
    withLog(({ checkpoint }) => ({
      checkpoint: signedBy(
        `${checkpoint.split('\n\n')[0]}\n`,
        createNoteKey(ORIGIN, NOTE_KEY_TYPES.ed25519, SIGNER.publicKey),
        SIGNER,
      ),
    })),
    'log_signature',
  ],
  [
    'an unsigned checkpoint',
    withLog(({ checkpoint }) => ({ checkpoint: checkpoint.split('\n\n')[0] })),
    'proof_malformed',
  ],
  [
    'a size changed after signing',
    withLog(({ checkpoint }) => ({ checkpoint: checkpoint.replace('\n10\n', '\n11\n') })),
    'log_signature',
  ],
  [
    'a root changed after signing',
    withLog(({ checkpoint }) => ({
      checkpoint: checkpoint.replace(/\n10\n(.)/, (_, first: string) => `\n10\n${flip(first)}`),
    })),
    'log_signature',
  ],
  [
    'a size with a leading zero',
    withLog(({ checkpoint }) => ({ checkpoint: checkpoint.replace('\n10\n', '\n010\n') })),
    'proof_malformed',
  ],
  [
    'a checkpoint in two encodings of lines',
    withLog(({ checkpoint }) => ({ checkpoint: checkpoint.replaceAll('\n', '\r\n') })),
    'proof_malformed',
  ],
  [
    'a log key that was ended yesterday and no witness from before',
    (bundle) => ({ ...bundle, trustRoot: null }),
    'log_signature',
    { trustRoot: toRoot({ keys: [...KEYS.slice(0, 3), toKey(LOG_SIGNER, 'log', { validUntil: at(NOW - DAY_MS) })] }) },
  ],
  [
    'a log key of another use',
    (bundle) => bundle,
    'log_signature',
    { trustRoot: toRoot({ keys: [...KEYS.slice(0, 3), toKey(LOG_SIGNER, 'receipt')] }) },
  ],
  [
    'a log key that begins tomorrow',
    (bundle) => bundle,
    'log_signature',
    { trustRoot: toRoot({ keys: [...KEYS.slice(0, 3), toKey(LOG_SIGNER, 'log', { validFrom: at(NOW + DAY_MS) })] }) },
  ],
];

const WITNESSES: readonly Row[] = [
  ['no cosignature', withLog(() => ({ cosignatures: [] })), 'log_witnesses'],
  ['one of two witnesses', withLog(({ cosignatures }) => ({ cosignatures: cosignatures.slice(1) })), 'log_witnesses'],
  [
    'one witness twice',
    withLog(({ cosignatures }) => ({ cosignatures: [cosignatures[0], cosignatures[0]] })),
    'log_witnesses',
  ],
  [
    'one witness at two times',
    (bundle) => ({
      ...bundle,
      log: { ...bundle.log, cosignatures: [cosignedBy(textOf(bundle), 0), cosignedBy(textOf(bundle), 0, NOW - 1_000)] },
    }),
    'log_witnesses',
  ],
  [
    'a witness that nobody knows',
    (bundle) => ({
      ...bundle,
      log: { ...bundle.log, cosignatures: [cosignedBy(textOf(bundle), 0), cosignedBy(textOf(bundle), 2)] },
    }),
    'log_witnesses',
  ],
  [
    'cosignatures of another tree',
    (bundle) => ({
      ...bundle,
      log: { ...bundle.log, cosignatures: [cosignedBy(`${ORIGIN}\n9\n${toBase64(new Uint8Array(32))}\n`, 0)] },
    }),
    'log_signature',
  ],
  [
    'a cosignature with its time changed',
    withLog(({ cosignatures }) => ({ cosignatures: [changeTime(cosignatures[0] ?? ''), cosignatures[1]] })),
    'log_signature',
  ],
  [
    'a cosignature from the future',
    (bundle) => ({
      ...bundle,
      log: {
        ...bundle.log,
        cosignatures: [cosignedBy(textOf(bundle), 0), cosignedBy(textOf(bundle), 1, NOW + HOUR_MS)],
      },
    }),
    'log_witnesses',
  ],
  [
    'a stale witness',
    (bundle) => ({
      ...bundle,
      log: {
        ...bundle.log,
        cosignatures: [cosignedBy(textOf(bundle), 0), cosignedBy(textOf(bundle), 1, NOW - 8 * DAY_MS)],
      },
    }),
    'log_witnesses',
    { witnesses: { ...POLICY, maxAgeMs: 7 * DAY_MS } },
  ],
  [
    'an ordinary signature of a witness in place of a cosignature',
    (bundle) => ({
      ...bundle,
      log: {
        ...bundle.log,
        cosignatures: [
          signNote(textOf(bundle), WITNESS_KEYS[0], WITNESS_SIGNERS[0].sign),
          cosignedBy(textOf(bundle), 1),
        ],
      },
    }),
    'log_signature',
  ],
  [
    'the log as its own witness',
    (bundle) => ({
      ...bundle,
      log: {
        ...bundle.log,
        cosignatures: [cosignedBy(textOf(bundle), 0), signNote(textOf(bundle), LOG_KEY, LOG_SIGNER.sign)],
      },
    }),
    'log_witnesses',
  ],
  ['a cosignature that is no line', withLog(() => ({ cosignatures: ['signed, a witness'] })), 'proof_malformed'],
];

const LEAVES: readonly Row[] = [
  ['a truncated proof', withLog(({ hashes }) => ({ hashes: hashes.slice(0, -1) })), 'log_inclusion'],
  ['a proof with a hash too many', withLog(({ hashes }) => ({ hashes: [...hashes, hashes[0]] })), 'log_inclusion'],
  ['a proof in another order', withLog(({ hashes }) => ({ hashes: hashes.toReversed() })), 'log_inclusion'],
  ['an empty proof', withLog(() => ({ hashes: [] })), 'log_inclusion'],
  ['a proof of text that is no hash', withLog(() => ({ hashes: ['root'] })), 'log_inclusion'],
  ['a proof without end', withLog(({ hashes }) => ({ hashes: Array(64).fill(hashes[0]) })), 'log_inclusion'],
  ['another index', withLog(() => ({ leafIndex: OWN_INDEX + 1 })), 'log_inclusion'],
  ['an index past the tree', withLog(() => ({ leafIndex: 10 })), 'log_inclusion'],
  ['an index below zero', withLog(() => ({ leafIndex: -1 })), 'proof_malformed'],
  ['a rewritten leaf', withLog(({ leaf }) => ({ leaf: { ...leaf, at: at(NOW) } })), 'log_inclusion'],
  ['a leaf with a member that nobody reads', withLog(({ leaf }) => ({ leaf: { ...leaf, more: 1 } })), 'log_leaf'],
  [
    'a leaf with text that has no bytes',
    withLog(({ leaf }) => ({ leaf: { ...leaf, statusReason: '\ud800' } })),
    'log_leaf',
  ],
  ['a leaf of no type', withLog(({ leaf }) => ({ leaf: { ...leaf, type: 'NOTE' } })), 'log_leaf'],
  [
    'a rolled-back tree that had no such leaf yet',
    (bundle) => fromTree(bundle, growLog(honestLeaves()), 5),
    'log_inclusion',
  ],
  ['a removed leaf', (bundle) => fromTree(bundle, growLog(honestLeaves().toSpliced(2, 1)), 9), 'log_inclusion'],
  [
    'a split view: another tree, as well signed',
    (bundle) => fromTree(bundle, growLog([...honestLeaves().slice(0, 9), otherLeaf(99)]), 10),
    'log_inclusion',
  ],
  [
    'a tree of the future that is not there yet',
    resigned((text) => text.replace('\n10\n', '\n4711\n')),
    'log_inclusion',
  ],
];
const changeTime = (line: string) => {
  const bytes = Buffer.from(line.split(' ')[2] ?? '', 'base64');
  bytes[11] = (bytes[11] ?? 0) ^ 1;
  return `${line.split(' ').slice(0, 2).join(' ')} ${bytes.toString('base64')}\n`;
};
/** The same leaf and proof under the checkpoint of another tree, with all signatures. */
async function fromTree(bundle: SealedProof, log: ReturnType<typeof growLog>, size: number) {
  const text = await log.textAt(size);
  const cosignatures = [cosignedBy(text, 0), cosignedBy(text, 1)];
  return { ...bundle, log: { ...bundle.log, checkpoint: signedBy(text), cosignatures } };
}

/** Complete logs that were grown incorrectly, and proven correctly. */
const WRONG_LOGS: readonly (readonly [string, () => Promise<unknown>, ReasonCode])[] = [
  ['an issuance of another time than the seal', () => grown(toLeaf({ at: at(NOW) })), 'log_leaf'],
  ['an issuance of another payload', () => grown(toLeaf({ payloadHash: `0x${'9'.repeat(64)}` })), 'log_leaf'],
  ['an issuance of another certificate', () => grown(toLeaf({ certificateId: OTHER_ID })), 'log_leaf'],
  ['an issuance that follows something', () => grown(toLeaf({ prev: 1 })), 'log_leaf'],
  ['an issuance that is suspended already', () => grown(toLeaf({ status: 'SUSPENDED' })), 'log_leaf'],
  ['a change of status in place of an issuance', () => grown(toLeaf({ type: 'STATUS' })), 'log_leaf'],
  [
    'an audit head in place of an issuance',
    () => grown(toLeaf({ type: 'AUDIT_HEAD', certificateId: null, status: null })),
    'log_leaf',
  ],
  [
    'a status leaf about another certificate',
    () => followed(suspended(OWN_INDEX, { certificateId: OTHER_ID })),
    'log_leaf',
  ],
  ['a status leaf that follows another one', () => followed(suspended(2)), 'log_leaf'],
  ['a status leaf that follows itself', () => followed(suspended(10)), 'log_leaf'],
  ['a second issuance as status', () => followed(toLeaf()), 'log_leaf'],
];
async function grown(leaf: Record<string, unknown>) {
  return sealProof(growLog(honestLeaves().with(OWN_INDEX, leaf)));
}
async function followed(leaf: Record<string, unknown>) {
  const bundle = await sealProof(growLog(honestLeaves(leaf)), [10]);
  return { ...bundle, statusToken: toToken({ status: 'SUSPENDED', valid: false }) };
}

const ALL = {
  shape: SHAPES,
  seal: SEALS,
  head: HEADS,
  witnesses: WITNESSES,
  leaves: LEAVES,
};

describe.each(Object.entries(ALL))('a proof with a wrong %s', (_part, rows) => {
  it.each(rows.map(([name, ...rest]) => [name, rest] as const))(
    'is refused: %s',
    async (_name, [change, expected, options]) => {
      const result = await check(await change(await sealProof()), options);
      expect({ valid: result.valid, code: result.reasons[0]?.code }).toEqual({ valid: false, code: expected });
    },
  );
});

/** A complete and honest proof of the same files, certified as another product type. */
async function provenAs(productType: 'CONTRACT' | 'TOOL' | 'API' | 'SKILL+API') {
  const { payload, envelope, record } = sealSkill(SIGNER, { productType });
  const bundle = await grown(toLeaf({ payloadHash: record.payloadHash }));
  return { ...bundle, payload, statement: envelope, statusToken: toToken({ payloadHash: record.payloadHash }) };
}

describe('a proof of another product type', () => {
  it.each(['CONTRACT', 'TOOL', 'API'] as const)('is refused for a skill that was certified as a %s', async (type) => {
    const result = await check(await provenAs(type));
    expect({ valid: result.valid, code: result.reasons[0]?.code }).toEqual({ valid: false, code: 'wrong_type' });
  });

  it('is accepted for a skill with an API, and without files', async () => {
    expect(await check(await provenAs('SKILL+API'))).toMatchObject({ valid: true });
    const { folder: _, ...options } = OPTIONS;
    expect(await verifyProof(await provenAs('CONTRACT'), options)).toMatchObject({ valid: true });
  });
});

describe('a proof from an incorrectly grown log', () => {
  it.each(WRONG_LOGS)('is refused: %s', async (_name, build, expected) => {
    const result = await check(await build());
    expect({ valid: result.valid, code: result.reasons[0]?.code }).toEqual({ valid: false, code: expected });
  });
});
