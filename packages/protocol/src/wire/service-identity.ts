/** The identity that a client checks before it sends a token or a payment. */
import { z } from 'zod';
import { Address } from '../ids.ts';
import { JsonSignature } from '../seal/signed-json.ts';
import { Link, Network, Time } from './common.ts';

const ClientNonce = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/);

export const ServiceIdentityQuery = z.object({
  nonce: ClientNonce.describe('A new random string; the response contains it.').meta({
    examples: ['c2hvdyBtZSB5b3VyIGtleQ'],
  }),
});

export const ServiceIdentity = z
  .object({
    issuer: Link.describe('The address of this service. Its host is the domain in sign-in messages.'),
    nonce: ClientNonce,
    issuedAt: Time,
    payment: z
      .object({ network: Network, asset: Address, payTo: Address })
      .nullable()
      .describe('Recipient of payments; null while the service has no chain.'),
    signature: JsonSignature,
  })
  .meta({ id: 'ServiceIdentity' });
export type ServiceIdentity = z.infer<typeof ServiceIdentity>;
