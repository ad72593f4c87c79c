import { eq, sql } from '../../platform/db/drizzle.ts';
import { type Database, statement } from '../../platform/db/index.ts';
import { signingSeeds, trustRoots } from './trust.tables.ts';

/** An arbitrary number that is the same in every process. */
const ROTATION_LOCK = 7_302_116;

const findNewest = statement<{ document: string }>(
  'trust_find_newest',
  'SELECT document FROM trust_roots ORDER BY version DESC LIMIT 1',
);
const holdKeys = statement('trust_hold_keys', 'SELECT pg_advisory_xact_lock_shared($1)');

export function trustStore(db: Database) {
  return {
    async findNewest(): Promise<string | undefined> {
      const [row] = await findNewest(db, []);
      return row?.document;
    },
    async find(version: number): Promise<string | undefined> {
      const [row] = await db.select().from(trustRoots).where(eq(trustRoots.version, version));
      return row?.document;
    },
    /** False when another process inserted the version first. */
    async insert(version: number, document: string): Promise<boolean> {
      const { rowCount } = await db.insert(trustRoots).values({ version, document }).onConflictDoNothing();
      return rowCount === 1;
    },
    async findSeed(keyId: string): Promise<string | undefined> {
      const [row] = await db.select().from(signingSeeds).where(eq(signingSeeds.keyId, keyId));
      return row?.sealedSeed;
    },
    async insertSeed(keyId: string, sealedSeed: string): Promise<void> {
      await db.insert(signingSeeds).values({ keyId, sealedSeed });
    },
    /** Prevents a key rotation until the end of the transaction. */
    async holdKeys(): Promise<void> {
      await holdKeys(db, [ROTATION_LOCK]);
    },
    /** Waits for open seals, and blocks new ones until the new keys are stored. */
    async lockKeys(): Promise<void> {
      await db.execute(sql`SELECT pg_advisory_xact_lock(${ROTATION_LOCK})`);
    },
  };
}
export type TrustStore = ReturnType<typeof trustStore>;
