/** The list of modules with their dependencies. `handlers.ts` lists the event subscriptions. */
import { type CertificateId, Problem } from '@assay/protocol';
import { toModelReader } from '@assay/reader/model-config';
import type { ProcessChain } from './chain-of-process.ts';
import { createContractWalletCheck } from './chain-wallets.ts';
import type { Audit } from './compose-audit.ts';
import { composeConduct } from './compose-conduct.ts';
import { composeLog } from './compose-log.ts';
import { composeModels } from './compose-models.ts';
import { composePeople } from './compose-people.ts';
import type { Outside, Platform } from './compose-platform.ts';
import type { Config } from './config.ts';
import { composeAbuse } from './modules/abuse/compose.ts';
import { composeAccounts } from './modules/accounts/compose.ts';
import { composeCertificates } from './modules/certificates/compose.ts';
import { composeCouncil, composeReaders } from './modules/council/compose.ts';
import { composeLedger } from './modules/ledger/compose.ts';
import { composeMarketplace } from './modules/marketplace/compose.ts';
import { composeMonitoring } from './modules/monitoring/compose.ts';
import { composeOperators } from './modules/operators/compose.ts';
import { composePayments } from './modules/payments/compose.ts';
import { composePlugins } from './modules/plugins/compose.ts';
import { HARMLESS_SKILLS } from './modules/plugins/harmless.data.ts';
import { composePurse } from './modules/purse/compose.ts';
import { composeRegistry } from './modules/registry/compose.ts';
import { composeRpc } from './modules/rpc/compose.ts';
import { composeSources } from './modules/sources/compose.ts';
import { createDeployments } from './modules/sources/index.ts';
import { composeSubmissions, createReadingThreads } from './modules/submissions/compose.ts';
import { composeSupport } from './modules/support/compose.ts';
import { composeValidators } from './modules/validators/compose.ts';
import { composeWebhooks } from './modules/webhooks/compose.ts';
import { composeWorld } from './modules/world/compose.ts';
import { composeWorldOperations } from './modules/world/compose-operations.ts';
import { composeWorldReads } from './modules/world/compose-reads.ts';
import { composeWhatIf } from './modules/world/compose-what-if.ts';
import { createCredentials } from './platform/auth/index.ts';

export type Modules = ReturnType<typeof composeModules>;
type Adapters = {
  readonly chain: ProcessChain;
  readonly engine: Omit<Audit, 'stop'>;
  /** Tests start from another world. */
  readonly genesis: Outside['genesis'];
  /** Tests share them between servers. */
  readonly readingThreads: Outside['readingThreads'];
  readonly checkpointMemory: Outside['checkpointMemory'];
};

