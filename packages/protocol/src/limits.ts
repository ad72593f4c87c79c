/** Every size and rate that the interface promises, by name. Rates are defaults: a deployment may override them. */

const KIB = 1024;
const MIB = 1024 * KIB;

/** Largest request body, by the name a route gives as `bodyLimit`. */
export const BODY_LIMITS = {
  json: 1 * MIB,
  /** Routes that carry a whole bundle inline. */
  bundle: 8 * MIB,
  /** Auth, flags, RPC and lists to verify: nothing there has a reason to be long. */
  small: 64 * KIB,
} as const;
export type BodyLimitName = keyof typeof BODY_LIMITS;

export const REQUEST_LIMITS = {
  jsonDepthMax: 32,
  /** Values and member names of one body: a full bundle with its manifest has about two thousand. */
  jsonValuesMax: 20_000,
  /** What a caller without a credential may send to a route that answers only empty bodies: `{}` and some white space. */
  probeBytesMax: 64,
  /** Bytes of refused bodies that the service reads and throws away, at once and in each second. */
  drainBytesMax: 32 * MIB,
  drainBytesPerSecond: 8 * MIB,
  urlBytesMax: 8 * KIB,
  headerBytesMax: 16 * KIB,
  headersBytesMax: 32 * KIB,
  /** From the first byte of a request to the last, its head and all of it. */
  headersMs: 10_000,
  timeMs: 30_000,
  /** How often connections are held against the two limits above. */
  timeCheckMs: 1_000,
  sourceFetchMs: 10_000,
  settleMs: 60_000,
  idempotencyKeyMin: 8,
  idempotencyKeyMax: 128,
} as const;

/** Intake limits of a reviewed bundle: what is given inline, and what is fetched from a repository. */
export const BUNDLE_LIMITS = {
  inlineFilesMax: 200,
  inlineBytesMax: 5 * MIB,
  repositoryFilesMax: 2_000,
  archiveBytesMax: 10 * MIB,
  unpackedBytesMax: 16 * MIB,
  unpackRatioMax: 100,
  fileBytesMax: 4 * MIB,
  skillMdBytesMax: 256 * KIB,
  /** What is read to its end within the time of one review; larger ones are refused before anybody pays. */
  apiDocumentBytesMax: 2 * MIB,
  pathLengthMax: 255,
} as const;

/**
 * Work that costs us much and its caller nothing, over all callers: one at a time for each address and each principal. As many at once as are
 * answered within seconds: an admitted request has its body read and stored, so requests that would only wait are rejected first.
 */
export const FREE_WORK_LIMITS = {
  requestsMax: 6,
  bytesMax: 64 * MIB,
  /** Of bodies that have not arrived in full. Past it the upload that began first is refused. */
  arrivingBytesMax: 64 * MIB,
  retryAfterSeconds: 2,
} as const;

export const PLUGIN_LIMITS = {
  charactersMax: 10_000,
  rulesMax: 24,
  slots: 6,
  perActorMax: 50,
  /** With fewer cases of known verdict the quality of a plugin is not given. */
  measuredCasesMin: 200,
} as const;

/** Questions "what if?" about the world. */
export const FORK_LIMITS = {
  questionMax: 280,
  changesMax: 8,
  pathMax: 80,
  monthsMax: 60,
  replicasMax: 16,
  /** Of the whole service; further questions are refused until one is answered. */
  waitingMax: 50,
  /** Of one caller: questions that wait or run, and questions of the last 24 hours. */
  waitingPerCallerMax: 2,
  perCallerDayMax: 20,
  /** Answers that are kept; the oldest go first. */
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

export const INTENT_LIMITS = {
  /** Hours ahead of now that `not_before_tick` and `expires_at_tick` may be: one simulated year. */
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
  /** Load balancers probe from an address that others may share: what these spend must not make a healthy process look dead. */
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
  /** Counted inside `rpc`: of its 100 calls, at most this many may be submitIntent. */
  submitIntent: {
    quotas: [
      { per: 'principal', requests: 60, windowSeconds: 60 },
      { per: 'ip', requests: 600, windowSeconds: 60 },
    ],
  },
  admin: { quotas: [{ per: 'principal', requests: 1_000, windowSeconds: 60 }] },
} as const satisfies Record<string, RatePolicy>;
export type RatePolicyName = keyof typeof RATE_POLICIES;

/** Entries of each list in a manifest. */
export const MANIFEST_LIMITS = {
  capabilitiesMax: 64,
  externalCallsMax: 100,
  endpointsMax: 100,
  secretsMax: 50,
  toolsMax: 200,
} as const;
