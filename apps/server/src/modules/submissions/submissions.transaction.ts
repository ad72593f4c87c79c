import type { AgentStore, WalletStore } from '../accounts/index.ts';
import type { PaymentTransaction } from '../payments/index.ts';
import type { TermsStore } from '../terms/index.ts';
import type { BundleStore } from './bundles.store.ts';
import type { DraftStore } from './drafts.store.ts';
import type { KeptBytesStore } from './kept-bytes.store.ts';
import type { SubmissionEvent } from './submissions.published.ts';
import type { SubmissionStore } from './submissions.store.ts';
import type { SuspendedContentStore } from './suspended-content.store.ts';

/** The stores of one transaction. A submission is purchased, so they include those of payments. */
export type SubmissionTransaction = PaymentTransaction & {
  readonly submissions: SubmissionStore;
  readonly bundles: BundleStore;
  readonly drafts: DraftStore;
  readonly keptBytes: KeptBytesStore;
  readonly suspendedContent: SuspendedContentStore;
  readonly terms: Pick<TermsStore, 'list'>;
  /** The holders of wallets, as this transaction sees them. */
  readonly wallets: Pick<WalletStore, 'findPrimary'>;
  readonly agents: Pick<AgentStore, 'find'>;
  readonly publish: (event: SubmissionEvent) => Promise<void>;
};
export type InTransaction = <T>(work: (tx: SubmissionTransaction) => Promise<T>) => Promise<T>;
