/** The only file that reads the environment. A first run needs no setting. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { isKeyName, PRODUCT_TYPES, parseSeed, parseVerifierKey, RATE_POLICIES } from '@assay/protocol';
import { isAgentConfig, type ModelConfig, parseModelConfigs } from '@assay/reader/model-config';
import { z } from 'zod';
import { isLoopbackName, isPublicService } from './public-service.ts';

const ROLES = ['api', 'worker', 'world'] as const;

const GOD_API_KEY_LENGTH_MIN = 32;
const MEGABYTE = 1024 * 1024;
const HOUR_MS = 3_600_000;
const BACKUP_PASSPHRASE_LENGTH_MIN = 16;

const commaList = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);
const baseUrl = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !/[?#@]/.test(url), 'must have no login, query or fragment')
  .transform((url) => url.replace(/\/+$/, ''));
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,62})(\.[a-z0-9][a-z0-9-]{0,62})*$/i;
const isHost = (text: string): boolean => isIP(text) !== 0 || HOST_NAME.test(text);
/** An IP address, or a network in CIDR notation. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const bitsMax = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (bits === undefined) return bitsMax > 0;
  return more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax;
}
const hex = (bytes: number) =>
  z.templateLiteral(['0x', z.string()]).refine((text) => new RegExp(`^0x[0-9a-fA-F]{${2 * bytes}}$`).test(text), {
    error: `must be 0x and ${2 * bytes} hexadecimal digits`,
  });
/** A private key lies between 1 and the order of the group minus one. */
const SECP256K1_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const privateKey = hex(32).refine((text) => {
  const key = /^0x[0-9a-fA-F]+$/.test(text) ? BigInt(text) : 0n;
  return key > 0n && key < SECP256K1_ORDER;
}, 'is not a private key of this curve');
const isSeed = (text: string): boolean => {
  try {
    return parseSeed(text).length > 0;
  } catch {
    return false;
  }
};
const splitHeader = (text: string): [string, string] => {
  const at = text.indexOf('=');
  return [text.slice(0, at), decodeURIComponent(text.slice(at + 1))];
};
const prefix = z.string().regex(/^(\/[a-z0-9-]+)+$/, 'must start with / and have no trailing slash');

const RatePolicyName = z.enum(Object.keys(RATE_POLICIES) as [keyof typeof RATE_POLICIES]);
const RateOverrides = z.partialRecord(
  RatePolicyName,
  z.object({ requests: z.number().int().positive(), windowSeconds: z.number().int().positive() }),
);
const rateLimits = z.string().transform((text, context) => {
  if (text === 'off') return 'off' as const;
  try {
    return RateOverrides.parse(JSON.parse(text));
  } catch {
    context.addIssue({
      code: 'custom',
      message: 'must be "off" or JSON like {"public":{"requests":600,"windowSeconds":60}}',
    });
    return z.NEVER;
  }
});

const WitnessList = z.array(z.object({ key: z.string(), url: baseUrl })).max(64);
const witnesses = z.string().transform((text, context) => {
  try {
    return WitnessList.parse(JSON.parse(text)).map(({ key, url }) => ({ key: parseVerifierKey(key), url }));
  } catch (error) {
    const because = error instanceof Error ? error.message : 'unreadable';
    context.addIssue({
      code: 'custom',
      message: `must be JSON like [{"key":"witness.example/w1+1a2b3c4d+BA…","url":"https://witness.example"}]: ${because}`,
    });
    return z.NEVER;
  }
});

const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ });
const productTypes = commaList.pipe(z.array(z.enum(PRODUCT_TYPES)));

