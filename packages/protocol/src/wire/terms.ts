import { z } from 'zod';
import { Sha256 } from '../ids.ts';
import { ForeignUrl, Time } from './common.ts';

/** A date, with a letter for a further version on the same day. */
export const TermsVersion = z.string().regex(/^\d{4}-\d{2}-\d{2}[a-z]?$/);

export const TermsAcceptance = z
  .object({ version: TermsVersion, sha256: Sha256, acceptedAt: Time })
  .meta({ id: 'TermsAcceptance' });
export type TermsAcceptance = z.infer<typeof TermsAcceptance>;

export const Terms = z
  .object({
    version: TermsVersion,
    sha256: Sha256.describe('SHA-256 of the texts of all documents, concatenated in this order.'),
    documents: z.array(z.object({ title: z.string(), url: ForeignUrl, sha256: Sha256 })),
    isRequired: z
      .boolean()
      .describe(
        'Whether submissions require acceptance of the terms. False while only this machine can reach the service.',
      ),
    isAccepted: z
      .boolean()
      .describe('Whether the caller has accepted exactly these texts. False without a credential.'),
    acceptances: z.array(TermsAcceptance).describe('Terms that the caller has accepted, newest first.'),
  })
  .meta({ id: 'Terms' });
export type Terms = z.infer<typeof Terms>;

export const TermsRequest = z.strictObject({ version: TermsVersion, sha256: Sha256 }).meta({ id: 'TermsRequest' });
export type TermsRequest = z.infer<typeof TermsRequest>;
