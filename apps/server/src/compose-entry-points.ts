/** Wires the HTTP surface: routes that join several modules, and the server in front of all routes. */
import { Problem } from '@assay/protocol';
import type { ProcessChain } from './chain-of-process.ts';
import type { Modules } from './compose.ts';
import type { Audit } from './compose-audit.ts';
import { composeCouncilActs } from './compose-council-acts.ts';
import { composeHttp } from './compose-http.ts';
import { composeProofs } from './compose-log.ts';
import type { Outside, Platform } from './compose-platform.ts';
import type { Config } from './config.ts';
import { composeCertificateRoutes } from './modules/certificates/compose.ts';
import { composeDashboard } from './modules/dashboard/compose.ts';
import { composeDemonstration } from './modules/demonstration/compose.ts';
import { composeDiscovery } from './modules/discovery/compose.ts';
import { composeEvidence } from './modules/evidence/compose.ts';
import { composeFaucet } from './modules/faucet/compose.ts';
import { composePaymentRoutes } from './modules/payments/compose.ts';
import { composeRpcRoutes } from './modules/rpc/compose.ts';
import { composeSeatRoutes } from './modules/seats/compose.ts';
import { composeSourceRoutes } from './modules/sources/compose.ts';
import { composeStatistics } from './modules/statistics/compose.ts';
import { composeStream } from './modules/stream/compose.ts';
import { composeSubmissionRoutes } from './modules/submissions/compose.ts';
import { type BoundRoute, createCalls } from './platform/http/index.ts';
import { once } from './platform/once.ts';
import { createReadiness } from './readiness.ts';

type Needs = {
  readonly config: Config;
  readonly outside: Outside;
  readonly platform: Platform['platform'];
  readonly modules: Modules;
  readonly chain: ProcessChain;
  readonly audit: Audit['audit'];
};

export function composeEntryPoints(needs: Needs) {
  const { config, outside, platform, modules, chain } = needs;
  const { version, checksAnswers } = outside;
  const { certificates, credentials } = modules;
  const readiness = createReadiness({
    database: outside.database,
    isQueueRunning: platform.jobs.isRunning,
    checkChain: chain.hasChain ? chain.health : undefined,
    checkWorld: modules.world.health,
    checkLog: config.roles.includes('worker') ? modules.transparency.health : undefined,
    runsJobs: config.roles.includes('worker'),
    stopsWithWorld: config.roles.includes('world') && !config.roles.includes('api'),
    version,
  });
  const joined = composeJoined(needs);
  const discovery = composeDiscovery({
    place: {
      baseUrl: config.publicBaseUrl,
      docsUrl: config.docsUrl,
      portalUrl: config.devPortalUrl,
      mounts: config.mounts,
      version,
      clock: platform.clock,
    },
    mcp: {
      version,
      origins: [config.publicBaseUrl, config.devPortalUrl].map((url) => new URL(url).origin),
      calls: once(() => createCalls(routes, ['compareFromGithub'])),
      chargeHeavy: (client) => platform.limiter.charge('heavy', 'caller', client, platform.clock.now()),
    },
    process: { readiness, metrics: platform.metrics.text },
    skillStore: certificates.skillStore,
    readTrustRoot: modules.trust.roots.read,
    identity: { getSigner: platform.stores.signingKeys.current, findOffer: modules.payments.findOffer },
  });
  const evidence = composeEvidence(platform, {
    readStats: joined.statistics.protocolStats,
    readAbuse: modules.abuse.abuse.figures,
  });
  const routes: BoundRoute[] = [
    ...evidence.routes,
    ...joined.routes,
    ...discovery.routes,
    ...composeProofs(config, platform, modules),
    ...ownRoutes(modules),
  ];
  const { http, repeating } = composeHttp(config, platform, {
    routes,
    certificates,
    credentials,
    inbox: modules.accounts.inbox,
    checksAnswers,
    version,
    describeApi: discovery.document,
  });
  const { stream, demonstration } = joined;
  return {
    http,
    routes,
    repeating: [...repeating, ...evidence.repeating],
    stream,
    demonstration,
    /** Makes readiness probes answer 503 and closes open streams. */
    close(): void {
      readiness.close();
      stream.streams.stop();
    },
  };
}

