import { type Quota, RATE_POLICIES, type RatePolicyName } from '@assay/protocol';

/** Subjects remembered per quota; past it the oldest half is forgotten, so memory stays bounded under a flood. */
const SUBJECTS_MAX = 200_000;

export type RateDecision = {
  readonly isAllowed: boolean;
  readonly retryAfterSeconds: number;
  /** Values of the `RateLimit-Policy` and `RateLimit` headers. */
  readonly policy: string;
  readonly state: string;
};

export type RateOverrides = Partial<Record<RatePolicyName, { requests: number; windowSeconds: number }>>;

type Window = { endsAt: number; used: number };
type Counter = { readonly quota: Quota; readonly header: string; readonly windows: Map<string, Window> };

/**
 * Fixed windows counted in this process: a deployment of N processes allows at most N times the quota, which is
 * the price of a check that never waits. With `refuses: false` everything is counted and shown but nothing refused.
 */
export function createRateLimiter(options: { overrides: RateOverrides; refuses: boolean }) {
  const counters = new Map<string, Counter>();
  for (const [name, { quotas }] of Object.entries(RATE_POLICIES)) {
    for (const declared of quotas as readonly Quota[]) {
      const override = options.overrides[name as RatePolicyName];
      const quota = override === undefined ? declared : { ...declared, ...override };
      const header = `"${name}";q=${quota.requests};w=${quota.windowSeconds}`;
      counters.set(`${name}/${quota.per}`, { quota, header, windows: new Map() });
    }
  }

  function counterOf(name: RatePolicyName, per: Quota['per']): Counter {
    const counter = counters.get(`${name}/${per}`);
    if (counter === undefined) throw new TypeError(`Rate policy ${name} does not count per ${per}`);
    return counter;
  }

  /** Takes `cost` units from the subject's quota. */
  function take(name: RatePolicyName, per: Quota['per'], subject: string, now: number, cost = 1): RateDecision {
    const { quota, header, windows } = counterOf(name, per);
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
      isAllowed: !options.refuses || window.used <= quota.requests,
      retryAfterSeconds: resetSeconds,
      policy: header,
      state: `"${name}";r=${remaining};t=${resetSeconds}`,
    };
  }

  /** Takes one unit if it is to be had; otherwise takes nothing and leaves the refusal to the ordinary way. */
  function takeIfAllowed(
    name: RatePolicyName,
    per: Quota['per'],
    subject: string,
    now: number,
  ): RateDecision | undefined {
    const { quota, windows } = counterOf(name, per);
    const window = windows.get(subject);
    const isSpent = options.refuses && window !== undefined && now < window.endsAt && window.used >= quota.requests;
    return isSpent ? undefined : take(name, per, subject, now);
  }

  return { take, takeIfAllowed };
}
export type RateLimiter = ReturnType<typeof createRateLimiter>;

function forgetOldest(windows: Map<string, Window>, now: number): void {
  for (const [subject, window] of windows) if (now >= window.endsAt) windows.delete(subject);
  const surplus = windows.size - SUBJECTS_MAX / 2;
  for (const subject of [...windows.keys()].slice(0, Math.max(0, surplus))) windows.delete(subject);
}
