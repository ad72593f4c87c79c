import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toBase64 } from './base64.ts';
import { canonicalBytes } from './canonical-json.ts';
import { createSigner } from './ed25519.ts';
import { parseIJson } from './i-json.ts';
import { signJson, verifySignedJson } from './signed-json.ts';

const ALICE = createSigner(new Uint8Array(32).fill(1));
const BOB = createSigner(new Uint8Array(32).fill(2));
const FEED = {
  schema: 'assay-skill-store/v1',
  sequence: 4711,
  entries: [{ name: 'pdf-tools', ratio: 0.5 }],
  since: null,
};
const refusal = (code: string) => expect.objectContaining({ name: 'SealError', code });
const attempt =
  (signed: unknown, keys = [ALICE.publicKey]) =>
  () =>
    verifySignedJson(signed, keys);

describe('jcs-ed25519-v1', () => {
  it('verifies the object and returns it without its signature', () => {
    expect(verifySignedJson(signJson(FEED, ALICE), [ALICE.publicKey])).toEqual({ body: FEED, keyId: ALICE.keyId });
  });

  it('adds the documented signature member over the canonical bytes of the rest', () => {
    expect(signJson(FEED, ALICE).signature).toEqual({
      alg: 'Ed25519',
      keyId: ALICE.keyId,
      scheme: 'jcs-ed25519-v1',
      value: toBase64(ALICE.sign(canonicalBytes(FEED))),
    });
  });

  it('survives serialization with members in any order', () => {
    const { signature, schema, ...rest } = signJson(FEED, ALICE);
    const received = parseIJson(JSON.stringify({ ...rest, signature, schema }, null, 2));
    expect(verifySignedJson(received, [ALICE.publicKey]).body).toEqual(FEED);
  });

  it('refuses any changed character', () => {
    const text = JSON.stringify(signJson(FEED, ALICE));
    fc.assert(
      fc.property(fc.nat({ max: text.length - 1 }), fc.constantFrom('A', 'b', '7', '=', 'z'), (at, character) => {
        fc.pre(text[at] !== character);
        const changed = text.slice(0, at) + character + text.slice(at + 1);
        expect(() => verifySignedJson(parseIJson(changed), [ALICE.publicKey])).toThrow();
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['an added member', { extra: 1 }],
    ['a changed member', { sequence: 4712 }],
    ['a removed member', { since: undefined }],
  ])('refuses %s', (_name, change) => {
    const changed: unknown = JSON.parse(JSON.stringify({ ...signJson(FEED, ALICE), ...change }));
    expect(attempt(changed)).toThrow(refusal('bad_signature'));
  });

  it('refuses an unsigned member called __proto__', () => {
    const text = JSON.stringify(signJson(FEED, ALICE)).replace('{', '{"__proto__":{"trusted":true},');
    expect(attempt(parseIJson(text))).toThrow(refusal('bad_signature'));
  });

  it('refuses an unknown key and a signature relabelled as a trusted one', () => {
    const signed = signJson(FEED, ALICE);
    expect(attempt(signed, [BOB.publicKey])).toThrow(refusal('unknown_key'));
    const relabelled = { ...signed, signature: { ...signed.signature, keyId: BOB.keyId } };
    expect(attempt(relabelled, [BOB.publicKey])).toThrow(refusal('bad_signature'));
  });

  it.each([
    ['no object', 'text'],
    ['an array', [signJson(FEED, ALICE)]],
    ['no signature', FEED],
    ['another algorithm', { ...FEED, signature: { ...signJson(FEED, ALICE).signature, alg: 'none' } }],
    ['another scheme', { ...FEED, signature: { ...signJson(FEED, ALICE).signature, scheme: 'jcs-ed25519-v2' } }],
    ['a member added to the signature', { ...FEED, signature: { ...signJson(FEED, ALICE).signature, note: 'x' } }],
    ['a value that JSON cannot carry', { ...signJson(FEED, ALICE), at: new Date(0) }],
  ])('refuses %s as malformed', (_name, signed) => {
    expect(attempt(signed)).toThrow(refusal('malformed'));
  });

  it('does not sign a signed object again', () => {
    expect(() => signJson(signJson(FEED, ALICE), BOB)).toThrow(refusal('already_signed'));
  });
});
