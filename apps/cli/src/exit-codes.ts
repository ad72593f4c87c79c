/** What the process answers with. Scripts and CI read nothing else, so each has one meaning. */
export const EXIT = {
  safe: 0,
  unsafe: 1,
  undecided: 2,
  nothingToScan: 3,
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