const Env = z.object({
  ASSAY_CONFIG: z.string().optional(),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().refine(isHost, 'must be an address or a host name').default('127.0.0.1'),
  TRUST_PROXY: commaList
    .pipe(z.array(z.string().refine(isNetwork, 'must be addresses or networks like 10.0.0.0/8')))
    .default([]),
  RATE_LIMITS: rateLimits.default({}),
  PUBLIC_BASE_URL: baseUrl.optional(),
  DEV_PORTAL_URL: baseUrl.optional(),
  DOCS_URL: baseUrl.optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_READ_URL: postgresUrl.optional(),
  DATABASE_READ_MAX_LAG_MS: z.coerce.number().int().min(500).max(60_000).default(2_000),
  ASSAY_ROLES: commaList.pipe(z.array(z.enum(ROLES)).min(1)).default([...ROLES]),
  GOD_API_KEY: z.string().min(GOD_API_KEY_LENGTH_MIN).optional(),
  OIDC_ISSUER: baseUrl.optional(),
  OIDC_CLIENT_ID: z.string().max(512).optional(),
  OIDC_CLIENT_SECRET: z.string().max(4_096).optional(),
  OIDC_CLAIM: z
    .string()
    .regex(/^[A-Za-z0-9_.:/-]{1,128}$/, 'must be the name of a claim')
    .default('email'),
  TWO_PERSON_HOURS: z.coerce.number().int().min(0).max(720).default(0),
  SIGNING_KEY: z.string().refine(isSeed, 'must be 32 bytes as hexadecimal digits, base64 or PEM').optional(),
  API_PREFIX: prefix.default('/api/v1'),
  PLAYER_PREFIX: prefix.default('/certsvc/v1'),
  FETCH_ALLOW_HOSTS: commaList.pipe(z.array(z.string().refine(isHost, 'must be host names')).min(1)).optional(),
  WEBHOOK_ALLOW_LOOPBACK: z.enum(['0', '1']).default('0'),
  CHAIN_RPC_URL: commaList.pipe(z.array(z.url({ protocol: /^https?$/ })).min(1)).optional(),
  CHAIN_ID: z.coerce.number().int().positive().optional(),
  CHAIN_PRIVATE_KEY: privateKey.optional(),
  CHAIN_CONFIRMATIONS: z.coerce.number().int().min(1).max(10_000).optional(),
  CHAIN_BATCH_ABOVE: z.coerce.number().int().min(1).default(32),
  EMBEDDED_CHAIN_ID: z.coerce.number().int().positive().default(84_532),
  REGISTRY_ADDRESS: hex(20).optional(),
  USDC_ADDRESS: hex(20).optional(),
  USDC_DOMAIN_NAME: z.string().min(1).max(64).default('USDC'),
  TOKEN_ADDRESS: hex(20).optional(),
  FACILITATOR_URL: baseUrl.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().max(320).optional(),
  POLICY_VERSION: z.string().min(1).max(32).optional(),
  API_DISCLAIMER: z.string().min(20).max(2000).optional(),
  ASSAY_MODELS: z.string().optional(),
  PEOPLE_ONLY: productTypes.default([]),
  ALLOW_UNREAD_INSTRUCTIONS: z.enum(['0', '1']).default('0'),
  REVIEWS_GIVE_WAY: z.enum(['0', '1']).default('1'),
  STORAGE_PER_PRINCIPAL_MB: z.coerce.number().int().min(1).max(1_000_000).default(256),
  STORAGE_PER_ADDRESS_MB: z.coerce.number().int().min(1).max(100_000_000).default(2_048),
  STORAGE_TOTAL_MB: z.coerce.number().int().min(1).max(100_000_000).default(16_384),
  UNSUBMITTED_HOURS: z.coerce.number().int().min(24).max(8_760).default(48),
  DRAFT_DAYS: z.coerce.number().int().min(1).max(3_650).default(90),
  LOG_ORIGIN: z.string().refine(isKeyName, 'must be a name like log.example/assay, without spaces and plus').optional(),
  LOG_WITNESSES: witnesses.default([]),
  LOG_WITNESS_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(1_000),
  LOG_WITNESS_QUORUM: z.coerce.number().int().min(0).max(64).optional(),
  WORLD_TICK_MS: z.coerce.number().int().min(0).max(86_400_000).default(5_000),
  OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: commaList
    .pipe(z.array(z.string().regex(/^[\w-]+=([^%]|%[0-7][0-9a-fA-F])+$/, 'must be NAME=value, comma-separated')))
    .default([]),
  OTEL_SERVICE_NAME: z.string().max(128).default('assay'),
  BACKUP_PASSPHRASE: z.string().min(BACKUP_PASSPHRASE_LENGTH_MIN).optional(),
  STATUS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  DRAIN_MS: z.coerce.number().int().min(0).max(60_000).default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  LOG_FORMAT: z.enum(['text', 'json']).optional(),
});

