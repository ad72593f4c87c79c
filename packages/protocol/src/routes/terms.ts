import type { RouteTable } from '../route.ts';
import { Terms, TermsRequest } from '../wire/terms.ts';

/** The terms of this service, and the versions that each account accepted. */
export const termsRoutes = {
  readTerms: {
    method: 'GET',
    path: '/certsvc/v1/terms',
    plane: 'player',
    access: 'optional',
    rate: 'public',
    cache: 'private',
    summary: 'Get the current terms and the versions that the caller has accepted',
    status: 200,
    answer: Terms,
    errors: [],
  },
  acceptTerms: {
    method: 'POST',
    path: '/certsvc/v1/terms/accept',
    plane: 'player',
    access: 'owner',
    rate: 'key',
    cache: 'private',
    summary: 'Accept the current terms',
    description:
      'Send the version and digest of the text that was read. Any text other than the current one is rejected.',
    body: TermsRequest,
    bodyLimit: 'small',
    strictBody: true,
    status: 200,
    answer: Terms,
    errors: ['terms_changed'],
  },
} as const satisfies RouteTable;
