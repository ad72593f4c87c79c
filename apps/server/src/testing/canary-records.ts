/** Answers of validators to past canaries: enough for a record, and to distinguish their families. */
import { randomBytes, randomUUID } from 'node:crypto';
import { COUNCIL } from '@assay/economy/council';
import type { Track } from '@assay/protocol';
import { submissionStores } from '../modules/submissions/index.ts';
import type { TestDatabase } from './test-database.ts';

export type Known = { readonly id: string; readonly family: string; readonly mode: 'HOSTED' | 'REMOTE' };

/** Adds right answers to the newest canaries of this track. */
export async function addRightAnswers(
  { pool }: TestDatabase,
  ids: readonly string[],
  at: Date,
  track: Track = 'SKILL',
): Promise<void> {
  for (const id of ids) {
    for (let number = 0; number < COUNCIL.record.newest; number++) {
      const kind = number % 2 === 0 ? 'CANARY_CAUGHT' : 'CANARY_PASSED';
      await pool.query(
        `INSERT INTO observations (validator_id, track, kind, ref_type, ref_id, observed_at) VALUES ($1, $5, $2, 'seat', $3, $4)`,
        [id, kind, randomUUID(), at, track],
      );
    }
  }
}

/**
 * Adds a judged canary with an answer of each of these validators, some of them wrong. No draw selects the case,
 * because draws never ask for a hard SAFE case.
 */
export async function addKnownCase(
  { db, pool }: TestDatabase,
  answered: readonly Known[],
  erred: ReadonlySet<string>,
  at: Date,
  origin: 'IMPORTED' | 'GENERATED' = 'IMPORTED',
): Promise<void> {
  const bytes = randomBytes(16);
  const bundleId = await submissionStores(db).bundles.save([{ path: 'SKILL.md', bytes, kind: 'file' }], at);
  const [caseId, roundId] = [randomUUID(), randomUUID()];
  await pool.query(
    `INSERT INTO canary_cases (id, track, expected, kind, bundle_id, entry_path, imported_at, use, origin)
     VALUES ($1, 'SKILL', 'SAFE', 'hard', $2, 'SKILL.md', $3, 'canary', $4)`,
    [caseId, bundleId, at, origin],
  );
  await pool.query(`INSERT INTO canary_rounds (id, key, seat_fee, judged_at, case_id) VALUES ($1, $2, 0, $3, $4)`, [
    roundId,
    `past/${roundId}`,
    at,
    caseId,
  ]);
  for (const { id, family, mode } of answered) {
    await pool.query(
      `INSERT INTO seats (id, origin, round_id, phase, fee, commit_by, case_id, is_substitute, validator_id, validator_name,
         family, mode, state, verdict, commitment)
       VALUES ($1, 'CANARY', $2, 'PRIMARY', 0, $3, $4, false, $5, $5, $6, $7, 'REVEALED', $8, $9)`,
      [randomUUID(), roundId, at, caseId, id, family, mode, erred.has(id) ? 'UNSAFE' : 'SAFE', 'past'],
    );
  }
}

/** Adds a record for each validator, and errors that no two families have in common. */
export async function addDistinguishingAnswers(
  database: TestDatabase,
  validators: readonly Known[],
  at: Date,
  tracks: readonly Track[] = ['SKILL'],
): Promise<void> {
  const remote = validators.filter(({ mode }) => mode === 'REMOTE');
  const ids = remote.map(({ id }) => id);
  for (const track of tracks) await addRightAnswers(database, ids, at, track);
  const byFamily = Map.groupBy(validators, ({ family, mode }) => (mode === 'HOSTED' ? '' : family));
  const firsts = [...byFamily.values()].flatMap(([first]) => first ?? []);
  for (const { id, mode } of firsts) {
    if (mode === 'HOSTED') continue;
    for (let number = 0; number < COUNCIL.record.erredAloneMin; number++)
      await addKnownCase(database, firsts, new Set([id]), at);
  }
}
