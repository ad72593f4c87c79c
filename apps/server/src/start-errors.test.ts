import { describe, expect, it } from 'vitest';
import { ConfigError } from './config.ts';
import { MigrationError } from './platform/db/index.ts';
import { explainStart } from './start-errors.ts';

const failure = (message: string, details: object) => Object.assign(new Error(message), details);

describe('a failed start', () => {
  it.each([
    ['PORT', failure('in use', { code: 'EADDRINUSE', syscall: 'listen', address: '127.0.0.1', port: 80 })],
    ['PORT', failure('denied', { code: 'EACCES', syscall: 'listen', address: '127.0.0.1', port: 80 })],
    ['HOST', failure('not here', { code: 'EADDRNOTAVAIL', syscall: 'listen', address: '192.0.2.1', port: 80 })],
    ['HOST', failure('unknown', { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'nowhere.example' })],
    ['DATABASE_URL', failure('refused', { code: 'ECONNREFUSED', syscall: 'connect', address: '127.0.0.1', port: 1 })],
    ['DATABASE_URL', failure('password authentication failed for user "assay"', { code: '28P01' })],
    ['DATABASE_URL', failure('database "assay" does not exist', { code: '3D000' })],
    ['DATA_DIR', failure("EACCES: permission denied, mkdir '/data'", { syscall: 'mkdir', path: '/data' })],
    ['disk', failure('ENOSPC: no space left on device, write', { code: 'ENOSPC', syscall: 'write' })],
    ['newer program', new MigrationError('Start the newer program that applied it.')],
    ['PORT', new ConfigError('PORT: must be a number')],
  ])('with an environment error prints one line that names %s', (name, error) => {
    const text = explainStart(error);

    expect(text).toContain(name);
    expect(text).not.toContain('\n');
  });

  it('with an internal error prints the stack', () => {
    expect(explainStart(new TypeError('x is not a function'))).toContain('\n    at ');
  });
});
