import type { CredentialStore } from '../../platform/auth/index.ts';
import type { EventStore } from '../../platform/events/index.ts';
import type { IdempotencyStore } from '../../platform/http/index.ts';
import type { MailStore } from '../../platform/mail/index.ts';
import type { OperatorQueue } from '../support/index.ts';
import type { TermsStore } from '../terms/index.ts';
import type { WorldInputTx } from '../world/index.ts';
import type { AccountEvent } from './accounts.published.ts';
import type { AccountStore } from './accounts.store.ts';
import type { AgentStore } from './agents.store.ts';
import type { ChallengeStore } from './challenges.store.ts';
import type { DeviceLoginStore } from './device-logins.store.ts';
import type { WalletStore } from './wallets.store.ts';

/** The stores of one transaction. */
export type AccountTransaction = WorldInputTx & {
  readonly accounts: AccountStore;
  readonly challenges: ChallengeStore;
  readonly deviceLogins: DeviceLoginStore;
  readonly wallets: WalletStore;
  readonly terms: TermsStore;
  readonly agents: AgentStore;
  readonly credentials: CredentialStore;
  readonly idempotency: Pick<IdempotencyStore, 'deleteOf'>;
  readonly mails: MailStore;
  readonly events: EventStore;
  readonly operatorQueue: OperatorQueue;
  readonly publish: (event: AccountEvent) => Promise<void>;
};
export type InTransaction = <T>(work: (stores: AccountTransaction) => Promise<T>) => Promise<T>;
