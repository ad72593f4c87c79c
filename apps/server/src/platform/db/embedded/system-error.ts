/** Whether the error has one of these system codes, as in `hasCode(error, 'ENOENT')`. */
export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);
