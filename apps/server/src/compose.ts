/** The list of modules, and what each needs of the others. Who hears what of whom is in `handlers.ts`. */

import { openProcessChain } from './chain-of-process.ts';
import { createContractWalletCheck } from './chain-wallets.ts';
import { composeAudit } from './compose-audit.ts';
import { composeHttp } from './compose-http.ts';
import { composePlatform, type Outside } from './compose-platform.ts';
import type { Config } from './config.ts';
import { composeAccounts } from './modules/accounts/compose.ts';
import { composeCertificateRoutes, composeCertificates } from './modules/certificates/compose.ts';
import { composeCouncil } from './modules/council/compose.ts';
import { composeDashboard } from './modules/dashboard/compose.ts';
import { composeDemonstration } from './modules/demonstration/compose.ts';
import { composeDiscovery } from './modules/discovery/compose.ts';
import { composeLedger } from './modules/ledger/compose.ts';
import { composeMonitoring } from './modules/monitoring/compose.ts';
import { composePaymentRoutes, composePayments } from './modules/payments/compose.ts';
import { composeRegistry } from './modules/registry/compose.ts';
import { composeSourceRoutes, composeSources } from './modules/sources/compose.ts';
import { composeStatistics } from './modules/statistics/compose.ts';
import { composeStream } from './modules/stream/compose.ts';
import { composeSubmissionRoutes, composeSubmissions } from './modules/submissions/compose.ts';
import { composeSupport } from './modules/support/compose.ts';
import { composeValidators } from './modules/validators/compose.ts';
import { composeWebhooks } from './modules/webhooks/compose.ts';
import { createCredentials, credentialStore } from './platform/auth/index.ts';
import { createReadiness } from './readiness.ts';
import { createWorker } from './start-stop.ts';

export type { Outside } from './compose-platform.ts';

