/** Messages of a webhook, by Standard Webhooks 1.0: who sent them, when, and that nothing in them was changed. */
import { AssayError } from './reasons.ts';

export const WEBHOOK_LIMITS = {
  toleranceSeconds: 300,
  bodyBytesMax: 1_048_576,
  signatures: 16,
  secretBytesMin: 24,
} as const;
const SECRET_PREFIX = 'whsec_';
const IN_SECONDS = 1_000;

type Received = {
  /** The body as it came, before anything parses it. */
  readonly body: string;
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** `whsec_…`, shown once when the webhook was created. After a change, the old one as well. */
  readonly secret: string | readonly string[];
  readonly now?: () => number;
};

export type WebhookMessage = { readonly id: string; readonly at: Date; readonly message: unknown };

/**
 * Gives the message, or throws AssayError. Keep the id for as long as `toleranceSeconds`, and take each id once: a message can be
 * sent again by the service, and by anyone who saw it.
 */
export async function verifyWebhook({ body, headers, secret, now = Date.now }: Received): Promise<WebhookMessage> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !signatures || !timestamp || !/^\d{1,12}$/.test(timestamp))
    throw new AssayError('bad_answer', 'The message has no complete webhook headers.');
  if (body.length > WEBHOOK_LIMITS.bodyBytesMax)
    throw new AssayError('bad_answer', `The message is larger than ${WEBHOOK_LIMITS.bodyBytesMax} bytes.`);
  const at = Number(timestamp) * IN_SECONDS;
  if (!(Math.abs(now() - at) <= WEBHOOK_LIMITS.toleranceSeconds * IN_SECONDS))
    throw new AssayError(
      'stale_answer',
      `The message is more than ${WEBHOOK_LIMITS.toleranceSeconds} s old or from the future.`,
    );
  const text = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const given = signatures
    .split(' ')
    .filter((each) => each.startsWith('v1,'))
    .slice(0, WEBHOOK_LIMITS.signatures)
    .flatMap((each) => decode(each.slice('v1,'.length)) ?? []);
  const keys = await Promise.all([secret].flat().map(toKey));
  const checked = await Promise.all(
    keys.flatMap((key) => given.map((signature) => crypto.subtle.verify('HMAC', key, signature, text))),
  );
  if (!checked.includes(true))
    throw new AssayError('statement_signature', 'The message is not signed with this secret.');
  return { id, at: new Date(at), message: parse(body) };
}

function headerOf(headers: Received['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).filter(([key]) => key.toLowerCase() === name);
  const value = found[0]?.[1];
  // Two values leave open which one the signature is about.
  return found.length === 1 && typeof value === 'string' ? value : undefined;
}

function toKey(secret: string): Promise<CryptoKey> {
  const bytes = secret.startsWith(SECRET_PREFIX) ? decode(secret.slice(SECRET_PREFIX.length)) : undefined;
  if (bytes === undefined || bytes.length < WEBHOOK_LIMITS.secretBytesMin)
    throw new TypeError('The secret of a webhook is whsec_ and at least 24 bytes in base64.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function decode(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new AssayError('bad_answer', 'The message is not JSON.', { cause });
  }
}
