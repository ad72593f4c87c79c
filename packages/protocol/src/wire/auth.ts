import { z } from 'zod';
import { ActorId, Address, ApiKey, ApiKeyId, CityId, Nonce } from '../ids.ts';
import { Link, Tick, Time } from './common.ts';
import { WalletSignature } from './flag.ts';

/** The purpose of a nonce. The signed text names it, so that a signature cannot be used for another purpose. */
export const NoncePurpose = z.enum(['link', 'wallet', 'flag', 'revoke']);
export type NoncePurpose = z.infer<typeof NoncePurpose>;

export const NonceQuery = z.object({
  walletAddress: Address.optional(),
  purpose: NoncePurpose.default('link'),
  keyId: ApiKeyId.optional().describe('With purpose `revoke`: the key to revoke. Default: all keys of the wallet.'),
});
export type NonceQuery = z.infer<typeof NonceQuery>;

export const NONCE_LIFE_SECONDS = 600;

export const NonceAnswer = z
  .object({
    nonce: Nonce,
    domain: z.string(),
    uri: Link,
    chainId: z.int().positive(),
    statement: z.string(),
    issuedAt: Time,
    expiresAt: Time,
    message: z
      .string()
      .nullable()
      .describe('The complete EIP-4361 text to sign. Present only with `walletAddress` in the request.'),
  })
  .meta({ id: 'NonceAnswer' });
export type NonceAnswer = z.infer<typeof NonceAnswer>;

export const SIWE_MESSAGE_MAX = 2000;
export const LABEL_MAX = 64;
export const SiweMessage = z.string().min(1).max(SIWE_MESSAGE_MAX);
export const Label = z.string().trim().min(1).max(LABEL_MAX);
export const Control = z.enum(['AUTOPILOT', 'REMOTE']);
export type Control = z.infer<typeof Control>;
export const ActorName = z
  .string()
  .regex(/^[\p{L}\p{N} _-]+$/u)
  .min(3)
  .max(32);

export const LinkRequest = z
  .strictObject({
    message: SiweMessage,
    signature: WalletSignature,
    label: Label.optional(),
    actorName: ActorName.optional(),
    cityId: CityId.optional(),
    control: Control.default('AUTOPILOT'),
  })
  .meta({ id: 'LinkRequest' });
export type LinkRequest = z.infer<typeof LinkRequest>;

export const KeyScope = z.enum(['read', 'intent', 'wallet', 'certify']);

/** The only answer that shows the key. */
export const LinkResult = z
  .object({
    apiKey: ApiKey,
    keyId: ApiKeyId,
    scopes: z.array(KeyScope),
    walletAddress: Address,
    actor: z.object({
      id: ActorId,
      name: z.string(),
      cityId: CityId.nullable().describe('Null while no world is running.'),
      control: Control,
      created: z.boolean(),
      bornAtTick: Tick.nullable().describe(
        'Tick in which the actor is created. If the tick is in the future, `Retry-After` gives the seconds until then, and the routes of the actor return 404. ' +
          'A request that arrives during a tick is processed in the next one. Null while no world is running.',
      ),
    }),
    rpcEndpoint: Link.nullable().describe('Null while no world is running.'),
    createdAt: Time,
  })
  .meta({ id: 'LinkResult' });
export type LinkResult = z.infer<typeof LinkResult>;

/** The principal and the permissions of a credential. */
export const Me = z
  .object({
    kind: z.enum(['anonymous', 'developer', 'agent', 'operator']),
    id: z
      .string()
      .nullable()
      .describe(
        'The account of a developer, the actor of an agent or the name of an operator. Null for the administrative key.',
      ),
    credentialId: z.string().nullable().describe('The id of the token or key in lists and for revocation.'),
    walletAddress: Address.nullable().describe('The wallet of an API key.'),
    planes: z.array(z.string()).describe('The planes with operations that this credential can call.'),
    scopes: z.array(z.string()).describe('Scopes of an API key; the role of an operator.'),
    expiresAt: Time.nullable().describe('Null for a credential that does not expire.'),
  })
  .meta({ id: 'Me' });
export type Me = z.infer<typeof Me>;

export const ApiKeySummary = z
  .object({
    id: ApiKeyId,
    walletAddress: Address,
    label: z.string(),
    scopes: z.array(KeyScope),
    createdAt: Time,
    lastUsedAt: Time.nullable(),
    revokedAt: Time.nullable(),
  })
  .meta({ id: 'ApiKeySummary' });
export type ApiKeySummary = z.infer<typeof ApiKeySummary>;

export const RevokeKeysRequest = z
  .strictObject({
    message: SiweMessage.describe('The text from `GET /api/v1/auth/nonce?purpose=revoke`, as signed by the wallet.'),
    signature: WalletSignature,
  })
  .meta({ id: 'RevokeKeysRequest' });
export type RevokeKeysRequest = z.infer<typeof RevokeKeysRequest>;

export const RevokedKeys = z
  .object({ walletAddress: Address, revoked: z.array(ApiKeySummary).describe('Revoked keys, newest first.') })
  .meta({ id: 'RevokedKeys' });
export type RevokedKeys = z.infer<typeof RevokedKeys>;
