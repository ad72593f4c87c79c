/** What a second process adds, from measured processor time. Pure. */

/** One measurement on cores that the service shares only with what is named here. */
export type Share = {
  readonly requests: number;
  readonly seconds: number;
  readonly cores: number;
  /** Processor seconds on these cores. */
  readonly apiSeconds: number;
  readonly generatorSeconds: number;
  /** Of all programs together, those of the measurement included. */
  readonly busySeconds: number;
};

const otherSeconds = ({ busySeconds, apiSeconds, generatorSeconds }: Share): number =>
  Math.max(0, busySeconds - apiSeconds - generatorSeconds);

/** Core seconds that the service could have used. Idle time counts: a process that waits for another one loses it. */
const availableSeconds = (share: Share): number =>
  share.cores * share.seconds - share.generatorSeconds - otherSeconds(share);

/** Requests that a core of its own answers a second. */
export const perCore = (share: Share): number => share.requests / availableSeconds(share);

/** What one core of these did, as shares of its time. */
export const sharesOf = (share: Share) => {
  const whole = share.cores * share.seconds;
  return {
    api: share.apiSeconds / whole,
    generator: share.generatorSeconds / whole,
    others: otherSeconds(share) / whole,
  };
};

/** Requests that two processes with a core each answer, relative to one process with one core. */
export const speedUpOf = (one: Share, two: Share): number => (2 * perCore(two)) / perCore(one);
