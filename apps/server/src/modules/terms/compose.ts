/** Wires the terms of service. */
import type { PlatformServices } from '../../platform/services.ts';
import { bindTermsRoutes } from './terms.routes.ts';
import { createTerms, type TermsTransaction } from './terms.service.ts';
import { readTermsTexts } from './terms.texts.ts';

type Needs = { readonly portalUrl: string; readonly isPublicService: boolean };

export function composeTerms({ stores, clock }: PlatformServices<TermsTransaction>, needs: Needs) {
  const terms = createTerms({
    texts: readTermsTexts(),
    store: stores.terms,
    isRequired: needs.isPublicService,
    urlOf: (name) => `${needs.portalUrl}/docs/policies/${name}`,
    clock,
  });
  return { terms, routes: bindTermsRoutes(terms) };
}
