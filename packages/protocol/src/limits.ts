/** Every size and rate limit of the interface, by name. Rates are defaults that a deployment may override. */

const KIB = 1024;
const MIB = 1024 * KIB;

/** Largest request body for each `bodyLimit` name of a route. */
export const BODY_LIMITS = {
  json: 1 * MIB,
  /** Routes that accept a whole bundle inline. */
  bundle: 8 * MIB,
  /** Auth, flags, RPC and verify lists: no legitimate body on these routes is long. */
  small: 64 * KIB,
} as const;
export type BodyLimitName = keyof typeof BODY_LIMITS;

export const REQUEST_LIMITS = {
  jsonDepthMax: 32,
  /** Values and member names in one body. A full bundle with its manifest has about two thousand. */
  jsonValuesMax: 20_000,
  /** The body that a caller without a credential may send to a route that answers only empty bodies: `{}` and some white space. */
  probeBytesMax: 64,
  /** Bytes of rejected bodies that the service reads and discards, in total and per second. */
  drainBytesMax: 32 * MIB,
  drainBytesPerSecond: 8 * MIB,
  urlBytesMax: 8 * KIB,
  headerBytesMax: 16 * KIB,
  headersBytesMax: 32 * KIB,
  /** Measured from the first byte of the request: until the end of its head, and until the end of its body. */
  headersMs: 10_000,
  timeMs: 30_000,
  /** How often connections are checked against the two limits above. */
  timeCheckMs: 1_000,
  /**
   * How long a connection may be idle. Longer than the idle timeouts of common proxies (nginx 60 s, Caddy 120 s), because
   * a request that arrives while the service closes its connection is lost.
   */
  keepAliveMs: 125_000,
  sourceFetchMs: 10_000,
  settleMs: 60_000,
  idempotencyKeyMin: 8,
  idempotencyKeyMax: 128,
} as const;

/** Intake limits of a reviewed bundle, for inline content and for repositories. */
export const BUNDLE_LIMITS = {
  inlineFilesMax: 200,
  inlineBytesMax: 5 * MIB,
  repositoryFilesMax: 2_000,
  archiveBytesMax: 10 * MIB,
  unpackedBytesMax: 16 * MIB,
  unpackRatioMax: 100,
  fileBytesMax: 4 * MIB,
  skillMdBytesMax: 256 * KIB,
  /** The size that one review can read in full. Larger documents are rejected before payment. */
  apiDocumentBytesMax: 2 * MIB,
  pathLengthMax: 255,
} as const;

/**
 * Work that costs the service much and the caller nothing: limits per process, over all callers. Each address and each principal may have
 * one request at a time. `requestsMax` is what the service answers within seconds: it reads and stores the body of an
 * admitted request, so it rejects requests that would only wait.
 */
export const FREE_WORK_LIMITS = {
  requestsMax: 6,
  bytesMax: 64 * MIB,
  /** Rate of accepted bodies per process, so that large ones leave processor time and disk writes to paid work. */
  bytesPerSecond: 2 * MIB,
  burstBytes: 16 * MIB,
  /** Bytes of bodies that are still arriving. Above the limit the oldest upload is rejected. */
  arrivingBytesMax: 64 * MIB,
  retryAfterSeconds: 2,
} as const;

export const PLUGIN_LIMITS = {
  charactersMax: 10_000,
  rulesMax: 24,
  slots: 6,
  perActorMax: 50,
  /** With fewer cases of known verdict, the quality of a plugin is not reported. */
  measuredCasesMin: 200,
} as const;

/** "What if?" questions about the world. */
export const FORK_LIMITS = {
  questionMax: 280,
  changesMax: 8,
  pathMax: 80,
  monthsMax: 60,
  replicasMax: 16,
  /** For the whole service. Further questions are refused until one is answered. */
  waitingMax: 50,
  /** For each caller: questions that wait or run, and questions in the last 24 hours. */
  waitingPerCallerMax: 2,
  perCallerDayMax: 20,
  /** Stored answers. The oldest are deleted first. */
  keptMax: 100_000,
} as const;