/** Every variable that the service reads. */
export const VARIABLES = Object.keys(Env.shape);

/** Current text of the disclaimer. A change rebuilds every prepared answer; certificates are not reissued. */
const API_DISCLAIMER =
  'This product reaches network services. The certificate covers the reviewed bytes, not what those services answer ' +
  'today or later: check their addresses, and what is sent to them, before you let an agent use it.';

export type Config = ReturnType<typeof readConfig>;

/** Printed without a stack: the operator needs the name of the variable and a valid value. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: string | readonly string[]) {
    const list = typeof problems === 'string' ? [problems] : problems;
    const [only] = list;
    const isShort = list.length === 1 && only !== undefined;
    super(isShort ? only : `The configuration is invalid:\n${list.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = list;
  }
}

/** Remedy for a setting that is rejected when other machines can reach the service. */
const LOOPBACK_ONLY = 'It needs a loopback HOST, a loopback PUBLIC_BASE_URL (or none) and no TRUST_PROXY.';

const toHttpUrl = (host: string, port: number): string =>
  `http://${isIP(host) === 6 ? `[${host}]` : host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`;

type Variables = Record<string, string | undefined>;
type Vars = z.infer<typeof Env>;

const publicBaseUrlOf = ({ PUBLIC_BASE_URL, HOST, PORT }: Vars): string => PUBLIC_BASE_URL ?? toHttpUrl(HOST, PORT);

const isServed = (vars: Vars): boolean =>
  isPublicService({ host: vars.HOST, publicBaseUrl: publicBaseUrlOf(vars), trustProxy: vars.TRUST_PROXY });

/**
 * Parses each variable on its own, so that one invalid value does not hide other problems. Invalid variables are
 * missing from `vars`.
 */
function parseVariables(given: Variables): { vars: Vars; problems: string[] } {
  const problems: string[] = [];
  const entries = Object.entries(Env.shape).map(([name, schema]) => {
    const parsed = schema.safeParse(given[name]);
    if (parsed.success) return [name, parsed.data];
    problems.push(...parsed.error.issues.map(({ path, message }) => `${[name, ...path].join('.')}: ${message}`));
    return [name, schema.safeParse(undefined).data];
  });
  return { vars: Object.fromEntries(entries) as Vars, problems };
}

/** Conflicts between variables. `isSet` is also true for a variable with an invalid value, which is reported separately. */
function listConflicts(vars: Vars, isSet: (name: keyof Vars) => boolean): string[] {
  const conflicts: string[] = [];
  if (vars.RATE_LIMITS === 'off' && isServed(vars))
    conflicts.push(`RATE_LIMITS=off is for trials only. ${LOOPBACK_ONLY}`);
  if (isSet('OIDC_ISSUER') !== isSet('OIDC_CLIENT_ID'))
    conflicts.push('OIDC_ISSUER and OIDC_CLIENT_ID belong together: set both or none.');
  if (vars.OIDC_ISSUER?.startsWith('http:') && (isServed(vars) || !isLoopbackName(new URL(vars.OIDC_ISSUER).hostname)))
    conflicts.push(`OIDC_ISSUER must be an https address, except on this machine. ${LOOPBACK_ONLY}`);
  if (isSet('DATABASE_URL') && !isSet('SIGNING_KEY'))
    conflicts.push(
      'SIGNING_KEY is required with DATABASE_URL, so that all processes sign with the same key.\n' +
        "  Make one with: node -e \"console.log(require('node:crypto').randomBytes(32).toString('hex'))\"",
    );
  if (vars.PORT === 0 && !isSet('PUBLIC_BASE_URL'))
    conflicts.push('PORT=0 selects a free port, which links cannot contain: set PUBLIC_BASE_URL.');
  if (vars.WEBHOOK_ALLOW_LOOPBACK === '1' && (isSet('DATABASE_URL') || isServed(vars)))
    conflicts.push(`WEBHOOK_ALLOW_LOOPBACK=1 is for trials only. Remove DATABASE_URL. ${LOOPBACK_ONLY}`);
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const)
    if (isSet(name) && !isSet('DATABASE_URL')) conflicts.push(`${name} also needs DATABASE_URL.`);
  const { ASSAY_ROLES: roles } = vars;
  if (isSet('DATABASE_URL') && !isSet('CHAIN_RPC_URL') && roles.includes('api') && !roles.includes('worker'))
    conflicts.push(
      'ASSAY_ROLES with api and without worker needs CHAIN_RPC_URL: the embedded chain runs only in the worker process.',
    );
  const missing = CHAIN_COMPANIONS.filter((name) => !isSet(name));
  if (isSet('CHAIN_RPC_URL') && missing.length > 0)
    conflicts.push(`CHAIN_RPC_URL also needs ${CHAIN_COMPANIONS.join(', ')}. Not set: ${missing.join(', ')}.`);
  return conflicts;
}

