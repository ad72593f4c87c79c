import { BackupError } from './backup/index.ts';
import { ChainInUseError } from './chain-of-process.ts';
import { ConfigError } from './config.ts';
import { SigningKeyError } from './modules/trust/index.ts';
import { DataDirInUseError, MigrationError } from './platform/db/index.ts';

/** The fields of Node's system call errors and PostgreSQL's login errors that this file distinguishes. */
type Details = {
  readonly code?: string;
  readonly syscall?: string;
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
  readonly path?: string;
};

/** PostgreSQL codes for a rejected login and a missing database. */
const LOGIN_CODES = /^(28\d{3}|28P01|3D000)$/;

const PG_DISK_FULL = '53100';

/** Explains a failed start: one line for a problem that the operator can fix, a stack for anything else. */
export function explainStart(error: unknown): string {
  const isForPeople = [ConfigError, DataDirInUseError, SigningKeyError, ChainInUseError, BackupError].some(
    (kind) => error instanceof kind,
  );
  // A migration that failed has a cause, which is for developers.
  const isRefused = error instanceof MigrationError && error.cause === undefined;
  if ((isForPeople || isRefused) && error instanceof Error) return error.message;
  if (!(error instanceof Error)) return String(error);
  return findRemedy(error.message, error as Details) ?? error.stack ?? error.message;
}

function findRemedy(message: string, { code, syscall, address, port, hostname, path }: Details): string | undefined {
  if (code === 'ENOSPC' || code === PG_DISK_FULL)
    return `The disk is full: ${message}. Free space on it, then repeat the command.`;
  if (code === 'EADDRINUSE') return `Port ${port} of ${address} is in use by another program. Stop it, or set PORT.`;
  if (code === 'EACCES' && syscall === 'listen') return `This account may not use port ${port}. Set PORT.`;
  if (code === 'EADDRNOTAVAIL') return `${address} is no address of this machine. Set HOST.`;
  if (syscall === 'getaddrinfo') return `The host ${hostname} is unknown. Check HOST and DATABASE_URL.`;
  if (syscall === 'connect') return `The database does not answer: ${message}. Check DATABASE_URL.`;
  if (code !== undefined && LOGIN_CODES.test(code))
    return `The database rejected the connection: ${message}. Check DATABASE_URL.`;
  if (syscall !== undefined && path !== undefined) return `${message}. Check DATA_DIR.`;
  return undefined;
}
