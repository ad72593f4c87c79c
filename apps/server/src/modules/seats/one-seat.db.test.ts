import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MIGRATIONS_DIRECTORY, migrate } from '../../platform/db/index.ts';
import { createTemporaryFolder, createTestDatabase, silentLog, type TestDatabase } from '../../testing/index.ts';

const BEFORE = '0019';
const [ROUND, PANEL, SEAT, SUBMISSION] = ids('a');
const [CANARY, CANARY_SEAT, HOSTED_SEAT, OPEN_CASE] = ids('b');
const [CALIBRATION_SEAT, CALIBRATION_ROUND] = ids('c');
const EXAMINED = { manifest: {}, sandbox: {}, rulesetDigest: `0x${'1'.repeat(64)}`, engineVersion: '1' };

function ids(letter: string): [string, string, string, string] {
  const id = (n: number) => `01940000-0000-7000-8000-${letter.repeat(11)}${n}`;
  return [id(1), id(2), id(3), id(4)];
}

let database: TestDatabase;

/** A database as the version before left it: a review, a canary and a calibration, each with a remote seat under way. */
beforeAll(async () => {
  database = await createTestDatabase({ migrate: false });
  const folder = await createTemporaryFolder();
  const all = await readdir(MIGRATIONS_DIRECTORY);
  for (const name of all.filter((file) => file < BEFORE)) {
    await copyFile(join(MIGRATIONS_DIRECTORY, name), join(folder.path, name));
  }
  await migrate({ connection: database.connection, directory: folder.path, log: silentLog });
  await folder.remove();
  await fill();
  await migrate({ connection: database.connection, directory: MIGRATIONS_DIRECTORY, log: silentLog });
});
afterAll(() => database.close());

async function fill(): Promise<void> {
  const client = await database.pool.connect();
  try {
    await fillWith((sql, ...values) => client.query(sql, values));
  } finally {
    client.release(true);
  }
}

async function fillWith(run: (sql: string, ...values: unknown[]) => Promise<unknown>): Promise<void> {
  // What these rows point at does not matter here.
  await run("SET session_replication_role = 'replica'");
  for (const [id, mode] of [
    ['far', 'REMOTE'],
    ['near', 'HOSTED'],
  ]) {
    await run(
      `INSERT INTO validators (id, actor_id, wallet, name, family, mode, built_in, tracks, state, entry_stake, measured_since, since)
       VALUES ($1, gen_random_uuid(), '0x' || $1, 'Name of ' || $1, 'family', $2, false, '{SKILL}', 'ACTIVE', 0, now(), now())`,
      id,
      mode,
    );
  }
  await run(
    `INSERT INTO ledger_accounts (owner_kind, owner_id, currency, may_go_negative, opened_at, balance)
     VALUES ('submission', $1, 'MARK', false, now(), 90000000)`,
    SUBMISSION,
  );
  await run(
    `INSERT INTO rounds (id, submission_id, type, state, sealed_at, examinations, failures, started_at)
     VALUES ($1, $2, 'INITIAL_AUDIT', 'OPEN', now(), 1, 0, now())`,
    ROUND,
    SUBMISSION,
  );
  await run(
    `INSERT INTO panels (id, round_id, position, phase, state, candidates, drawn_at, commit_by)
     VALUES ($1, $2, 0, 'PRIMARY', 'COMMITTING', '[]', now(), '2026-01-01T00:15:00Z')`,
    PANEL,
    ROUND,
  );
  await run(
    `INSERT INTO seats (id, panel_id, position, is_substitute, validator_id, validator_name, family, mode, state)
     VALUES ($1, $2, 3, false, 'far', 'Name of far', 'family', 'REMOTE', 'ASSIGNED')`,
    SEAT,
    PANEL,
  );
  await run(
    `INSERT INTO canary_cases (id, track, expected, kind, use, bundle_id, entry_path, imported_at)
     VALUES ($1, 'SKILL', 'UNSAFE', 'plain', 'canary', 'a bundle', 'SKILL.md', now())`,
    OPEN_CASE,
  );
  await run(
    `INSERT INTO canary_rounds (id, key, seat_fee, hosted, due_at, case_id) VALUES ($1, $2, 5, $3, now(), $4)`,
    CANARY,
    `${ROUND}/SECOND/0x00`,
    JSON.stringify([{ seatId: HOSTED_SEAT, validatorId: 'near', verdict: 'UNSAFE' }]),
    OPEN_CASE,
  );
  for (const [id, attempt, roundId] of [
    [CANARY_SEAT, null, CANARY],
    [CALIBRATION_SEAT, 1, CALIBRATION_ROUND],
  ]) {
    await run(
      `INSERT INTO case_seats (id, validator_id, track, attempt, case_id, round_id, phase, fee, examined, state, commitment, commit_by)
       VALUES ($1, 'far', 'SKILL', $2, $3, $4, 'SECOND', 7, $5, 'COMMITTED', '0x01', '2026-01-01T00:15:00Z')`,
      id,
      attempt,
      OPEN_CASE,
      roundId,
      EXAMINED,
    );
  }
  await run(
    `INSERT INTO calibrations (validator_id, track, attempt, state, correct, "of", opened_at) VALUES ('far', 'SKILL', 1, 'RUNNING', 0, 10, now())`,
  );
  for (const [seatId, amount] of [
    [HOSTED_SEAT, 4],
    [CANARY_SEAT, 6],
  ]) {
    await run(
      `INSERT INTO validator_pays (seat_id, kind, validator_id, round_id, amount, vesting, paid_at, due_at)
       VALUES ($1, 'CANARY', 'near', $2, $3, 1, now(), now())`,
      seatId,
      CANARY,
      amount,
    );
  }
}

