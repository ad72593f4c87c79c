import { createHmac } from 'node:crypto';
import { createSigner, type Signer } from '@assay/protocol';
import type { DeriveKey } from '../../platform/auth/index.ts';

const SECRET_PREFIX = 'whsec_';
const PUBLIC_KEY_PREFIX = 'whpk_';

export const toSecret = (bytes: Uint8Array): string => SECRET_PREFIX + Buffer.from(bytes).toString('base64');
export const toPublicKey = (signer: Pick<Signer, 'publicKey'>): string =>
  PUBLIC_KEY_PREFIX + Buffer.from(signer.publicKey).toString('base64');

type Message = { readonly id: string; readonly at: Date; readonly body: string };

/**
 * Standard Webhooks 1.0: id, time and body in one text, signed with the shared secret (v1) and with the service's key
 * (v1a).
 */
export function signatureHeaders({ id, at, body }: Message, secret: string, signer: Pick<Signer, 'sign'>) {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const text = `${id}.${timestamp}.${body}`;
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  const shared = createHmac('sha256', key).update(text).digest('base64');
  const ours = Buffer.from(signer.sign(new TextEncoder().encode(text))).toString('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${shared} v1a,${ours}`,
  };
}

/** The key of v1a signatures. It does not rotate, because receivers stored it when they subscribed. */
export const webhookSigner = (deriveKey: DeriveKey): Signer => createSigner(deriveKey('webhook signatures'));
