/** Settings of PostgreSQL by their names in its manual. */
export type Settings = Readonly<Record<string, string | number>>;

/** Given on the command line, so that a new version of the server brings new values to an old cluster. */
export const DEFAULT_SETTINGS = {
  // An acknowledged commit is on disk.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // Two cores and a few GB, shared with the server itself.
  max_connections: 100,
  shared_buffers: '128MB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  effective_cache_size: '1GB',
  max_wal_size: '1GB',
  random_page_cost: 1.1,
  // One query on all cores would stand in the way of the others; containers also have little shared memory.
  max_parallel_workers_per_gather: 0,
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  unix_socket_permissions: '0700',
  // A failed statement is reported by its caller; here it would also put values of rows into the log.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_line_prefix: '',
} as const satisfies Settings;

export const toArguments = (settings: Settings): string[] =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
