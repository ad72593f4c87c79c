/** Maximum time until a published checkpoint covers a decision. */
export const INCLUSION_LIMIT_MS = 2_000;

/** The publisher's poll. A checkpoint also waits for its witnesses, for at most `LOG_WITNESS_TIMEOUT_MS`. */
export const PUBLISH_SCHEDULE = {
  /** Poll interval, which limits the delay after a lost notice. */
  lookEveryMs: 500,
  /** Leaves within this time share a checkpoint. */
  gatherMs: 200,
} as const;