export function compose(config: Config, outside: Outside) {
  const { publicBaseUrl, docsUrl, mounts, policy, devPortalUrl: portalUrl, isLoopback, roles } = config;
  const { platform, rules, checkUrl, connect } = composePlatform(config, outside);
  const { db, jobs, metrics, random, clock } = platform;
  const chain = openProcessChain(config, platform);
  const pool = outside.audit ?? composeAudit();
  const { audit } = pool;
  const { findPayments: findChain } = chain;
  const credentials = createCredentials({ store: credentialStore(db), godApiKey: config.godApiKey, random, clock });
  const isSignedByContract = createContractWalletCheck({ hasChain: chain.hasChain, findChain: chain.find });

  // Modules: each knows those above it, and none below.
  const support = composeSupport(platform);
  const ledger = composeLedger(platform);
  const sources = composeSources(platform);
  const registry = composeRegistry(platform, { chain, holder: chain.holder, batchAbove: config.chain.batchAbove });
  const certificates = composeCertificates(platform, {
    policy,
    context: { baseUrl: publicBaseUrl, mounts },
    anchors: registry.anchors,
  });
  const payments = composePayments(platform, { findChain, findNetwork: chain.findFacts });
  const accounts = composeAccounts(platform, {
    credentials,
    isSignedByContract,
    publicBaseUrl,
    chainId: config.chain.chainId,
    portalUrl,
    mail: { smtpUrl: config.smtpUrl, from: config.mailFrom },
    isLoopback,
  });
  const submissions = composeSubmissions(platform, { payments, sources, certificates: certificates.store });
  const validators = composeValidators(platform, { rules, audit });
  const council = composeCouncil(platform, {
    ...certificates,
    lifecycle: submissions.lifecycle,
    payments,
    validators,
    audit,
    findChain: chain.find,
  });
  const monitoring = composeMonitoring(platform, {
    ...certificates,
    lifecycle: submissions.lifecycle,
    sources,
    council,
    audit,
  });
  const webhooks = composeWebhooks(platform, { checkUrl });
  connect({ accounts, certificates, council, payments, registry, submissions, support, validators, webhooks });

  // Doors: what is answered from more than one module.
  const { ownersOf, callerWallets } = accounts;
  const { of: walletsOf } = callerWallets;
  const certificateDoors = composeCertificateRoutes(platform, certificates, {
    sources,
    useNonce: accounts.nonces.use,
    isWalletOf: callerWallets.isOf,
    findBounties: payments.bounties.find,
    monitoringOf: monitoring.read,
    walletsOf,
  });
  const submissionDoors = composeSubmissionRoutes(platform, submissions, {
    audit,
    ...council.rounds,
    ...certificates,
    liveStatus: certificateDoors.liveStatus,
    ownersOf,
    walletsOf,
    policyVersion: policy.version,
    findChain,
  });
  const { drafts } = submissions;
  const paymentRoutes = composePaymentRoutes(platform, payments, {
    walletsOf,
    quoteOfDraft: drafts.quoteOf,
    quoteReAudit: submissionDoors.quoteReAudit,
  });
  const sourceRoutes = composeSourceRoutes(platform, sources, { audit, drafts });
  const dashboard = composeDashboard(platform, {
    ...accounts,
    tickets: support.tickets,
    webhooks: webhooks.webhooks,
    drafts,
    certificatesOf: certificates.owned.summary,
    readPayment: payments.intents.read,
  });
  const statistics = composeStatistics(platform, {
    profiles: validators.profiles,
    readRegistry: registry.readFigures,
    bountiesPaid: payments.bounties.totalPaid,
    search: certificates.search,
  });
  const stream = composeStream(platform, { ownersOf });
  const demonstration = composeDemonstration(platform, {
    ...certificates,
    flags: certificateDoors.flags,
    liveStatus: certificateDoors.liveStatus,
    sealing: submissions.sealing,
    lifecycle: submissions.lifecycle,
    support: support.support,
  });
  const readiness = createReadiness({
    database: outside.database,
    isQueueRunning: jobs.isRunning,
    checkChain: chain.hasChain ? chain.health : undefined,
    runsJobs: roles.includes('worker'),
    version: outside.version,
  });
  const discovery = composeDiscovery({
    place: { baseUrl: publicBaseUrl, docsUrl, mounts, version: outside.version },
    process: { readiness, metrics: metrics.text },
    skillStore: certificates.skillStore,
  });

  const bound = [
    ...certificateDoors.routes,
    ...statistics.routes,
    ...discovery.routes,
    ...accounts.routes,
    ...sourceRoutes,
    ...webhooks.routes,
    ...dashboard.routes,
    ...council.routes,
    ...validators.routes,
    ...submissionDoors.routes,
    ...stream.routes,
    ...support.routes,
    ...registry.routes,
    ...paymentRoutes,
  ];
  const { http, ...doors } = composeHttp(config, platform, {
    routes: bound,
    certificates,
    credentials,
    checksAnswers: outside.checksAnswers,
  });
  const parts = [doors, accounts, submissions, webhooks, payments, ledger, validators, council, monitoring];
  const worker = createWorker(jobs, parts);
  const { reads } = certificates;

  return {
    certificates: certificates.certificates,
    reads,
    credentials,
    demonstration,
    chain,
    payments,
    monitoring,
    validators,
    lifecycle: submissions.lifecycle,
    inTransaction: platform.inTransaction,
    bound,
    http,
    async start(): Promise<void> {
      platform.bus.start();
      stream.publisher.start();
      reads.start();
      if (roles.includes('worker')) await worker.start();
    },
    /** Opens the door: from here on requests come in. */
    async listen(): Promise<void> {
      if (roles.includes('api')) await http.listen({ host: config.host, port: config.port });
      if (chain.hasChain) chain.start();
      if (roles.includes('worker')) registry.start();
    },
    /** Doors first, then what stands behind them: nothing accepted is left half done. */
    async stop(): Promise<void> {
      readiness.close();
      stream.streams.stop();
      await http.close();
      await demonstration.stop();
      await worker.stop();
      pool.stop();
      await jobs.stop();
      await registry.stop();
      await chain.stop();
      await stream.publisher.stop();
      await reads.stop();
      await platform.bus.stop();
    },
  };
}
export type App = ReturnType<typeof compose>;
