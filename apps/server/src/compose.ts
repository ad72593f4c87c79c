/** The wiring diagram: outside world, what may change together, domains, doors. It and its parts alone pick adapters. */
import { randomBytes } from 'node:crypto';
import { toSeatFee } from '@assay/economy/council';
import {
  routes as declared,
  FlagId,
  fillPath,
  mountPath,
  newCertificateId,
  newUuidV7,
  Problem,
  REQUEST_LIMITS,
  type Signer,
} from '@assay/protocol';
import { createContractWalletCheck } from './chain-wallets.ts';
import { type Audit, composeAudit } from './compose-audit.ts';
import { composeChain } from './compose-chain.ts';
import { composeCouncil } from './compose-council.ts';
import { composeDeveloperPlane } from './compose-developer-plane.ts';
import { composeMonitoring } from './compose-monitoring.ts';
import { composePayments } from './compose-payments.ts';
import { composeStores, type Domains, type Stores } from './compose-stores.ts';
import { composeSubmissions } from './compose-submissions.ts';
import { composeBench, composeValidators } from './compose-validators.ts';
import type { Config } from './config.ts';
import { createNonces, createOwners, findOwnerWallet, nonceStore, ownerStore } from './modules/accounts/index.ts';
import {
  bindCertificateRoutes,
  createBatchVerify,
  createCertificates,
  createCompare,
  createFlagDecisions,
  createFlags,
  createLiveStatus,
  createOwnedCertificates,
  createOwnFlags,
  createReadCounter,
  createRecordReader,
  createRecords,
  createSearch,
  createSkillStore,
  createVerify,
  createVerifyLane,
  feedStore,
  ownedStore,
  readStore,
  searchStore,
  type ToOnChain,
} from './modules/certificates/index.ts';
import { dashboardStore } from './modules/dashboard/index.ts';
import { createDemonstration } from './modules/demonstration/index.ts';
import { bindDiscoveryRoutes, bindProcessRoutes, createDiscovery } from './modules/discovery/index.ts';
import type { PaymentChain } from './modules/payments/index.ts';
import { createSources } from './modules/sources/index.ts';
import { bindStatisticsRoutes, createStatistics, statisticsStore } from './modules/statistics/index.ts';
import { bindStreamRoutes, createStreams } from './modules/stream/index.ts';
import {
  bindInterventionRoutes,
  type CatalogAnswer,
  createInterventionStanding,
  createInterventions,
  createLifecycle,
} from './modules/submissions/index.ts';
import { bindSupportRoutes, createSupport } from './modules/support/index.ts';
import { escrowOf } from './modules/validators/index.ts';
import {
  type Actor,
  createCredentials,
  credentialStore,
  type Developer,
  keyDerivation,
} from './platform/auth/index.ts';
import { type DatabaseConnection, type OpenDatabase, openListener } from './platform/db/index.ts';
import { createEventPublisher, createNoticeBus, createNotices } from './platform/events/index.ts';
import { createGuardedFetch, createUrlCheck, type Network } from './platform/fetch/index.ts';
import {
  clientAddressReader,
  createHttpServer,
  createIdempotency,
  createRateLimiter,
  idempotencyStore,
} from './platform/http/index.ts';
import { createJobs } from './platform/jobs/index.ts';
import type { Logger } from './platform/log/index.ts';
import { createMetrics } from './platform/metrics/index.ts';
import { createReadiness } from './readiness.ts';

export type Outside = {
  readonly database: OpenDatabase;
  /** For connections of their own: listener and job queue. */
  readonly connection: DatabaseConnection;
  readonly network: Network;
  readonly signer: Signer;
  readonly clock: { now(): Date };
  readonly log: Logger;
  readonly version: string;
  /** Tests parse every answer with its schema before it is sent. */
  readonly checksAnswers: boolean;
  /** Tests review with the rules of another day. */
  readonly audit?: Audit;
  /** Tests fetch from a stand-in that speaks plain http. */
  readonly fetchesHttp?: boolean;
};

