import { describe, expect, it } from 'vitest';
import { isPostgresOf, isZombie } from './processes.ts';

describe('isZombie', () => {
  it.each([
    ['12 (postgres) S 1 12', false],
    ['12 (postgres) Z 1 12', true],
    ['12 (postgres) X 1 12', true],
    ['12 (a) Z (b) R 1 12', false],
    ['12 (a) S) Z 1 12', true],
  ])('of %j is %s', (stat, expected) => {
    expect(isZombie(stat)).toBe(expected);
  });
});

describe('isPostgresOf', () => {
  it.each([
    ['/opt/pg/bin/postgres\0-D\0/data/cluster\0-h\0\0', true],
    ['/opt/pg/bin/postgres\0-D\0/data/cluster-of-another\0', false],
    ['postgres: checkpointer \0', false],
    ['/bin/sh\0-c\0exec "$0" "$@"\0/opt/pg/bin/postgres\0-D\0/data/cluster\0', false],
    ['vi\0-D\0/data/cluster\0', false],
    ['', false],
  ])('of %j is %s', (commandLine, expected) => {
    expect(isPostgresOf('/data/cluster', commandLine)).toBe(expected);
  });
});
