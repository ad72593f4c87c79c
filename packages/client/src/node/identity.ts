import { randomBytes } from 'node:crypto';
import type { Client } from '../client.ts';
import { requireSignature } from '../feed.ts';
import { platformEd25519 } from '../keys.ts';
import { AssayError } from '../reasons.ts';
import * as ROUTES from '../routes.generated.ts';
import { isDict, isText } from '../shape.ts';

const NONCE_BYTES = 16;

/** The service's signed identity: its address and its payment recipients. */
type ServiceIdentity = {
  readonly issuer: string;
  readonly payment: { readonly network: string; readonly asset: string; readonly payTo: string } | null;
};

/**
 * The identity, signed by a trusted key for a fresh nonce. Call this before sending a token, a signature or a payment
 * to the service. Throws AssayError.
 */
export async function readIdentity({ http, withKeys }: Pick<Client, 'http' | 'withKeys'>): Promise<ServiceIdentity> {
  const nonce = randomBytes(NONCE_BYTES).toString('hex');
  const body = await http.get(`${ROUTES.readServiceIdentity.path}?nonce=${nonce}`).catch((error: unknown) => {
    if (!(error instanceof AssayError) || error.code !== 'not_found') throw error;
    throw new AssayError('trust_root', 'The service does not prove that it has its signing keys.', { cause: error });
  });
  const isWhole = isDict(body) && body.nonce === nonce && isText(body.issuer) && URL.canParse(body.issuer);
  if (!isWhole) throw new AssayError('bad_answer', 'The identity of the service cannot be read.');
  await withKeys('receipt', (keys) => requireSignature(body, keys, platformEd25519));
  const { issuer, payment } = body;
  return { issuer: String(issuer), payment: toPayment(payment) };
}

function toPayment(payment: unknown): ServiceIdentity['payment'] {
  if (payment === null) return null;
  if (!isDict(payment)) throw new AssayError('bad_answer', 'The identity of the service cannot be read.');
  const { network, asset, payTo } = payment;
  if (!isText(network) || !isText(asset) || !isText(payTo))
    throw new AssayError('bad_answer', 'The identity of the service cannot be read.');
  return { network, asset, payTo };
}
