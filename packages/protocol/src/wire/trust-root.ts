/** The keys that this service signs with, and its former keys. */
import { z } from 'zod';
import { KeyId } from '../seal/ed25519.ts';
import { Link, Time } from './common.ts';

export const TRUST_ROOT_LIMITS = { keysMax: 256, signaturesMax: 64 } as const;

export const KeyUse = z.enum(['certificate', 'status', 'feed', 'receipt', 'log', 'webhook']);
export type KeyUse = z.infer<typeof KeyUse>;

export const TrustedKey = z
  .object({
    keyId: KeyId,
    use: KeyUse,
    alg: z.literal('Ed25519'),
    publicKey: z.string().describe('The 32 bytes of the key as base64.'),
    validFrom: Time,
    validUntil: Time.nullable().describe('Seals made after this time are rejected; earlier seals stay valid.'),
  })
  .meta({ id: 'TrustedKey' });
export type TrustedKey = z.infer<typeof TrustedKey>;

export const TrustRoot = z
  .object({
    version: z.int().positive(),
    issuedAt: Time,
    expiresAt: Time,
    keys: z.array(TrustedKey).min(1).max(TRUST_ROOT_LIMITS.keysMax),
    threshold: z.int().positive(),
    previous: Link.nullable().describe('The previous version, whose keys signed this one.'),
    signatures: z
      .array(z.object({ keyId: KeyId, value: z.string() }))
      .min(1)
      .max(TRUST_ROOT_LIMITS.signaturesMax)
      .describe('Signatures over the canonical JSON of this object without `signatures`.'),
  })
  .meta({ id: 'TrustRoot' });
export type TrustRoot = z.infer<typeof TrustRoot>;

export const TrustRootQuery = z.object({
  version: z.coerce.number().int().positive().max(1_000_000).optional().describe('Default: the newest.'),
});
