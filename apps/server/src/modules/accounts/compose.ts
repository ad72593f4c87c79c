/** Wires accounts: login, wallets, agents and notification mails. */
import { routes as declared } from '@assay/protocol';
import type { Credentials } from '../../platform/auth/index.ts';
import { createWorkLoop } from '../../platform/jobs/index.ts';
import { createMailSender } from '../../platform/mail/index.ts';
import type { PlatformServices } from '../../platform/services.ts';
import type { AcceptedTerms } from '../terms/index.ts';
import type { AgentWorld } from '../world/index.ts';
import { bindAccountRoutes } from './account.routes.ts';
import { createAccounts } from './accounts.service.ts';
import type { AccountTransaction } from './accounts.transaction.ts';
import { bindAgentRoutes } from './agent.routes.ts';
import { createCallerWallets } from './caller-wallets.service.ts';
import { bindDevInboxRoutes } from './dev-inbox.routes.ts';
import { createDevInbox } from './dev-inbox.service.ts';
import { bindDeviceLoginRoutes } from './device-login.routes.ts';
import { createDeviceLogins } from './device-logins.service.ts';
import { createLinks } from './links.service.ts';
import { createLogin } from './login.service.ts';
import { createMe } from './me.service.ts';
import { createNonces } from './nonces.service.ts';
import { nonceStore } from './nonces.store.ts';
import { createNotifications, type NotificationTransaction } from './notifications.service.ts';
import { createOwners } from './owners.service.ts';
import { ownerStore } from './owners.store.ts';
import { createTokens } from './tokens.service.ts';
import { createUnsentMails } from './unsent-mails.service.ts';
import { bindWalletRoutes } from './wallet.routes.ts';
import { createWalletProof, type IsSignedByContract } from './wallet-proof.service.ts';
import { createWallets } from './wallets.service.ts';
import { createWorldHomes, joinAllActors } from './world-homes.ts';

type Tx = AccountTransaction & NotificationTransaction;
type Needs = {
  readonly credentials: Credentials;
  readonly terms: Pick<AcceptedTerms, 'acceptIn'>;
  readonly isSignedByContract: IsSignedByContract;
  readonly publicBaseUrl: string;
  readonly chainId: number;
  readonly portalUrl: string;
  readonly docsUrl: string;
  readonly mail: { readonly smtpUrl: string | undefined; readonly from: string };
  readonly world: AgentWorld;
  readonly isPublicService: boolean;
};

const MAIL_LOOK_MS = 5_000;

export function composeAccounts(platform: PlatformServices<Tx>, needs: Needs) {
  const { db, stores, inTransaction, limiter, bus, deriveKey, urlOf, random, clock, log } = platform;
  const { credentials, publicBaseUrl, chainId, mail } = needs;
  const isDevelopment = !needs.isPublicService && mail.smtpUrl === undefined;

  const nonces = createNonces({ store: nonceStore(db), random, clock, publicBaseUrl, chainId });
  const login = createLogin({
    challenges: stores.challenges,
    inTransaction,
    credentials,
    random,
    clock,
    codeKey: deriveKey('login codes'),
    // Per network and address, so that requests of a third party cannot lock the owner out.
    chargeEmail: (email, client) => limiter.charge('code', 'email', `${client} ${email}`, clock.now()),
    docsUrl: needs.docsUrl,
    acceptTerms: needs.terms.acceptIn,
  });
  const devices = createDeviceLogins({
    store: stores.deviceLogins,
    inTransaction,
    credentials,
    portalUrl: needs.portalUrl,
    random,
    clock,
  });
  const accounts = createAccounts({ accounts: stores.accounts, wallets: stores.wallets, inTransaction, clock });
  const tokens = createTokens({ store: stores.credentials, credentials, inTransaction, clock });
  const walletProof = createWalletProof({ nonces, isSignedByContract: needs.isSignedByContract, clock });
  const callerWallets = createCallerWallets(stores.wallets);
  const links = createLinks({
    walletProof,
    store: stores.credentials,
    agents: stores.agents,
    walletsOf: callerWallets.of,
    credentials,
    inTransaction,
    homes: createWorldHomes(needs.world),
    rpcUrl: `${publicBaseUrl}/rpc/agent`,
    random,
    clock,
  });
  const wallets = createWallets({ prove: walletProof.prove, store: stores.wallets, inTransaction, random, clock });
  const notifications = createNotifications({
    verifyUrlOf: (id) => urlOf(declared.verifyCertificate, id),
    random,
    clock,
  });
  const inbox = createDevInbox({ store: stores.mails, isOpen: isDevelopment, clock });
  const unsent = createUnsentMails({ store: stores.mails, clock });
  const sender =
    mail.smtpUrl === undefined
      ? undefined
      : createMailSender({ store: stores.mails, smtpUrl: mail.smtpUrl, from: mail.from, clock, log });
  const mailLoop = sender && createWorkLoop({ name: 'mails', work: sender.sendDue, everyMs: MAIL_LOOK_MS, log });
  if (mailLoop !== undefined) bus.on('mails', mailLoop.wake);

  return {
    accounts,
    tokens,
    wallets,
    nonces,
    ownersOf: createOwners(ownerStore(db)),
    callerWallets,
    inbox,
    routes: [
      ...bindAccountRoutes({ login, accounts, tokens, tokenUrlOf: (id) => urlOf(declared.deleteToken, id), clock }),
      ...bindDeviceLoginRoutes(devices),
      ...bindAgentRoutes({
        nonces,
        links,
        readMe: createMe({ store: stores.credentials }),
        keyUrlOf: (id) => urlOf(declared.revokeKey, id),
      }),
      ...bindWalletRoutes(wallets, (id) => urlOf(declared.removeWallet, id)),
      ...bindDevInboxRoutes(inbox),
    ],
    handles: { 'world.created': joinAllActors, 'events.numbered': notifications.announce },
    repeating: [
      { name: 'nonces.delete-expired', everyMinutes: 10, run: nonces.deleteExpired },
      { name: 'login.delete-expired', everyMinutes: 10, run: login.deleteExpired },
      { name: 'device-logins.delete-expired', everyMinutes: 10, run: devices.deleteExpired },
      { name: 'mails.delete-unsent', everyMinutes: 60, run: unsent.deleteOld },
    ],
    loops: mailLoop === undefined ? [] : [mailLoop],
    start(): void {
      if (sender === undefined && !isDevelopment)
        log.warn('SMTP_URL is not set: mail is not sent and logins are not possible');
    },
    stop: async (): Promise<void> => sender?.close(),
  };
}
