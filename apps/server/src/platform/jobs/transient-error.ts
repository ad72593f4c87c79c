/** SQLSTATE classes: lost connection, transaction conflict, insufficient resources, shutdown. */
const PASSING_CLASSES = ['08', '40', '53', '57'];
/** Messages of a connection that was lost or did not become available in time. */
const NO_CONNECTION = /timeout exceeded when trying to connect|Connection terminated|ECONNREFUSED|ECONNRESET|EPIPE/;

/** A temporary failure of the database, independent of the current work. */
export function isTransientError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (PASSING_CLASSES.includes(code.slice(0, 2)) || NO_CONNECTION.test(`${code} ${error.message}`)) return true;
  return error.cause !== undefined && isTransientError(error.cause);
}