export function compose(config: Config, outside: Outside) {
  const { database, connection, clock, log, signer, version } = outside;
  const { db } = database;
  const random = (length: number) => randomBytes(length);
  const metrics = createMetrics();
  const bus = createNoticeBus({ listen: (options) => openListener({ ...options, connection, log }), clock });
  const jobs = createJobs({ connection, bus, isWorker: config.roles.includes('worker'), log });
  const fetchRules = {
    network: outside.network,
    allowHttp: outside.fetchesHttp ?? false,
    ...(config.fetchAllowHosts === undefined ? {} : { allowHosts: config.fetchAllowHosts }),
  };
  const fetch = createGuardedFetch(fetchRules);
  const limiter = createRateLimiter({
    overrides: config.rateLimits === 'off' ? {} : config.rateLimits,
    refuses: config.rateLimits !== 'off',
  });
  const clientAddress = clientAddressReader(config.trustProxy);

  const urlOf = ({ path }: { path: string }, id: string) =>
    config.publicBaseUrl + fillPath(mountPath(path, config.mounts), { id });

  const benching = composeBench({ random, clock, deriveKey: keyDerivation(signer) });
  const { bench, books, escrow } = benching;

  // What may change together
  const stores = composeStores({
    jobs,
    bench,
    random,
    clock,
    domains: (): Domains => ({
      chain,
      bounties: payments.bounties,
      openings: council.openings,
      delivery: submitting.delivery,
    }),
  });
  const inTransaction = async <T>(work: (tx: Stores) => Promise<T>): Promise<T> => {
    const notices = createNotices();
    const result = await db.transaction(async (tx) => {
      const done = await work(stores(tx, notices));
      await notices.sendIn(tx);
      return done;
    });
    for (const [topic, id] of notices.list()) bus.tell(topic, id);
    return result;
  };
  const direct = stores(db);

  // Domains
  const chain = composeChain(config, {
    db,
    inTransaction,
    bus,
    metrics,
    random,
    clock,
    log,
    deriveKey: keyDerivation(signer),
    async onChange(tx, row) {
      const { id, network, state, txHash, blockNumber } = row;
      await payments.onChange(tx, row);
      for (const certificateId of await tx.anchors.certificatesOf([id])) {
        await certificates.announceAnchorIn(tx, certificateId, { txHash, blockNumber, network, state });
      }
    },
  });
  const toOnChain: ToOnChain = ({ sealed, anchorQueuedAt, anchor }) =>
    chain.anchors.toOnChain({ ...sealed, isQueued: anchorQueuedAt !== null, outbox: anchor });
  const walletsOf = async (caller: Developer | Actor) =>
    caller.kind === 'key'
      ? [caller.walletAddress]
      : (await direct.wallets.list(caller.accountId)).map(({ address }) => address);
  const payments = composePayments({
    db,
    direct,
    inTransaction,
    chain: chain.home,
    walletsOf,
    urlOf,
    signer,
    metrics,
    random,
    clock,
    log,
    quoteOfDraft: (accountId, draftId) => developerPlane.drafts.quoteOf(accountId, draftId),
    quoteReAudit: (caller, certificateId) => submitting.quoteReAudit(caller, certificateId),
  });
  const audit = outside.audit ?? composeAudit();
  const { submissions, bundles } = direct;
  const lifecycle = createLifecycle({
    submissions,
    bundles,
    refunds: payments.refunds,
    retireEscrowIn: escrow.retireIn,
    random,
    clock,
  });
  const credentials = createCredentials({ store: credentialStore(db), godApiKey: config.godApiKey, random, clock });
  const nonces = createNonces({
    store: nonceStore(db),
    random,
    clock,
    publicBaseUrl: config.publicBaseUrl,
    chainId: config.chain.chainId,
  });
  const sources = createSources({ fetch });

  const context = { baseUrl: config.publicBaseUrl, mounts: config.mounts };
  const { toRecord, linksOf } = createRecordReader(config.policy, context, toOnChain);
  const verifyUrlOf = (id: string) => urlOf(declared.verifyCertificate, id);
  const reads = createReadCounter({ store: readStore(db), clock, log });
  const certificates = createCertificates({
    inTransaction,
    signer,
    issuerUrl: config.publicBaseUrl,
    newCertificateId: () => newCertificateId(random),
    random,
    clock,
  });
  const verify = createVerify({ store: direct.certificates, bus, toRecord, linksOf });
  const flagDecisions = createFlagDecisions({ certificates, clock });
  const council = composeCouncil({
    db,
    inTransaction,
    lifecycle,
    certificates,
    flagDecisions,
    jobs,
    bus,
    random,
    clock,
    log,
    audit: audit.audit,
    findChain: chain.home.find,
    validatorOf: async (actorId) => (await direct.validators.findByActor(actorId))?.id,
    seatFeeOf: async (submissionId) => toSeatFee(await books.balanceOf(direct.ledger, escrowOf(submissionId))),
    deriveKey: keyDerivation(signer),
  });
  const flags = createFlags({
    decisions: flagDecisions,
    store: direct.certificates,
    flags: direct.flags,
    inTransaction,
    findBounties: payments.bounties.find,
    useNonce: nonces.use,
    isWalletOf: async (accountId, wallet) =>
      (await direct.wallets.list(accountId)).some(({ address }) => address === wallet),
    chargeWallet: (wallet) => {
      const { isAllowed, retryAfterSeconds } = limiter.take('flag', 'wallet', wallet, clock.now().getTime());
      if (!isAllowed) throw new Problem('rate_limited', { retryAfterSeconds });
    },
    newId: () => newUuidV7(FlagId, clock.now().getTime(), random),
    clock,
  });
  const ownersOf = createOwners(ownerStore(db));
  const developerPlane = composeDeveloperPlane(config, {
    direct,
    inTransaction,
    credentials,
    nonces,
    sources,
    fetch,
    limiter,
    bus,
    log,
    random,
    clock,
    audit: audit.audit,
    quotes: payments.quotes,
    ownersOf,
    sourceNews: direct.sourceNews,
    checkUrl: createUrlCheck(fetchRules),
    isSignedByContract: createContractWalletCheck({ hasChain: chain.hasChain, findChain: chain.home.find }),
    paymentTerms: () => toPaymentTerms(chain.home.find()?.payments.offer),
    dashboard: {
      store: dashboardStore(db),
      certificatesOf: createOwnedCertificates(ownedStore(db)).summary,
      readPayment: payments.intents.read,
    },
    deriveKey: keyDerivation(signer),
  });
  const monitoring = composeMonitoring({
    db,
    direct,
    inTransaction,
    certificates,
    flagDecisions,
    lifecycle,
    sources,
    fetch,
    bus,
    clock,
    log,
    openings: council.openings,
    examine: council.examine,
    audit: audit.audit,
  });
  const liveStatus = createLiveStatus({
    store: direct.certificates,
    flags: direct.flags,
    reads: readStore(db),
    toOnChain,
    clock,
    monitoringOf: monitoring.read,
  });
  const submitting = composeSubmissions({
    direct,
    inTransaction,
    payments,
    lifecycle,
    sources,
    certificates,
    liveStatus,
    ownersOf,
    walletsOf,
    audit: audit.audit,
    drafts: developerPlane.drafts,
    reviewsOf: council.rounds.reviewsOf,
    urlOf,
    clock,
    interventionsOf: createInterventionStanding({
      store: direct.interventions,
      countBefore: (id) => direct.queue.countBefore('INTERVENTION', id),
    }),
    escrowIn: escrow.escrowIn,
    findStanding: async (id) => {
      const [row] = await direct.certificates.findCurrent([id]);
      return row && { ...row.state, submissionId: row.sealed.submissionId };
    },
    isUnderReview: async (id) => (await direct.rounds.findLatest(id))?.round.completedAt === null,
    certificateOf: async (submissionId) => (await direct.certificates.findBySubmission(submissionId))?.id,
    walletIn: findOwnerWallet,
  });
  const interventions = createInterventions({
    inTransaction,
    readOwn: async (id, caller) => submitting.reads.read(id, await ownersOf(caller)),
    takeOverIn: council.openings.takeOverIn,
    random,
    clock,
  });
  const validators = composeValidators({
    db,
    direct,
    inTransaction,
    bench: benching,
    audit: audit.audit,
    jobs,
    random,
    clock,
    log,
  });
  const search = createSearch({ store: searchStore(db), verifyUrlOf, clock });
  const skillStore = createSkillStore({
    store: feedStore(db),
    signer,
    issuerUrl: config.publicBaseUrl,
    verifyUrlOf,
    clock,
  });
  const support = createSupport({
    stores: direct,
    inTransaction,
    deciders: {
      ROUND: council.decisions.decideByOperatorIn,
      FLAG: flagDecisions.decideIn,
      REFUND: payments.refunds.decideIn,
      TICKET: developerPlane.tickets.decideIn,
      INTERVENTION: interventions.decideIn,
    },
    clock,
  });
  const demonstration = createDemonstration({
    sealing: submitting.sealing,
    lifecycle,
    inTransaction,
    submissions,
    store: direct.certificates,
    certificates,
    flags,
    support,
    search,
    bus,
    log,
  });
  const statistics = createStatistics({
    store: statisticsStore(db),
    profiles: validators.profiles,
    readRegistry: chain.readRegistry,
    bountiesPaid: payments.bounties.totalPaid,
    newest: search.newest,
    clock,
  });
  const streams = createStreams({
    events: direct.events,
    bus,
    clock,
    ownsSubmission: async (id, caller) => {
      const found = await submissions.find(id);
      return found !== undefined && (await ownersOf(caller)).includes(found.submission.owner);
    },
  });
  const publisher = createEventPublisher({
    publishInTransaction: (number) =>
      inTransaction(async (tx) => {
        const published = await number(tx.events);
        const subjects = published.filter(({ subjectType }) => subjectType === 'certificate');
        await tx.certificates.touchFeed(new Map(subjects.map(({ subjectId, seq }) => [subjectId, seq])));
        await developerPlane.announceIn(tx, published);
        return published;
      }),
    bus,
    log,
  });

  // Doors
  const readiness = createReadiness({
    database,
    isQueueRunning: jobs.isRunning,
    checkChain: chain.checkHealth,
    runsJobs: config.roles.includes('worker'),
    version,
  });
  const discovery = createDiscovery({
    baseUrl: config.publicBaseUrl,
    docsUrl: config.docsUrl,
    mounts: config.mounts,
    version,
  });
  const bound = [
    ...bindCertificateRoutes({
      certificates,
      verify,
      batchVerify: createBatchVerify({ verify, clock }),
      records: createRecords({ store: direct.certificates, reads, linksOf }),
      search,
      liveStatus,
      compare: createCompare({
        store: direct.certificates,
        sources,
        recordOf: verify.record,
        deadline: () => AbortSignal.timeout(REQUEST_LIMITS.sourceFetchMs),
      }),
      flags,
      ownFlags: createOwnFlags({
        store: direct.certificates,
        flags: direct.flags,
        decisions: flagDecisions,
        inTransaction,
        clock,
        findBounties: payments.bounties.find,
      }),
      walletsOf,
      reads,
      flagsUrlOf: (id) => urlOf(declared.listFlags, id),
    }),
    ...bindStatisticsRoutes(statistics, search),
    ...bindDiscoveryRoutes(discovery, skillStore),
    ...developerPlane.bound,
    ...council.bind(validators.assignments),
    ...validators.bound,
    ...submitting.bound,
    ...bindInterventionRoutes(interventions, (id) => urlOf(declared.readSubmission, id)),
    ...bindStreamRoutes(streams),
    ...bindSupportRoutes(support),
    ...chain.bound,
    ...payments.bound,
    ...payments.boundForOperators,
    ...bindProcessRoutes({ readiness, metrics: metrics.text }),
  ];
  const idempotency = createIdempotency({ store: idempotencyStore(db), clock });
  const http = createHttpServer({
    routes: bound,
    fastLane: createVerifyLane({
      verify,
      reads,
      limiter,
      clock,
      clientAddress,
      mounts: [`${config.mounts.apiPrefix}/public/certificates/`, `${config.mounts.playerPrefix}/certificates/`],
      onAnswered: metrics.onFastVerify,
    }),
    mounts: config.mounts,
    gatekeeper: { ...credentials, portalOrigin: new URL(config.devPortalUrl).origin },
    limiter,
    idempotency,
    clock,
    clientAddress,
    checksAnswers: outside.checksAnswers,
    docsUrl: config.docsUrl,
    log,
    onAnswered: metrics.onAnswered,
  });
  metrics.gauge('assay_verify_answers_ready', 'Verify answers ready to send', () => verify.cacheSize().ready);
  metrics.gauge('assay_verify_answers_packed', 'Verify answers packed in memory', () => verify.cacheSize().packed);
  metrics.gauge('assay_streams_open', 'Open event streams', streams.openCount);

  async function startWorker(): Promise<void> {
    await jobs.start();
    await jobs.repeat({ name: 'nonces.delete-expired', cron: '*/10 * * * *', run: nonces.deleteExpired });
    await jobs.repeat({ name: 'idempotency.delete-expired', cron: '*/10 * * * *', run: idempotency.deleteExpired });
    for (const job of [...developerPlane.repeating, ...submitting.repeating]) await jobs.repeat(job);
    developerPlane.startWorker();
    payments.startWorker();
    await validators.startWorker();
    await council.startWorker();
    monitoring.startWorker();
  }

  return {
    certificates,
    demonstration,
    credentials,
    flags,
    support,
    search,
    reads,
    chain: chain.home,
    payments,
    audit,
    monitoring,
    validators,
    lifecycle,
    inTransaction,
    clock,
    bound,
    http,
    async start(): Promise<void> {
      bus.start();
      publisher.start();
      reads.start();
      if (config.roles.includes('worker')) await startWorker();
    },
    /** Opens the door: from here on requests come in. */
    async listen(): Promise<void> {
      if (config.roles.includes('api')) await http.listen({ host: config.host, port: config.port });
      chain.start();
    },
    /** Doors first, then what stands behind them: nothing accepted is left half done. */
    async stop(): Promise<void> {
      readiness.close();
      streams.stop();
      await http.close();
      await demonstration.stop();
      await developerPlane.stopWorker();
      await payments.stopWorker();
      await monitoring.stopWorker();
      await validators.stopWorker();
      await council.stopWorker();
      audit.stop();
      await jobs.stop();
      await chain.stop();
      await publisher.stop();
      await reads.stop();
      await bus.stop();
    },
  };
}

/** What the catalogue says about paying; without a chain there is no way to pay. */
const toPaymentTerms = (offer: PaymentChain['offer'] | undefined): CatalogAnswer['payment'] =>
  offer === undefined
    ? { networks: [], x402Versions: [] }
    : {
        networks: [
          { network: offer.network, asset: offer.asset, payTo: offer.payTo, confirmations: offer.confirmations },
        ],
        x402Versions: [1, 2],
      };
export type App = ReturnType<typeof compose>;
