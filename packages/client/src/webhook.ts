/** Verifies webhook messages by Standard Webhooks 1.0: sender, time and integrity. */
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
  /** The raw body, before any parsing. */
  readonly body: string;
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** `whsec_…`, shown once at creation. After a rotation, also the old secret. */
  readonly secret: string | readonly string[];
  readonly now?: () => number;
};

export type WebhookMessage = { readonly id: string; readonly at: Date; readonly message: unknown };

/**
 * Returns the message or throws AssayError. Store each id for `toleranceSeconds` and accept it only once: the service
 * can send a message again, and so can anyone who saw it.
 */
export async function verifyWebhook({ body, headers, secret, now = Date.now }: Received): Promise<WebhookMessage> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !signatures || !timestamp || !/^\d{1,12}$/.test(timestamp))
    throw new AssayError('bad_answer', 'The webhook headers of the message are missing or incomplete.');
  if (body.length > WEBHOOK_LIMITS.bodyBytesMax)
    throw new AssayError('bad_answer', `The message is larger than ${WEBHOOK_LIMITS.bodyBytesMax} bytes.`);
  const at = Number(timestamp) * IN_SECONDS;
  if (!(Math.abs(now() - at) <= WEBHOOK_LIMITS.toleranceSeconds * IN_SECONDS))
    throw new AssayError(
      'stale_answer',
      `The message is more than ${WEBHOOK_LIMITS.toleranceSeconds} s old, or its timestamp is in the future.`,
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
  // With two values it is unclear which one was signed.
  return found.length === 1 && typeof value === 'string' ? value : undefined;
}

function toKey(secret: string): Promise<CryptoKey> {
  const bytes = secret.startsWith(SECRET_PREFIX) ? decode(secret.slice(SECRET_PREFIX.length)) : undefined;
  if (bytes === undefined || bytes.length < WEBHOOK_LIMITS.secretBytesMin)
    throw new TypeError('A webhook secret consists of whsec_ and at least 24 bytes in base64.');
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
