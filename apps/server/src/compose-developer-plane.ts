/** The developer's side of the wiring diagram: accounts, their mail and what they keep here. */
import {
  createSigner,
  routes as declared,
  fillPath,
  mountPath,
  Problem,
  type RandomBytes,
  SubmissionId,
} from '@assay/protocol';
import type { Audit } from './compose-audit.ts';
import type { Config } from './config.ts';
import {
  type AccountTransaction,
  bindAccountRoutes,
  bindAgentRoutes,
  bindDevInboxRoutes,
  bindWalletRoutes,
  createAccounts,
  createDevInbox,
  createLinks,
  createLogin,
  createNotifications,
  createTokens,
  createWalletProof,
  createWallets,
  type IsSignedByContract,
  type Nonces,
  type NotificationTransaction,
  type OwnersOf,
} from './modules/accounts/index.ts';
import { bindDashboardRoutes, createDashboard, type SourceNewsStore } from './modules/dashboard/index.ts';
import type { Quotes } from './modules/payments/index.ts';
import { bindSourceRoutes, createManifests, createPreview, type Sources } from './modules/sources/index.ts';
import {
  bindCatalogRoutes,
  bindDraftRoutes,
  type CatalogAnswer,
  createDrafts,
  type DraftStore,
  type SubmissionStore,
} from './modules/submissions/index.ts';
import { bindTicketRoutes, createTickets, type TicketTransaction } from './modules/support/index.ts';
import {
  bindWebhookRoutes,
  createDeliveries,
  createWebhooks,
  DELIVERY_NOTICE,
  type WebhookTransaction,
} from './modules/webhooks/index.ts';
import { type Credentials, createSecretBox, type DeriveKey } from './platform/auth/index.ts';
import type { NoticeBus, PublishedRow } from './platform/events/index.ts';
import type { CheckUrl, GuardedFetch } from './platform/fetch/index.ts';
import type { RateLimiter } from './platform/http/index.ts';
import { createWorkLoop } from './platform/jobs/index.ts';
import type { Logger } from './platform/log/index.ts';
import { createMailSender } from './platform/mail/index.ts';

type Stores = AccountTransaction &
  NotificationTransaction &
  TicketTransaction &
  WebhookTransaction & {
    readonly drafts: DraftStore;
    readonly submissions: Pick<SubmissionStore, 'hasOpen' | 'listNames'>;
  };
type Needs = {
  readonly direct: Stores;
  readonly inTransaction: <T>(work: (tx: Stores) => Promise<T>) => Promise<T>;
  readonly credentials: Credentials;
  readonly nonces: Nonces;
  readonly sources: Sources;
  readonly quotes: Pick<Quotes, 'list'>;
  readonly audit: Audit['audit'];
  readonly isSignedByContract: IsSignedByContract;
  readonly paymentTerms: () => CatalogAnswer['payment'];
  readonly ownersOf: OwnersOf;
  readonly sourceNews: Pick<SourceNewsStore, 'list'>;
  readonly dashboard: Pick<Parameters<typeof createDashboard>[0], 'store' | 'certificatesOf' | 'readPayment'>;
  readonly fetch: GuardedFetch;
  readonly checkUrl: CheckUrl;
  readonly limiter: RateLimiter;
  readonly bus: NoticeBus;
  readonly deriveKey: DeriveKey;
  readonly log: Logger;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};

const MAIL_LOOK_MS = 5_000;
const EXPORTED_SUBMISSIONS_MAX = 10_000;
const DELIVERY_LOOK_MS = 1_000;
/** A mail that nobody could carry for this long holds no code that still works. */
const UNSENT_MAIL_LIFE_MS = 86_400_000;

