import { termsRoutes } from '@assay/protocol';
import { principalOf } from '../../platform/auth/index.ts';
import { bindRoutes } from '../../platform/http/index.ts';
import type { AcceptedTerms } from './terms.service.ts';

export const bindTermsRoutes = (terms: AcceptedTerms) =>
  bindRoutes(termsRoutes, {
    readTerms: (_, { caller }) => terms.read(caller === undefined ? undefined : principalOf(caller)),
    acceptTerms: ({ body }, { caller }) => terms.accept(principalOf(caller), body),
  });