const seatOf = async (id: string): Promise<unknown> =>
  (await database.pool.query('SELECT * FROM seats WHERE id = $1', [id])).rows[0];

describe('a database of the version before', () => {
  it('keeps the seats of reviews, with what their panel and their fee said', async () => {
    expect(await seatOf(SEAT)).toMatchObject({
      origin: 'REVIEW',
      round_id: ROUND,
      panel_id: PANEL,
      position: 3,
      phase: 'PRIMARY',
      state: 'ASSIGNED',
      commit_by: new Date('2026-01-01T00:15:00Z'),
      fee: '7200000',
      case_id: null,
    });
  });

  it('has canaries and calibrations among them, with what they were told', async () => {
    const brief = { ...EXAMINED, productType: 'SKILL', bundleId: 'a bundle', entryPath: 'SKILL.md' };
    const common = { mode: 'REMOTE', state: 'COMMITTED', commitment: '0x01', fee: '7', case_id: OPEN_CASE, brief };

    expect(await seatOf(CANARY_SEAT)).toMatchObject({ ...common, origin: 'CANARY', round_id: CANARY, attempt: null });
    expect(await seatOf(CALIBRATION_SEAT)).toMatchObject({
      ...common,
      origin: 'CALIBRATION',
      track: 'SKILL',
      attempt: 1,
    });
  });

  it('has the votes of hosted seats on canaries, and what canaries paid, where those of reviews are', async () => {
    expect(await seatOf(HOSTED_SEAT)).toMatchObject({
      origin: 'CANARY',
      mode: 'HOSTED',
      state: 'REVEALED',
      verdict: 'UNSAFE',
      phase: 'SECOND',
      validator_name: 'Name of near',
    });
    const { rows } = await database.pool.query('SELECT origin, submission_id, fee, paid FROM settlements');
    expect(rows).toEqual([{ origin: 'CANARY', submission_id: null, fee: '10', paid: '10' }]);
  });

  it('still keeps votes from being changed', async () => {
    const change = (sql: string) => database.pool.query(sql, [HOSTED_SEAT]);
    await expect(change("UPDATE seats SET verdict = 'SAFE' WHERE id = $1")).rejects.toThrow(/fixed/);
    await expect(change('DELETE FROM seats WHERE id = $1')).rejects.toThrow(/append-only/);
  });
});
