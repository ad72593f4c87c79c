import { Problem, Sha256, type Terms, type TermsAcceptance, type TermsRequest } from '@assay/protocol';
import type { z } from 'zod';
import type { AcceptanceRow, TermsStore } from './terms.store.ts';
import type { TermsTexts } from './terms.texts.ts';

export type TermsTransaction = { readonly terms: TermsStore };
type Deps = {
  readonly texts: TermsTexts;
  readonly store: TermsStore;
  /** Submissions require accepted terms. */
  readonly isRequired: boolean;
  readonly urlOf: (name: string) => string;
  readonly clock: { now(): Date };
};

/** Acceptances listed per principal. Daily changes of the text would take months to reach it. */
const ACCEPTANCES_SHOWN_MAX = 200;

/** The current terms, and the acceptances of each text. */
export function createTerms({ texts, store, isRequired, urlOf, clock }: Deps) {
  const { version, sha256 } = texts;

  async function list(principal: string): Promise<TermsAcceptance[]> {
    return (await store.list(principal, ACCEPTANCES_SHOWN_MAX)).map(toAcceptance);
  }

  async function read(principal: string | undefined): Promise<z.input<typeof Terms>> {
    const acceptances = principal === undefined ? [] : await list(principal);
    return {
      version,
      sha256,
      documents: texts.documents.map(({ name, title, sha256: digest }) => ({
        title,
        url: urlOf(name),
        sha256: digest,
      })),
      isRequired,
      isAccepted: acceptances.some((accepted) => accepted.sha256 === sha256),
      acceptances,
    };
  }

  /** Runs in the transaction that creates an account, or on its own. */
  const acceptIn = (tx: TermsTransaction, principal: string): Promise<void> =>
    tx.terms.insert({ principal, sha256, version, acceptedAt: clock.now() });

  return {
    read,
    list,
    acceptIn,
    async accept(principal: string, named: TermsRequest): Promise<z.input<typeof Terms>> {
      if (named.version !== version || named.sha256 !== sha256) throw new Problem('terms_changed', { version });
      await acceptIn({ terms: store }, principal);
      return read(principal);
    },
    /** Throws if the principal must accept the current text and has not. */
    async requireAccepted(principal: string): Promise<void> {
      if (isRequired && !(await store.has(principal, sha256))) throw new Problem('terms_required', { version });
    },
  };
}
export type AcceptedTerms = ReturnType<typeof createTerms>;

const toAcceptance = ({ version, sha256, acceptedAt }: AcceptanceRow): TermsAcceptance => ({
  version,
  sha256: Sha256.parse(sha256),
  acceptedAt: acceptedAt.toISOString(),
});
