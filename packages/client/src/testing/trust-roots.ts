import { canonicalBytes, type Signer, toBase64 } from '@assay/protocol';
import { at, keyText, NOW, SIGNER } from './sealed-skill.ts';

const DAY_MS = 86_400_000;

export const toKey = (signer: Signer, use: string, changes: object = {}) => ({
  keyId: signer.keyId as string,
  use,
  alg: 'Ed25519',
  publicKey: keyText(signer),
  validFrom: at(NOW - 30 * DAY_MS),
  validUntil: null,
  ...changes,
});

/** A trust root by section 14.1 of the interface: signed over its canonical JSON without `signatures`. */
export function toRoot(
  changes: Record<string, unknown> = {},
  signers: readonly Signer[] = [SIGNER],
): Record<string, unknown> {
  const body = {
    version: 1,
    issuedAt: at(NOW - DAY_MS),
    expiresAt: at(NOW + 90 * DAY_MS),
    keys: [toKey(SIGNER, 'certificate'), toKey(SIGNER, 'status'), toKey(SIGNER, 'feed')],
    threshold: 1,
    previous: null,
    ...changes,
  };
  const signatures = signers.map((signer) => ({
    keyId: signer.keyId as string,
    value: toBase64(signer.sign(canonicalBytes(body))),
  }));
  return { ...body, signatures };
}