export const LIST_LIMITS = {
  pageDefault: 20,
  pageMax: 100,
  cursorLengthMax: 512,
  feedPageMax: 5_000,
  feedSinceChangesMax: 100_000,
  verifyBatchMax: 100,
  rpcBatchMax: 20,
  digestMatchesMax: 20,
} as const;

export const STREAM_LIMITS = {
  perPrincipalMax: 5,
  perIpMax: 10,
  topicsMax: 20,
  heartbeatMs: 15_000,
  retryMs: 3_000,
  resumeDays: 7,
  /** An operator's stream ends after this long; the next one needs a valid credential. */
  operatorMs: 300_000,
} as const;

export const PRINCIPAL_LIMITS = {
  webhooksMax: 10,
  keysPerWalletMax: 5,
  tokensMax: 10,
  walletsMax: 10,
  draftsMax: 100,
  openTicketsMax: 20,
  waitingIntentsMax: 50,
} as const;

/** For owners without a certificate, on public services. */
export const NEW_OWNER_LIMITS = { openReviewsMax: 10 } as const;

export const INTENT_LIMITS = {
  /** How many hours ahead `not_before_tick` and `expires_at_tick` may be: one simulated year. */
  horizonTicksMax: 12 * 672,
} as const;

/** `caller` is the principal when the request has a valid credential, otherwise the address it came from. */
export type RateSubject = 'ip' | 'caller' | 'principal' | 'email' | 'wallet';
export type Quota = { readonly per: RateSubject; readonly requests: number; readonly windowSeconds: number };
export type RatePolicy = { readonly quotas: readonly [Quota, ...Quota[]] };

const DAY_SECONDS = 86_400;

export const RATE_POLICIES = {
  verify: { quotas: [{ per: 'caller', requests: 6_000, windowSeconds: 60 }] },
  public: { quotas: [{ per: 'ip', requests: 600, windowSeconds: 60 }] },
  /**
   * Load balancers probe from an address that other clients may share. Traffic of those clients must not make a healthy
   * process look dead.
   */
  probe: { quotas: [{ per: 'ip', requests: 6_000, windowSeconds: 60 }] },
  heavy: { quotas: [{ per: 'caller', requests: 20, windowSeconds: 60 }] },
  fork: { quotas: [{ per: 'caller', requests: 4, windowSeconds: 3_600 }] },
  auth: { quotas: [{ per: 'ip', requests: 30, windowSeconds: 60 }] },
  code: {
    quotas: [
      { per: 'email', requests: 3, windowSeconds: 600 },
      { per: 'ip', requests: 20, windowSeconds: 3_600 },
    ],
  },
  abuse: { quotas: [{ per: 'ip', requests: 10, windowSeconds: DAY_SECONDS }] },
  flag: {
    quotas: [
      { per: 'wallet', requests: 5, windowSeconds: DAY_SECONDS },
      { per: 'ip', requests: 20, windowSeconds: DAY_SECONDS },
    ],
  },
  dev: { quotas: [{ per: 'principal', requests: 300, windowSeconds: 60 }] },
  key: { quotas: [{ per: 'principal', requests: 300, windowSeconds: 60 }] },
  rpc: { quotas: [{ per: 'principal', requests: 100, windowSeconds: 60 }] },
  /** Counted inside `rpc`: at most this many of its 100 calls may be submitIntent. */
  submitIntent: {
    quotas: [
      { per: 'principal', requests: 60, windowSeconds: 60 },
      { per: 'ip', requests: 600, windowSeconds: 60 },
    ],
  },
  admin: { quotas: [{ per: 'principal', requests: 1_000, windowSeconds: 60 }] },
} as const satisfies Record<string, RatePolicy>;
export type RatePolicyName = keyof typeof RATE_POLICIES;

/** Maximum entries of each list in a manifest. */
export const MANIFEST_LIMITS = {
  capabilitiesMax: 64,
  externalCallsMax: 100,
  endpointsMax: 100,
  secretsMax: 50,
  toolsMax: 200,
} as const;
