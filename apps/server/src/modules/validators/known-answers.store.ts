import { CANARY_ANSWERS, type FamilyPair, HOSTED_SEATS, isRight, type ObservationKind } from '@assay/economy/council';
import type { Track } from '@assay/protocol';
import { sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { seats } from '../seats/seats.tables.ts';
import { canaryCases, canaryRounds, observations, validators } from './validators.tables.ts';

const RIGHT_ANSWERS = CANARY_ANSWERS.filter(isRight);

/** The answers of validators to cases with a known verdict. */
export function knownAnswerStore(db: Database) {
  return {
    /**
     * The outcomes of the newest canaries that each validator judged since its licence, newest first. Right answers to
     * generated cases are excluded, because they may come from knowledge of the templates.
     */
    async newestOnCanaries(
      validatorIds: readonly string[],
      track: Track,
      limit: number,
    ): Promise<Map<string, ObservationKind[]>> {
      const { rows } = await db.execute<{ id: string; kind: ObservationKind }>(sql`
        SELECT v.id, newest.kind
        FROM ${validators} v
        CROSS JOIN LATERAL (
          SELECT o.kind, o.observed_at, o.ref_id FROM ${observations} o
          WHERE o.validator_id = v.id AND o.track = ${track} AND o.observed_at >= v.measured_since
            AND o.kind = ANY(${sql.param([...CANARY_ANSWERS])}::text[])
            AND NOT (o.kind = ANY(${sql.param(RIGHT_ANSWERS)}::text[]) AND EXISTS (
              SELECT FROM ${seats} s JOIN ${canaryCases} c ON c.id = s.case_id
              WHERE s.id = CASE o.ref_type WHEN 'seat' THEN o.ref_id::uuid END AND c.origin = 'GENERATED'))
          ORDER BY o.observed_at DESC, o.ref_id LIMIT ${limit}
        ) newest
        WHERE v.id = ANY(${sql.param([...validatorIds])}::text[])
        ORDER BY v.id, newest.observed_at DESC, newest.ref_id`);
      return new Map(
        [...Map.groupBy(rows, ({ id }) => id)].map(([id, answers]) => [id, answers.map(({ kind }) => kind)]),
      );
    },

    /**
     * How often the families of these validators erred alone and together in the newest canaries. Errors in calibration
     * cost nothing, and validators may recognise generated cases, so only common errors count there. A family has erred
     * if all of its seats have. A case that all families got wrong does not distinguish them.
     */
    async familyPairs(validatorIds: readonly string[], canaryCount: number): Promise<FamilyPair[]> {
      const { rows } = await db.execute<FamilyPair>(sql`
        WITH newest AS (
          SELECT case_id FROM ${canaryRounds} WHERE judged_at IS NOT NULL AND case_id IS NOT NULL
          ORDER BY judged_at DESC, id LIMIT ${canaryCount}
        ), answers AS (
          SELECT s.case_id, CASE c.origin WHEN 'GENERATED' THEN 'CALIBRATION' ELSE s.origin END AS origin, CASE s.mode WHEN 'HOSTED' THEN ${HOSTED_SEATS} ELSE s.family END AS family,
            bool_and(s.verdict <> c.expected) AS erred
          FROM ${seats} s JOIN ${canaryCases} c ON c.id = s.case_id
          WHERE s.validator_id = ANY(${sql.param([...validatorIds])}::text[]) AND s.verdict IS NOT NULL
            AND (s.origin = 'CALIBRATION' OR s.origin = 'CANARY' AND s.case_id IN (SELECT case_id FROM newest))
          GROUP BY 1, 2, 3
        ), telling AS (
          SELECT case_id, origin FROM answers GROUP BY 1, 2 HAVING NOT bool_and(erred)
        )
        SELECT one.family AS one, other.family AS other,
          (count(*) FILTER (WHERE one.erred <> other.erred AND one.origin = 'CANARY'))::int AS "erredAlone",
          (count(*) FILTER (WHERE one.erred AND other.erred))::int AS "erredTogether"
        FROM answers one
        JOIN answers other ON other.case_id = one.case_id AND other.origin = one.origin AND other.family > one.family
        JOIN telling ON telling.case_id = one.case_id AND telling.origin = one.origin
        WHERE one.erred OR other.erred
        GROUP BY 1, 2 ORDER BY 1, 2`);
      return rows;
    },
  };
}
export type KnownAnswerStore = ReturnType<typeof knownAnswerStore>;
