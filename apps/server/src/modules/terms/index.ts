export type { AcceptedTerms } from './terms.service.ts';
export { type TermsStore, termsStore } from './terms.store.ts';
