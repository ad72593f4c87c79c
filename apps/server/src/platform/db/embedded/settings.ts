/** PostgreSQL settings by the names in its manual. */
export type Settings = Readonly<Record<string, string | number>>;

/** Passed on the command line, so that a new version of the server applies new values to an existing cluster. */
export const DEFAULT_SETTINGS = {
  // An acknowledged commit is on disk.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // Sized for two cores and a few GB, shared with the server itself.
  max_connections: 100,
  shared_buffers: '128MB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  effective_cache_size: '1GB',
  max_wal_size: '1GB',
  random_page_cost: 1.1,
  // A query on all cores would delay the others. Containers also have little shared memory.
  max_parallel_workers_per_gather: 0,
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  unix_socket_permissions: '0700',
  // The caller reports a failed statement. The log would also contain row values.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_line_prefix: '',
} as const satisfies Settings;

export const toArguments = (settings: Settings): string[] =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
