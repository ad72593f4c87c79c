import { gunzipSync, gzipSync } from 'node:zlib';
import type { Reading } from '@assay/audit';
import { and, eq, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { modelReadings, modelSpending, modelTranscripts } from './readings.tables.ts';

type Asked = {
  readonly inputDigest: string;
  readonly family: string;
  readonly model: string;
  readonly promptVersion: string;
};

type Counted = Pick<ModelDay, 'inputTokens' | 'outputTokens' | 'notAsked'>;
/** Cost and tokens of one model on one day. */
export type ModelDay = typeof modelSpending.$inferSelect;

export function readingStore(db: Database) {
  return {
    /** The readings of these bytes by this model with this prompt version. */
    async list({ inputDigest, family, model, promptVersion }: Asked): Promise<Reading[]> {
      const rows = await db
        .select({ reading: modelReadings.reading })
        .from(modelReadings)
        .where(
          and(
            eq(modelReadings.inputDigest, inputDigest),
            eq(modelReadings.family, family),
            eq(modelReadings.model, model),
            eq(modelReadings.promptVersion, promptVersion),
          ),
        );
      return rows.map(({ reading }) => reading);
    },

    /** Rounds are replayed from transcripts, including those without an answer. */
    async keepTranscript(digest: string, transcript: string): Promise<void> {
      await db
        .insert(modelTranscripts)
        .values({ digest, body: gzipSync(transcript) })
        .onConflictDoNothing();
    },
    /** The first reading is kept; later calls return it. */
    async keep(reading: Reading, readAt: Date): Promise<void> {
      const { input: inputDigest, reader, promptVersion, pass } = reading;
      await db
        .insert(modelReadings)
        .values({
          inputDigest,
          family: reader.family,
          model: reader.model,
          promptVersion,
          pass,
          reading,
          transcript: reading.transcript,
          readAt,
        })
        .onConflictDoNothing();
    },
    async findTranscript(digest: string): Promise<string | undefined> {
      const [row] = await db.select().from(modelTranscripts).where(eq(modelTranscripts.digest, digest));
      return row && gunzipSync(row.body).toString('utf8');
    },

    /** False if the daily limit would be exceeded; nothing is reserved then. */
    async reserve(model: string, day: string, micros: number, limit: number): Promise<boolean> {
      if (micros > limit) return false;
      const { rowCount } = await db.execute(sql`
        INSERT INTO ${modelSpending} (model, day, micros) VALUES (${model}, ${day}, ${micros})
        ON CONFLICT (model, day) DO UPDATE SET micros = model_spending.micros + ${micros}
        WHERE model_spending.micros + ${micros} <= ${limit}`);
      return rowCount === 1;
    },
    async settle(model: string, day: string, difference: number): Promise<void> {
      await db
        .update(modelSpending)
        .set({ micros: sql`greatest(0, ${modelSpending.micros} + ${difference})` })
        .where(and(eq(modelSpending.model, model), eq(modelSpending.day, day)));
    },
    /** Adds tokens and unasked questions to a model's day. */
    async count(model: string, day: string, { inputTokens, outputTokens, notAsked }: Counted): Promise<void> {
      await db
        .insert(modelSpending)
        .values({ model, day, micros: 0, inputTokens, outputTokens, notAsked })
        .onConflictDoUpdate({
          target: [modelSpending.model, modelSpending.day],
          set: {
            inputTokens: sql`${modelSpending.inputTokens} + ${inputTokens}`,
            outputTokens: sql`${modelSpending.outputTokens} + ${outputTokens}`,
            notAsked: sql`${modelSpending.notAsked} + ${notAsked}`,
          },
        });
    },
    async listDay(day: string): Promise<ModelDay[]> {
      return db.select().from(modelSpending).where(eq(modelSpending.day, day));
    },
  };
}
export type ReadingStore = ReturnType<typeof readingStore>;
