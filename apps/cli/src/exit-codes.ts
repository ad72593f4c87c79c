/**
 * What the process answers with. Scripts and CI read nothing else, so each has one meaning; of certificates `safe` is
 * valid, `unsafe` refused, `undecided` no answer to rely on.
 */
export const EXIT = {
  safe: 0,
  unsafe: 1,
  undecided: 2,
  nothingToScan: 3,
  /** No credential, or one that the service does not take. */
  auth: 4,
  /** `EX_USAGE` of sysexits.h: the command line itself was wrong. */
  usage: 64,
  /** `EX_SOFTWARE` of sysexits.h: a bug of ours. */
  internal: 70,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The command line cannot be understood. The message says what to write instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command needs a login. The message says how to get one. */
export class AuthError extends Error {
  override readonly name = 'AuthError';
}