export function composeDeveloperPlane(config: Config, needs: Needs) {
  const { direct, inTransaction, credentials, nonces, sources, fetch, limiter, bus, deriveKey, log, random, clock } =
    needs;
  const isDevelopment = config.isLoopback && config.smtpUrl === undefined;
  const urlOf = (path: string) => (id: string) =>
    config.publicBaseUrl + fillPath(mountPath(path, config.mounts), { id });

  const login = createLogin({
    challenges: direct.challenges,
    inTransaction,
    credentials,
    random,
    clock,
    codeKey: deriveKey('login codes'),
    chargeEmail: (email) => {
      const { isAllowed, retryAfterSeconds } = limiter.take('code', 'email', email, clock.now().getTime());
      if (!isAllowed) throw new Problem('rate_limited', { retryAfterSeconds });
    },
    portalUrl: config.devPortalUrl,
  });
  const notifications = createNotifications({ verifyUrlOf: urlOf(declared.verifyCertificate.path), random, clock });
  const tickets = createTickets({ store: direct.tickets, inTransaction, random, clock });
  const accounts = createAccounts({
    accounts: direct.accounts,
    wallets: direct.wallets,
    inTransaction,
    clock,
    isBusyIn: (accountId, tx) => tx.submissions.hasOpen(`account:${accountId}`),
    forgetters: [(accountId, tx) => tx.drafts.deleteAll(accountId), (accountId, tx) => tickets.forgetIn(tx, accountId)],
  });
  const tokens = createTokens({ store: direct.credentials, credentials, inTransaction, clock });
  const prove = createWalletProof({ nonces, isSignedByContract: needs.isSignedByContract, clock });
  const links = createLinks({ prove, store: direct.credentials, credentials, inTransaction, random, clock });
  const wallets = createWallets({ prove, store: direct.wallets, inTransaction, random, clock });
  const drafts = createDrafts({ store: direct.drafts, quotes: needs.quotes, inTransaction, random, clock });
  const manifests = createManifests({
    sources,
    // What a bundle does is read from its text; running it would only take longer.
    audit: (bundle) => needs.audit(bundle, { isSandboxed: false, isFree: true }),
    readDraft: async (accountId, id) => (await drafts.get(accountId, id)).input,
  });
  const sealing = {
    box: createSecretBox(deriveKey('webhook secrets')),
    signer: createSigner(deriveKey('webhook signatures')),
  };
  const deliveries = createDeliveries({ stores: direct, fetch, ...sealing, random, clock });
  const webhooks = createWebhooks({
    stores: direct,
    inTransaction,
    deliveries,
    checkUrl: needs.checkUrl,
    ...sealing,
    random,
    clock,
  });
  const deliveryLoop = createWorkLoop({ name: 'webhooks', work: deliveries.sendDue, everyMs: DELIVERY_LOOK_MS, log });
  const dashboard = createDashboard({
    ...needs.dashboard,
    walletsOf: async (accountId) => (await direct.wallets.list(accountId)).map(({ address }) => address),
    ownersOf: (accountId) => needs.ownersOf({ kind: 'dev', accountId }),
    news: needs.sourceNews,
    countDrafts: direct.drafts.countOpen,
    countTickets: direct.tickets.countByState,
    exportParts: async (accountId) => ({
      account: await accounts.get(accountId),
      wallets: (await wallets.list(accountId)).items,
      tokens: (await tokens.list({ accountId })).items,
      drafts: await drafts.listAll(accountId),
      submissions: (await direct.submissions.listNames(`account:${accountId}`, EXPORTED_SUBMISSIONS_MAX)).map(
        ({ id, createdAt, ...row }) => ({ ...row, id: SubmissionId.parse(id), createdAt: createdAt.toISOString() }),
      ),
      tickets: await tickets.exportAll(accountId),
      webhooks: (await webhooks.list(`account:${accountId}`)).items,
    }),
    clock,
  });
  const inbox = createDevInbox({ store: direct.mails, isOpen: isDevelopment, clock });

  const sender =
    config.smtpUrl === undefined
      ? undefined
      : createMailSender({ store: direct.mails, smtpUrl: config.smtpUrl, from: config.mailFrom, clock, log });
  const mailLoop = sender && createWorkLoop({ name: 'mails', work: sender.sendDue, everyMs: MAIL_LOOK_MS, log });

  return {
    tickets,
    drafts,
    /** Events that have just got their number, in the transaction that gave it. */
    async announceIn(tx: Stores, published: readonly PublishedRow[]): Promise<void> {
      await deliveries.announceIn(tx, published);
      await notifications.announceIn(
        tx,
        published.map(({ id }) => id),
      );
    },
    bound: [
      ...bindAccountRoutes({ login, accounts, tokens, tokenUrlOf: urlOf(declared.deleteToken.path), clock }),
      ...bindAgentRoutes({ nonces, links, keyUrlOf: urlOf(declared.revokeKey.path) }),
      ...bindWalletRoutes(wallets, urlOf(declared.removeWallet.path)),
      ...bindCatalogRoutes({
        policyVersion: config.policy.version,
        payment: needs.paymentTerms,
      }),
      ...bindSourceRoutes(createPreview({ sources, clock }), manifests),
      ...bindDraftRoutes({ drafts, draftUrlOf: urlOf(declared.readDraft.path) }),
      ...bindTicketRoutes(tickets, urlOf(declared.readTicket.path)),
      ...bindWebhookRoutes(webhooks, urlOf(declared.changeWebhook.path)),
      ...bindDashboardRoutes(dashboard),
      ...bindDevInboxRoutes(inbox),
    ],
    repeating: [
      { name: 'login.delete-expired', cron: '*/10 * * * *', run: login.deleteExpired },
      {
        name: 'mails.delete-unsent',
        cron: '0 * * * *',
        run: () => direct.mails.deleteOlderThan(new Date(clock.now().getTime() - UNSENT_MAIL_LIFE_MS)),
      },
      { name: 'webhooks.delete-old', cron: '30 * * * *', run: deliveries.deleteOld },
    ],
    startWorker(): void {
      if (sender === undefined && !isDevelopment) log.warn('SMTP_URL is not set: no mail leaves, nobody can log in');
      bus.on(DELIVERY_NOTICE, deliveryLoop.look);
      deliveryLoop.start();
      if (mailLoop === undefined) return;
      bus.on('mails', mailLoop.look);
      mailLoop.start();
    },
    async stopWorker(): Promise<void> {
      await deliveryLoop.stop();
      await mailLoop?.stop();
      sender?.close();
    },
  };
}
