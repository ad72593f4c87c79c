import { createPublicKey, verify } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CertificateId, SubmissionId } from '../ids.ts';
import { BUNDLE_LIMITS } from '../limits.ts';
import { findBase64, toBase64 } from './base64.ts';
import { describeBundle } from './bundle-digest.ts';
import { payloadHash, payloadSha256, sha256Hex } from './digest.ts';
import { createSigner, type Signer } from './ed25519.ts';
import {
  buildStatement,
  STATEMENT_LIMITS,
  type Statement,
  type StatementEnvelope,
  signStatement,
  verifyStatement,
} from './statement.ts';

const ALICE = createSigner(new Uint8Array(32).fill(1));
const BOB = createSigner(new Uint8Array(32).fill(2));
const PAYLOAD = { schema: 'assay-certificate/v1', name: 'pdf-tools' };
const bytes = (text: string) => new TextEncoder().encode(text);
const pae = (type: string, body: Uint8Array) =>
  Buffer.concat([bytes(`DSSEv1 ${type.length} ${type} ${body.length} `), body]);
const bodyOf = (envelope: StatementEnvelope) => findBase64(envelope.payload) ?? new Uint8Array();

function statement(overrides: { files?: string[]; entry?: string } = {}): Statement {
  const { files = ['SKILL.md', 'run.sh'], entry = 'SKILL.md' } = overrides;
  return buildStatement({
    certificateId: CertificateId.parse('0f1e2d3c4b5a69788796a5b4'),
    submissionId: SubmissionId.parse('017f22e2-79b0-7cc3-98c4-dc0c0c07398f'),
    issuedAt: '2026-01-01T00:00:00.000Z',
    entry,
    digests: describeBundle(
      files.map((path) => ({ path, bytes: bytes(`${path}\r\n`) })),
      entry,
    ),
    payloadHash: payloadHash(PAYLOAD),
    payloadSha256: payloadSha256(PAYLOAD),
  });
}

/** A correctly signed envelope with any body and type, as a faulty signer could publish it. */
function signBody(body: Uint8Array, type = 'application/vnd.in-toto+json', signer: Signer = ALICE): StatementEnvelope {
  const sig = toBase64(signer.sign(pae(type, body)));
  return { payloadType: type, payload: toBase64(body), signatures: [{ keyid: signer.keyId, sig }] };
}

const attempt =
  (envelope: unknown, keys = [ALICE.publicKey]) =>
  () =>
    verifyStatement(envelope, keys);
const refusal = (code: string) => expect.objectContaining({ name: 'SealError', code });

describe('a statement', () => {
  it('has every file, the normalised entry and the payload as subjects', () => {
    expect(statement().subject).toEqual([
      { name: 'SKILL.md', digest: { sha256: sha256Hex(bytes('SKILL.md\r\n')) } },
      { name: 'run.sh', digest: { sha256: sha256Hex(bytes('run.sh\r\n')) } },
      { name: 'urn:assay:entry:lf-v1:SKILL.md', digest: { sha256: sha256Hex(bytes('SKILL.md\n')) } },
      {
        name: 'urn:assay:payload:0f1e2d3c4b5a69788796a5b4',
        digest: { sha256: payloadSha256(PAYLOAD), keccak256: payloadHash(PAYLOAD).slice(2) },
      },
    ]);
  });

  it('contains the ids, the payload hash with its scheme and the time of issuance', () => {
    expect(statement().predicate).toEqual({
      certificateId: '0f1e2d3c4b5a69788796a5b4',
      submissionId: '017f22e2-79b0-7cc3-98c4-dc0c0c07398f',
      payloadHash: payloadHash(PAYLOAD),
      payloadHashScheme: 'keccak256-canonical-json-v1',
      issuedAt: '2026-01-01T00:00:00.000Z',
    });
  });

  it('is not created when a file has the name of the entry subject', () => {
    expect(() => statement({ files: ['SKILL.md', 'urn:assay:entry:lf-v1:SKILL.md'] })).toThrow(
      refusal('duplicate_path'),
    );
  });

  it('accepts the largest bundle and not one file more', () => {
    const files = Array.from({ length: BUNDLE_LIMITS.repositoryFilesMax }, (_, index) => `file-${index}`);
    expect(statement({ files, entry: 'file-0' }).subject).toHaveLength(STATEMENT_LIMITS.subjectsMax);
    expect(() => statement({ files: [...files, 'one-more'], entry: 'file-0' })).toThrow(refusal('malformed'));
  });
});

