import { Problem, type Quota, RATE_POLICIES, type RatePolicyName } from '@assay/protocol';

/** Subjects remembered per quota. Beyond it the oldest half is forgotten, which bounds memory under a flood. */
const SUBJECTS_MAX = 200_000;

export type RateDecision = {
  readonly isAllowed: boolean;
  readonly retryAfterSeconds: number;
  /** Values of the `RateLimit-Policy` and `RateLimit` headers. Absent when limits are off. */
  readonly policy?: string;
  readonly state?: string;
};

/** A quota that is not enforced is not announced either, because clients would throttle themselves needlessly. */
const UNLIMITED: RateDecision = { isAllowed: true, retryAfterSeconds: 0 };

/** The headers that announce the quota. */
export const toRateHeaders = ({ policy, state }: RateDecision): Record<string, string> =>
  policy === undefined || state === undefined ? {} : { 'RateLimit-Policy': policy, RateLimit: state };

type RateOverrides = Partial<Record<RatePolicyName, { requests: number; windowSeconds: number }>>;

type Window = { endsAt: number; used: number };
type Counter = {
  readonly name: RatePolicyName;
  readonly quota: Quota;
  readonly header: string;
  readonly windows: Map<string, Window>;
};

/**
 * Fixed windows, counted in this process: a deployment of N processes allows at most N times the quota, in exchange for
 * a check that never waits. With `refuses: false` nothing is counted, announced or refused.
 */
export function createRateLimiter(options: { overrides: RateOverrides; refuses: boolean }) {
  const counters = new Map<RatePolicyName, Counter[]>();
  for (const name of Object.keys(RATE_POLICIES) as RatePolicyName[]) {
    const declared: readonly Quota[] = RATE_POLICIES[name].quotas;
    const ofName = declared.map((one): Counter => {
      const quota = { ...one, ...options.overrides[name] };
      const header = `"${name}";q=${quota.requests};w=${quota.windowSeconds}`;
      return { name, quota, header, windows: new Map() };
    });
    counters.set(name, ofName);
  }

  function counterOf(name: RatePolicyName, per: Quota['per']): Counter {
    for (const counter of counters.get(name) ?? []) if (counter.quota.per === per) return counter;
    throw new TypeError(`Rate policy ${name} does not count per ${per}`);
  }

  function takeFrom(
    { name, quota, header, windows }: Counter,
    subject: string,
    now: number,
    cost: number,
  ): RateDecision {
    if (!options.refuses) return UNLIMITED;
    let window = windows.get(subject);
    if (window === undefined || now >= window.endsAt) {
      if (windows.size >= SUBJECTS_MAX) forgetOldest(windows, now);
      window = { endsAt: now + quota.windowSeconds * 1000, used: 0 };
      windows.set(subject, window);
    }
    window.used += cost;
    const remaining = Math.max(0, quota.requests - window.used);
    const resetSeconds = Math.ceil((window.endsAt - now) / 1000);
    return {
      isAllowed: window.used <= quota.requests,
      retryAfterSeconds: resetSeconds,
      policy: header,
      state: `"${name}";r=${remaining};t=${resetSeconds}`,
    };
  }

  /** Takes `cost` units from the subject's quota. */
  const take = (name: RatePolicyName, per: Quota['per'], subject: string, now: number, cost = 1): RateDecision =>
    takeFrom(counterOf(name, per), subject, now, cost);

  /** Takes one unit if available. Otherwise takes nothing and leaves the refusal to the regular path. */
  function takeIfAllowed(
    name: RatePolicyName,
    per: Quota['per'],
    subject: string,
    now: number,
  ): RateDecision | undefined {
    const counter = counterOf(name, per);
    const window = counter.windows.get(subject);
    const isSpent = window !== undefined && now < window.endsAt && window.used >= counter.quota.requests;
    return isSpent ? undefined : takeFrom(counter, subject, now, 1);
  }

  /** Takes one unit, or throws rate_limited. */
  function charge(name: RatePolicyName, per: Quota['per'], subject: string, now: Date): void {
    const { isAllowed, retryAfterSeconds } = take(name, per, subject, now.getTime());
    if (!isAllowed) throw new Problem('rate_limited', { retryAfterSeconds });
  }

  return { take, takeIfAllowed, charge };
}
export type RateLimiter = ReturnType<typeof createRateLimiter>;

function forgetOldest(windows: Map<string, Window>, now: number): void {
  for (const [subject, window] of windows) if (now >= window.endsAt) windows.delete(subject);
  const surplus = windows.size - SUBJECTS_MAX / 2;
  for (const subject of [...windows.keys()].slice(0, Math.max(0, surplus))) windows.delete(subject);
}