const CHAIN_COMPANIONS = ['CHAIN_ID', 'CHAIN_PRIVATE_KEY', 'REGISTRY_ADDRESS', 'USDC_ADDRESS'] as const;

/** `fileNames` are the names in the configuration file. An unknown name is reported as a typing error. */
export function readConfig(env: Variables, fileNames: readonly string[] = []) {
  // Compose files and shells pass unset variables as empty strings.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const { vars, problems } = parseVariables(given);
  problems.push(...listConflicts(vars, (name) => given[name] !== undefined));
  const models = readModels(vars.ASSAY_MODELS, { env, isPublic: isServed(vars), problems });
  const read = new Set([...VARIABLES, ...models.map(({ config }) => config.keyVariable)]);
  for (const name of fileNames) if (!read.has(name)) problems.push(`${name}: there is no such setting`);
  if (problems.length > 0) throw new ConfigError(problems);
  const chain = readChain(vars);
  const publicBaseUrl = publicBaseUrlOf(vars);
  const isPublic = isServed(vars);
  const disclaimer = vars.API_DISCLAIMER ?? API_DISCLAIMER;
  return {
    port: vars.PORT,
    host: vars.HOST,
    isPublicService: isPublic,
    /** Issues certificates for bundled samples so that a new installation has data to try. */
    hasDemonstration: !isPublic && vars.DATABASE_URL === undefined && chain.kind === 'embedded',
    trustProxy: vars.TRUST_PROXY,
    rateLimits: vars.RATE_LIMITS,
    publicBaseUrl,
    devPortalUrl: vars.DEV_PORTAL_URL ?? publicBaseUrl,
    docsUrl: vars.DOCS_URL ?? `${publicBaseUrl}/docs`,
    dataDir: resolve(vars.DATA_DIR),
    /** Bypasses the pooler, for LISTEN, migrations and commands. */
    databaseUrl: vars.DATABASE_DIRECT_URL ?? vars.DATABASE_URL,
    /** The pooler in transaction mode, for all other queries. */
    pooledUrl: vars.DATABASE_DIRECT_URL === undefined ? undefined : vars.DATABASE_URL,
    /** A replica for public reads. */
    readUrl: vars.DATABASE_READ_URL,
    readMaxLagMs: vars.DATABASE_READ_MAX_LAG_MS,
    roles: vars.ASSAY_ROLES,
    godApiKey: vars.GOD_API_KEY,
    oidc: readOidc(vars),
    oidcClientSecret: vars.OIDC_CLIENT_SECRET,
    /** Hours within which a second administrator must confirm a revocation or a key rotation. 0 disables the confirmation. */
    twoPersonHours: vars.TWO_PERSON_HOURS,
    signingKey: vars.SIGNING_KEY,
    mounts: { apiPrefix: vars.API_PREFIX, playerPrefix: vars.PLAYER_PREFIX },
    fetchAllowHosts: vars.FETCH_ALLOW_HOSTS,
    webhooksAllowLoopback: vars.WEBHOOK_ALLOW_LOOPBACK === '1',
    chain,
    chainPrivateKey: vars.CHAIN_PRIVATE_KEY,
    facilitatorUrl: vars.FACILITATOR_URL,
    smtpUrl: vars.SMTP_URL,
    mailFrom: vars.MAIL_FROM ?? `Assay <noreply@${new URL(publicBaseUrl).hostname}>`,
    policy: {
      version: vars.POLICY_VERSION ?? createHash('sha256').update(disclaimer).digest('hex').slice(0, 12),
      apiDisclaimer: disclaimer,
    },
    log: {
      origin: vars.LOG_ORIGIN,
      witnesses: vars.LOG_WITNESSES,
      witnessTimeoutMs: vars.LOG_WITNESS_TIMEOUT_MS,
      /** Defaults to a majority. */
      quorum:
        vars.LOG_WITNESS_QUORUM ?? Math.floor(vars.LOG_WITNESSES.length / 2) + Math.sign(vars.LOG_WITNESSES.length),
    },
    /** Runs reviews at a lower priority than requests. */
    reviewsGiveWay: vars.REVIEWS_GIVE_WAY === '1',
    /** Storage quotas for callers who have not paid. */
    storage: {
      perPrincipalBytes: vars.STORAGE_PER_PRINCIPAL_MB * MEGABYTE,
      perAddressBytes: vars.STORAGE_PER_ADDRESS_MB * MEGABYTE,
      totalBytes: vars.STORAGE_TOTAL_MB * MEGABYTE,
      unsubmittedMs: vars.UNSUBMITTED_HOURS * HOUR_MS,
      draftMs: vars.DRAFT_DAYS * 24 * HOUR_MS,
    },
    /** Real time per hour of the world. With 0, an hour passes only at an operator's command. */
    worldTickMs: vars.WORLD_TICK_MS,
    backupPassphrase: vars.BACKUP_PASSPHRASE,
    telemetryUrl: vars.OTEL_EXPORTER_OTLP_ENDPOINT,
    telemetryName: vars.OTEL_SERVICE_NAME,
    telemetryHeaders: Object.fromEntries(vars.OTEL_EXPORTER_OTLP_HEADERS.map(splitHeader)),
    /** Port for health checks in a process without the role api. */
    statusPort: vars.STATUS_PORT,
    /** How long `/readyz` answers 503 after a stop signal while requests are still accepted. */
    drainMs: vars.DRAIN_MS,
    logLevel: vars.LOG_LEVEL,
    /** When undefined: text on a terminal, JSON elsewhere. */
    logFormat: vars.LOG_FORMAT,
    models,
    peopleOnly: vars.PEOPLE_ONLY,
    unread: decideUnread({
      isPublicService: isPublic,
      hasModels: models.length > 0,
      isAllowed: vars.ALLOW_UNREAD_INSTRUCTIONS === '1',
      hasOperator: vars.GOD_API_KEY !== undefined,
    }),
  };
}

