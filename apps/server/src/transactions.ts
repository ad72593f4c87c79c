/** The unit of consistency: the stores of every module on one handle, and the events that connect the modules. */
import type { RandomBytes, Signer } from '@assay/protocol';
import { type AppEvent, type Subscriptions, toHandlers } from './handlers.ts';
import { abuseStore } from './modules/abuse/index.ts';
import { accountStores } from './modules/accounts/index.ts';
import { certificateStores } from './modules/certificates/index.ts';
import { councilStores } from './modules/council/index.ts';
import { sourceNewsStore } from './modules/dashboard/index.ts';
import { createLedger, ledgerStore } from './modules/ledger/index.ts';
import { marketplaceStores } from './modules/marketplace/index.ts';
import { monitoringStore } from './modules/monitoring/index.ts';
import { operatorStores } from './modules/operators/index.ts';
import { paymentStores } from './modules/payments/index.ts';
import { pluginStores } from './modules/plugins/index.ts';
import { purseStores } from './modules/purse/index.ts';
import { registryStores } from './modules/registry/index.ts';
import { rpcStores } from './modules/rpc/index.ts';
import { seatStores } from './modules/seats/index.ts';
import { submissionStores } from './modules/submissions/index.ts';
import { supportStores } from './modules/support/index.ts';
import { termsStore } from './modules/terms/index.ts';
import { transparencyStores } from './modules/transparency/index.ts';
import { openTrustStores } from './modules/trust/index.ts';
import { validatorStores } from './modules/validators/index.ts';
import { webhookStores } from './modules/webhooks/index.ts';
import { worldStores } from './modules/world/index.ts';
import { credentialStore, type DeriveKey, operatorStore } from './platform/auth/index.ts';
import type { Database } from './platform/db/index.ts';
import { createDomainBus, createNotices, eventStore, type NoticeBus, type Notices } from './platform/events/index.ts';
import { idempotencyStore } from './platform/http/index.ts';
import type { Jobs } from './platform/jobs/index.ts';
import { mailStore } from './platform/mail/index.ts';

type Needs = {
  readonly db: Database;
  readonly bus: Pick<NoticeBus, 'tell'>;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
  readonly signer: Signer;
  readonly deriveKey: DeriveKey;
};
type Opened = Needs & { readonly openTrust: ReturnType<typeof openTrustStores> };
type Publish = (event: AppEvent) => Promise<void>;
export type Stores = ReturnType<typeof openStores>;

/** Opens the stores on a pool or a transaction. `notices` collects the notifications of the transaction. */
function openStores({ jobs, random, clock, openTrust }: Opened, handle: Database, publish: Publish, notices?: Notices) {
  return {
    ...accountStores(handle),
    abuse: abuseStore(handle),
    ...certificateStores(handle),
    ...councilStores(handle),
    ...marketplaceStores(handle),
    ...paymentStores(handle),
    ...pluginStores(handle),
    ...purseStores(handle),
    ...registryStores(handle),
    ...rpcStores(handle),
    ...seatStores(handle),
    ...submissionStores(handle),
    ...supportStores(handle, random),
    terms: termsStore(handle),
    ...transparencyStores(handle),
    ...openTrust(handle),
    ...validatorStores(handle),
    ...webhookStores(handle),
    ...worldStores(handle),
    monitorings: monitoringStore(handle),
    sourceNews: sourceNewsStore(handle),
    ledger: createLedger({ store: ledgerStore(handle), clock }),
    credentials: credentialStore(handle),
    idempotency: idempotencyStore(handle),
    operators: operatorStore(handle),
    ...operatorStores(handle),
    mails: mailStore(handle),
    events: eventStore(handle, notices),
    jobs: { send: (queue: string, keys: readonly string[]) => jobs.send(handle, queue, keys) },
    publish,
  };
}

const refuseEvent: Publish = ({ type }) =>
  Promise.reject(new Error(`Event ${type} was published outside a transaction.`));

export function createTransactions(given: Needs) {
  const { db, bus } = given;
  const needs = { ...given, openTrust: openTrustStores(given) };
  const events = createDomainBus<Stores, AppEvent>();

  async function inTransaction<T>(work: (tx: Stores) => Promise<T>): Promise<T> {
    const notices = createNotices();
    const result = await db.transaction(async (handle) => {
      const queue = events.open(() => tx);
      const tx = openStores(needs, handle, queue.publish, notices);
      const done = await work(tx);
      queue.requireDelivered();
      await notices.sendIn(handle);
      return done;
    });
    for (const [topic, id] of notices.list()) bus.tell(topic, id);
    return result;
  }

  return {
    /** The stores outside any transaction, for reads. */
    stores: openStores(needs, db, refuseEvent),
    inTransaction,
    /** Called once, after all modules are composed. */
    connect: (modules: Subscriptions<Stores>): void => events.connect(toHandlers(modules)),
  };
}