/** Routes that a single module answers. */
function ownRoutes(modules: Modules): BoundRoute[] {
  const { terms, abuse, accounts, webhooks, council, validators, support, registry, marketplace, plugins } = modules;
  const { worldReads, worldOperations, whatIf, operators } = modules;
  const ofWorld = [worldReads, worldOperations, whatIf, operators];
  const others = [terms, abuse, accounts, webhooks, council, validators, support, registry, marketplace, plugins];
  return [...others, ...ofWorld].flatMap(({ routes }): readonly BoundRoute[] => routes);
}

/** Money on the embedded chain is worthless, so a developer who runs the service locally may mint it. */
const isPlayMoney = ({ isPublicService, chain }: Needs['config']): boolean =>
  !isPublicService && chain.kind === 'embedded';

/** Routes whose answers join several modules. */
function composeJoined(needs: Needs) {
  const { config, platform, modules, chain, audit } = needs;
  const { accounts, certificates, payments, submissions, validators, council, monitoring } = modules;
  const { ownersOf, callerWallets, nonces } = accounts;
  const { of: walletsOf, isOf: isWalletOf } = callerWallets;
  const { search, owned } = certificates;
  const { bounties, intents } = payments;
  const { drafts, sealing, lifecycle } = submissions;
  const { tickets, support } = modules.support;
  const certificateRoutes = composeCertificateRoutes(platform, certificates, {
    sources: modules.sources,
    gitTreeOf: submissions.gitTreeOf,
    filesOf: monitoring.filesOf,
    useNonce: nonces.use,
    isWalletOf,
    findBounties: bounties.find,
    monitoringOf: monitoring.read,
    walletsOf,
  });
  const { flags, liveStatus } = certificateRoutes;
  const submissionRoutes = composeSubmissionRoutes(platform, submissions, {
    ...council.rounds,
    ...certificates,
    liveStatus,
    ownersOf,
    walletsOf,
    audit,
    policyVersion: config.policy.version,
    peopleOnly: config.peopleOnly,
    requireReader: () => {
      if (config.unread === 'refuse') throw new Problem('no_reader');
    },
    findChain: chain.findPayments,
  });
  const { quoteReAudit } = submissionRoutes;
  const stream = composeStream(platform, { ownersOf, isLive: modules.credentials.isLive });
  const dashboard = composeDashboard(platform, {
    ...accounts,
    tickets,
    webhooks: modules.webhooks.webhooks,
    terms: modules.terms.terms,
    drafts,
    certificatesOf: owned.summary,
    readPayment: intents.read,
  });
  const statistics = composeStatistics(platform, {
    profiles: validators.profiles,
    world: modules.world.world,
    ...figuresOf(modules),
    bountiesPaid: bounties.totalPaid,
    search,
  });
  const routes = [
    ...composeFaucet({ isOpen: isPlayMoney(config), findChain: chain.findMint }).routes,
    ...certificateRoutes.routes,
    ...submissionRoutes.routes,
    ...composePaymentRoutes(platform, payments, { walletsOf, quoteOfDraft: drafts.quoteOf, quoteReAudit }),
    ...composeActing(needs, flags),
    ...composeSourceRoutes(platform, modules.sources, { audit, drafts }),
    ...dashboard.routes,
    ...statistics.routes,
    ...stream.routes,
  ];
  const demonstration = composeDemonstration(platform, {
    ...certificates,
    flags,
    liveStatus,
    sealing,
    lifecycle,
    support,
  });
  return { routes, stream, demonstration, statistics: statistics.statistics };
}

/** The registry and the log in the public statistics. */
const figuresOf = ({ registry, transparency }: Modules) => ({
  readRegistry: registry.readFigures,
  readLog: transparency.log.figures,
});

/** Council actions, as routes and as intents. */
function composeActing({ config, platform, modules }: Needs, flags: Parameters<typeof composeCouncilActs>[0]['flags']) {
  const { validators, council, plugins, world, worldReads, rpc, certificates } = modules;
  const seats = composeSeatRoutes(platform, { ...validators, ...council });
  const acts = composeCouncilActs({ ...validators, ...plugins, ...seats, flags });
  const { reads } = worldReads;
  const { mentionSkill } = certificates;
  const joined = { world: world.world, reads, admin: rpc.admin, acts, mentionSkill, mounts: config.mounts };
  return [...seats.routes, ...composeRpcRoutes(platform, joined)];
}