/** The OpenID provider for operator sign-in, if one is configured. */
function readOidc({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLAIM: claim }: Vars) {
  return issuer === undefined || clientId === undefined ? undefined : { issuer, clientId, claim };
}

/** A configured model with the API key that its configuration refers to by name. */
export type ConfiguredModel = {
  readonly config: ModelConfig;
  readonly key: string | undefined;
  /** For agent command lines, which the environment locates and authenticates. */
  readonly findVariable: (name: string) => string | undefined;
};

/** The context in which `readModels` parses ASSAY_MODELS. */
type ModelSurroundings = { readonly env: Variables; readonly isPublic: boolean; readonly problems: string[] };

function readModels(given: string | undefined, { env, isPublic, problems }: ModelSurroundings): ConfiguredModel[] {
  if (given === undefined) return [];
  try {
    const isList = given.trimStart().startsWith('[');
    const text = isList ? given : readFileSync(given, 'utf8');
    const configs = parseModelConfigs(text, isList ? 'ASSAY_MODELS' : given);
    const agent = isPublic ? configs.find(isAgentConfig) : undefined;
    if (agent !== undefined)
      throw new Error(
        `${agent.name} is a personal sign-in and reads on loopback only; use an API key or a local server.`,
      );
    return configs.map((config) => ({ config, key: findKey(config, env), findVariable: (name) => env[name] }));
  } catch (error) {
    problems.push(`ASSAY_MODELS is invalid: ${error instanceof Error ? error.message : 'unreadable'}`);
    return [];
  }
}

