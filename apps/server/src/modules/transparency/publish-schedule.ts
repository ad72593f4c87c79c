/** A decision is covered by a published checkpoint after at most this long. */
export const INCLUSION_LIMIT_MS = 2_000;

/** When the publisher looks for new leaves. A checkpoint also waits for its witnesses, for `LOG_WITNESS_TIMEOUT_MS` at most. */
export const PUBLISH_SCHEDULE = {
  /** What a lost notice left behind is published at the latest after this long. */
  lookEveryMs: 500,
  /** Leaves that come within this long share a checkpoint. */
  gatherMs: 200,
} as const;
