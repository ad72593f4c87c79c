const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  ELOOP: 'its links form a loop',
  ENAMETOOLONG: 'the name is too long',
  EIO: 'the disk reported an error',
};

/** Describes a file system error with an actionable message and without a stack. */
export function describeFault(error: unknown): string {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return (code && WORDS[code]) ?? `cannot be read (${code ?? 'unknown error'})`;
}