function findKey({ name, keyVariable }: ModelConfig, env: Variables): string | undefined {
  if (keyVariable === undefined) return undefined;
  const key = env[keyVariable];
  if (key === undefined || key === '') throw new Error(`the model ${name} needs its key in ${keyVariable}.`);
  return key;
}

type Surroundings = {
  readonly isPublicService: boolean;
  readonly hasModels: boolean;
  readonly isAllowed: boolean;
  readonly hasOperator: boolean;
};

/**
 * The policy for instructions that no reader has read. With models configured, a person reads what they could not read.
 * Without models, a local service certifies with a warning, and a service that others rely on asks a person.
 */
function decideUnread({
  isPublicService,
  hasModels,
  isAllowed,
  hasOperator,
}: Surroundings): 'certify' | 'person' | 'refuse' {
  if (isAllowed || (!isPublicService && !hasModels)) return 'certify';
  return hasModels || hasOperator ? 'person' : 'refuse';
}

/** Confirmations before a block counts as final. The embedded chain cannot reorganise. */
const CONFIRMATIONS = { embedded: 1, external: 12 } as const;

export type ChainConfig = ReturnType<typeof readChain>;

function readChain(vars: Vars) {
  const common = { batchAbove: vars.CHAIN_BATCH_ABOVE, usdcDomainName: vars.USDC_DOMAIN_NAME };
  if (vars.CHAIN_RPC_URL === undefined) {
    const confirmations = vars.CHAIN_CONFIRMATIONS ?? CONFIRMATIONS.embedded;
    return { kind: 'embedded', chainId: vars.EMBEDDED_CHAIN_ID, confirmations, ...common } as const;
  }
  const { CHAIN_ID: chainId, REGISTRY_ADDRESS: registryAddress, USDC_ADDRESS: usdcAddress } = vars;
  if (chainId === undefined || registryAddress === undefined || usdcAddress === undefined)
    throw new TypeError('A chain without its contracts was not refused.');
  return {
    kind: 'external',
    rpcUrls: vars.CHAIN_RPC_URL,
    chainId,
    confirmations: vars.CHAIN_CONFIRMATIONS ?? CONFIRMATIONS.external,
    registryAddress,
    usdcAddress,
    tokenAddress: vars.TOKEN_ADDRESS ?? null,
    ...common,
  } as const;
}

const SECRETS = new Set<keyof Config>([
  'godApiKey',
  'oidcClientSecret',
  'signingKey',
  'chainPrivateKey',
  'backupPassphrase',
  'telemetryHeaders',
]);
/** These URLs may contain a user name and a password. */
const URLS_WITH_LOGIN = new Set<keyof Config>(['databaseUrl', 'pooledUrl', 'readUrl', 'smtpUrl']);

/** The output of `npm run server -- config`: every setting in force, without secrets. */
export function redactConfig(config: Config): Record<string, unknown> {
  const shown = Object.entries(config).map(([name, value]) => {
    if (value === undefined) return [name, null];
    if (SECRETS.has(name as keyof Config)) return [name, '[set, not shown]'];
    if (URLS_WITH_LOGIN.has(name as keyof Config) && typeof value === 'string') return [name, withoutLogin(value)];
    // Node providers put the API key into the URL.
    if (name === 'chain' && 'rpcUrls' in config.chain)
      return [name, { ...config.chain, rpcUrls: config.chain.rpcUrls.map((url) => new URL(url).origin) }];
    if (name === 'models') return [name, config.models.map((model) => model.config)];
    return [name, value];
  });
  return Object.fromEntries(shown);
}

/** A password can stand before the host or in the parameters, so only the host and the path are shown. */
function withoutLogin(text: string): string {
  const { protocol, host, pathname } = new URL(text);
  return `${protocol}//[not shown]@${host}${pathname}`;
}
