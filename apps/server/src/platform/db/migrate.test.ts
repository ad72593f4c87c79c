import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPending, type Migration, MigrationError, readMigrations, toServerSql } from './migrate.ts';

const migration = (name: string, sha256 = `sha256 of ${name}`): Migration => ({ name, sql: '', sha256 });
const FILES = ['0001-first.sql', '0002-second.sql', '0003-third.sql'].map((name) => migration(name));

describe('findPending', () => {
  it('returns the files after the applied ones', () => {
    fc.assert(
      fc.property(fc.nat({ max: FILES.length }), (count) => {
        expect(findPending(FILES, FILES.slice(0, count))).toEqual(FILES.slice(count));
      }),
    );
  });

  it('refuses a file that changed after it was applied', () => {
    const applied = [migration('0001-first.sql', 'another')];

    expect(() => findPending(FILES, applied)).toThrow(
      new MigrationError(
        'Migration 0001-first.sql was changed after it was applied to this database. Restore the file and put the change into a new migration.',
      ),
    );
  });

  it('refuses a database that is ahead of the program', () => {
    expect(() => findPending(FILES.slice(0, 2), FILES)).toThrow('0003-third.sql, which this program does not know');
  });

  it('refuses a file that sorts before an applied one', () => {
    const applied = [FILES[0], FILES[2]].filter((file) => file !== undefined);

    expect(() => findPending(FILES, applied)).toThrow('0002-second.sql sorts before 0003-third.sql');
  });
});

describe('toServerSql', () => {
  it('leaves the migrations unchanged from PostgreSQL 16 on', async () => {
    for (const { sql } of await readMigrations()) expect(toServerSql(sql, 160_000)).toBe(sql);
  });

  it('moves the storage of a column from CREATE TABLE to ALTER TABLE before PostgreSQL 16', async () => {
    const all = (await readMigrations()).map(({ sql }) => toServerSql(sql, 150_018));

    expect(
      all.filter((sql) =>
        / STORAGE /.test(sql.replaceAll(/ALTER COLUMN \w+ SET STORAGE \w+/g, '').replaceAll(/^--.*/gm, '')),
      ),
    ).toEqual([]);
    expect(all.join()).toContain('ALTER TABLE bundle_contents ALTER COLUMN bytes SET STORAGE EXTERNAL');
  });
});
