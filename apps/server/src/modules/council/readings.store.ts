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

export function readingStore(db: Database) {
  return {
    /** What this model has said about these bytes under this wording. */
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

    /** Rounds are replayed from it, also where it says only that nothing was answered. */
    async keepTranscript(digest: string, transcript: string): Promise<void> {
      await db
        .insert(modelTranscripts)
        .values({ digest, body: gzipSync(transcript) })
        .onConflictDoNothing();
    },
    /** The first one stays: whoever asks later gets what is stored. */
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

    /** False when it would pass the limit of the day: then nothing is taken. */
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
    async spentOn(day: string): Promise<Record<string, number>> {
      const rows = await db.select().from(modelSpending).where(eq(modelSpending.day, day));
      return Object.fromEntries(rows.map(({ model, micros }) => [model, micros]));
    },
  };
}
export type ReadingStore = ReturnType<typeof readingStore>;