describe('verifyStatement', () => {
  it('returns the signed statement and its signers', () => {
    const envelope = signStatement(statement(), ALICE);
    expect(verifyStatement(envelope, [BOB.publicKey, ALICE.publicKey])).toEqual({
      statement: statement(),
      keyIds: [ALICE.keyId],
    });
  });

  it('signs the DSSE encoding, which another implementation accepts', () => {
    const envelope = signStatement(statement(), ALICE);
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(ALICE.publicKey).toString('base64url') };
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    const signature = Buffer.from(envelope.signatures[0]?.sig ?? '', 'base64');
    expect(verify(null, pae('application/vnd.in-toto+json', bodyOf(envelope)), key, signature)).toBe(true);
  });

  it('returns the same envelope every time', () => {
    expect(signStatement(statement(), ALICE)).toEqual(signStatement(statement(), ALICE));
  });

  it('refuses any changed byte of the body', () => {
    const envelope = signStatement(statement(), ALICE);
    const body = bodyOf(envelope);
    fc.assert(
      fc.property(fc.nat({ max: body.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, mask) => {
        const changed = body.map((byte, index) => (index === at ? byte ^ mask : byte));
        expect(attempt({ ...envelope, payload: toBase64(changed) })).toThrow(refusal('bad_signature'));
      }),
    );
  });

  it('refuses any changed character of the envelope', () => {
    const text = JSON.stringify(signStatement(statement(), ALICE));
    fc.assert(
      fc.property(
        fc.nat({ max: text.length - 1 }),
        fc.constantFrom('A', 'b', '0', '/', '=', ' ', '"'),
        (at, character) => {
          fc.pre(text[at] !== character);
          const changed = text.slice(0, at) + character + text.slice(at + 1);
          expect(() => verifyStatement(JSON.parse(changed), [ALICE.publicKey])).toThrow();
        },
      ),
      { numRuns: 300 },
    );
  });

  it('refuses a key outside the trusted set, an empty set and another key under the same id', () => {
    const envelope = signStatement(statement(), ALICE);
    const [signature] = envelope.signatures;
    expect(attempt(envelope, [BOB.publicKey])).toThrow(refusal('unknown_key'));
    expect(attempt(envelope, [])).toThrow(refusal('unknown_key'));
    const relabelled = { ...envelope, signatures: [{ ...signature, keyid: BOB.keyId }] };
    expect(attempt(relabelled, [BOB.publicKey])).toThrow(refusal('bad_signature'));
  });

  it('counts a duplicate signature once and two keys as two', () => {
    const envelope = signStatement(statement(), ALICE);
    const other = signStatement(statement(), BOB);
    const keys = [ALICE.publicKey, ALICE.publicKey, BOB.publicKey];
    const doubled = { ...envelope, signatures: [...envelope.signatures, ...envelope.signatures] };
    const both = { ...envelope, signatures: [...envelope.signatures, ...other.signatures] };
    expect(verifyStatement(doubled, keys).keyIds).toEqual([ALICE.keyId]);
    expect(verifyStatement(both, keys).keyIds).toEqual([ALICE.keyId, BOB.keyId]);
  });

  it('ignores an unknown key beside a trusted one, but not an invalid signature of a trusted one', () => {
    const envelope = signStatement(statement(), ALICE);
    const [signature] = envelope.signatures;
    const withThirdParty = { ...envelope, signatures: [{ keyid: 'thirdParty', sig: 'none' }, signature] };
    const withBroken = { ...envelope, signatures: [signature, { ...signature, sig: toBase64(new Uint8Array(64)) }] };
    expect(verifyStatement(withThirdParty, [ALICE.publicKey]).keyIds).toEqual([ALICE.keyId]);
    expect(attempt(withBroken)).toThrow(refusal('bad_signature'));
  });

  it('accepts the maximum number of signatures and refuses one more', () => {
    const envelope = signStatement(statement(), ALICE);
    const [signature] = envelope.signatures;
    const times = (count: number) => ({ ...envelope, signatures: Array.from({ length: count }, () => signature) });
    expect(verifyStatement(times(STATEMENT_LIMITS.signaturesMax), [ALICE.publicKey]).keyIds).toEqual([ALICE.keyId]);
    expect(attempt(times(STATEMENT_LIMITS.signaturesMax + 1))).toThrow(refusal('malformed'));
  });

  it('refuses another payload type, even correctly signed', () => {
    const body = bodyOf(signStatement(statement(), ALICE));
    expect(attempt(signBody(body, 'text/plain'))).toThrow(refusal('wrong_payload_type'));
  });

  it.each([
    ['no object', null],
    ['no signatures', { ...signStatement(statement(), ALICE), signatures: [] }],
    ['a payload that is not base64', { ...signStatement(statement(), ALICE), payload: '%%%' }],
    [
      'a payload past the limit',
      { ...signStatement(statement(), ALICE), payload: 'A'.repeat(STATEMENT_LIMITS.payloadBase64Max + 4) },
    ],
    ['a signed body that is not JSON', signBody(bytes('hello'))],
    ['a signed body with a doubled key', signBody(bytes('{"_type":1,"_type":1}'))],
    ['a signed body of another predicate', signBody(bytes(JSON.stringify({ ...statement(), predicateType: 'x:y' })))],
    ['a signed body without subjects', signBody(bytes(JSON.stringify({ ...statement(), subject: [] })))],
  ])('refuses %s as malformed', (_name, envelope) => {
    expect(attempt(envelope)).toThrow(refusal('malformed'));
  });

  it('refuses a signed body that names one subject twice', () => {
    const { subject, ...rest } = statement();
    const body = bytes(JSON.stringify({ ...rest, subject: [...subject, subject[0]] }));
    expect(attempt(signBody(body))).toThrow(refusal('duplicate_path'));
  });
});
