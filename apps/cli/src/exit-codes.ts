/**
 * The exit codes of the process. Scripts and CI depend on them, so each has one meaning. For certificates `safe` means
 * valid, `unsafe` refused, and `undecided` that there is no reliable answer.
 */
export const EXIT = {
  safe: 0,
  unsafe: 1,
  undecided: 2,
  nothingToScan: 3,
  /** No credential, or one that the service rejects. */
  auth: 4,
  /** `EX_USAGE` of sysexits.h: the command line was wrong. */
  usage: 64,
  /** `EX_SOFTWARE` of sysexits.h: a bug in this program. */
  internal: 70,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The command line is invalid. The message says what to write instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command needs a login. The message says how to log in. */
export class AuthError extends Error {
  override readonly name = 'AuthError';
}