export function composeModules(
  config: Config,
  { platform, checkWebhookUrl, webhookFetch }: Platform,
  { chain, engine, genesis, readingThreads = createReadingThreads(), checkpointMemory }: Adapters,
) {
  const { audit } = engine;
  const { publicBaseUrl, mounts, policy, godApiKey, storage } = config;
  const { find: findChain, findPayments, findFacts, hasChain, holder } = chain;
  const { stores, random, clock } = platform;
  const credentials = createCredentials({ stores, godApiKey, random, clock });
  const isSignedByContract = createContractWalletCheck({ hasChain, findChain });
  const issuing = { policy, context: { baseUrl: publicBaseUrl, mounts }, revokesAlone: config.twoPersonHours === 0 };

  const isWriter = config.roles.includes('world');
  const world = composeWorld(platform, { isWriter, tickMs: config.worldTickMs, genesis });
  const support = composeSupport(platform);
  const ledger = composeLedger(platform);
  const sources = composeSources(platform);
  const registry = composeRegistry(platform, { chain, holder, batchAbove: config.chain.batchAbove });
  const marks = composePurse(platform);
  const { books, purse } = marks;
  const certificates = composeCertificates(platform, { ...issuing, anchors: registry.anchors, books, purse });
  const payments = composePayments(platform, { findChain: findPayments, findNetwork: findFacts, marks: books });
  const conduct = composeConduct(config, platform);
  const accounts = composeAccounts(platform, {
    ...conduct.terms,
    ...placeOf(config),
    world: world.world,
    credentials,
    isSignedByContract,
  });
  const webhooks = composeWebhooks(platform, { checkUrl: checkWebhookUrl, fetch: webhookFetch });
  const log = composeLog(config, platform, { holder, registry, webhooks, checkpointMemory });
  const deployments = createDeployments({ findChain });
  const read = { sources, deployments, compareDeployed: engine.compareDeployed, peopleOnly: config.peopleOnly };
  const { isPublicService } = config;
  const intake = { ...read, models: modelsOf(config), ...conduct.terms, isPublicService, storage, payments };
  const submissions = composeSubmissions(platform, { ...intake, readingThreads, certificates: certificates.store });
  const { lifecycle } = submissions;
  const plugins = composePlugins(platform, {
    audit: engine,
    purse,
    ownersOf: accounts.ownersOf,
    listCases: () => listSkillCases(stores),
    harmless: HARMLESS_SKILLS,
  });
  const readers = composeReaders(platform, composeModels(config.models));
  const validators = composeValidators(platform, {
    audit,
    read: readers.read,
    readers: config.models.map((model) => model.config),
    books,
    purse,
    world: world.world,
    packsOf: plugins.packsOf,
  });
  const people = composePeople(platform, { books, profiles: validators.profiles, findChain });
  const worldReads = composeWorldReads(platform, world, { people, isDevelopment: !config.isPublicService });
  const council = composeCouncil(platform, {
    ...certificates,
    ...submissions,
    pool: validators.pool,
    audit,
    readers,
    deployments,
    unreadPolicy: config.unread === 'certify' ? config.unread : 'person',
    findChain,
  });
  const marketplace = composeMarketplace(platform, { ...accounts, ...world, ...certificates, purse });
  const monitoring = composeMonitoring(platform, { ...certificates, lifecycle, sources, deployments, council, audit });

  return {
    credentials,
    ...conduct,
    abuse: composeAbuse(platform, { ...certificates, ...accounts, portalUrl: config.devPortalUrl }),
    support,
    operators: composeOperators(platform, operatorNeeds(config, certificates, log)),
    ledger,
    sources,
    registry,
    certificates,
    payments,
    accounts,
    webhooks,
    ...log,
    submissions,
    purse: marks,
    validators,
    council,
    marketplace,
    plugins,
    monitoring,
    world,
    worldReads,
    worldOperations: composeWorldOperations(platform, world),
    whatIf: composeWhatIf(platform, world),
    rpc: composeRpc(platform, { world: world.world }),
  };
}

const listSkillCases = async ({ calibrations }: Pick<Platform['platform']['stores'], 'calibrations'>) => [
  // Each generated canary is used once, so the list of generated canaries is unbounded and not loaded here.
  ...(await calibrations.listCases({ use: 'canary', track: 'SKILL', origin: 'IMPORTED' })),
  ...(await calibrations.listCases({ use: 'calibration', track: 'SKILL' })),
];

const modelsOf = ({ models }: Config) => models.map(({ config }) => toModelReader(config));

/** Dependencies of the operators module: sign-in, and the actions that need two administrators. */
const operatorNeeds = (
  { twoPersonHours: hours, oidc, oidcClientSecret, devPortalUrl }: Config,
  { certificates }: ReturnType<typeof composeCertificates>,
  { trust }: ReturnType<typeof composeLog>,
) => ({
  rule: { hours },
  provider: oidc && { ...oidc, clientSecret: oidcClientSecret },
  portalUrl: devPortalUrl,
  acts: {
    revokeIn: certificates.revokeIn,
    rotateIn: trust.roots.rotateIn,
    async requireCertificate(id: CertificateId): Promise<void> {
      if ((await certificates.findStanding(id)) === undefined) throw new Problem('certificate_not_found');
    },
  },
});

/** The location of the service as signed-in users see it. */
const placeOf = ({ publicBaseUrl, chain, devPortalUrl, docsUrl, isPublicService, smtpUrl, mailFrom }: Config) => ({
  mail: { smtpUrl, from: mailFrom },
  publicBaseUrl,
  chainId: chain.chainId,
  portalUrl: devPortalUrl,
  docsUrl,
  isPublicService,
});
