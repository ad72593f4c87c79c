import { randomBytes } from 'node:crypto';
import { createMarkBooks } from '../modules/purse/index.ts';
import { seatStores } from '../modules/seats/index.ts';
import { seatBuiltIns } from '../modules/validators/built-ins.service.ts';
import { composeValidatorRules } from '../modules/validators/compose.ts';
import { type ValidatorTransaction, validatorStores } from '../modules/validators/index.ts';
import type { Database } from '../platform/db/index.ts';
import { eventStore } from '../platform/events/index.ts';
import { purseTransaction } from './purse-transaction.ts';
import { createTestClock } from './test-clock.ts';
import { createTestDatabase } from './test-database.ts';

const NO_WORLD = { standingOf: () => undefined, cityOf: () => null, tiesOf: () => [] };

/** The services of the validators module on a real database with seated built-ins, without the rest of the application. */
export async function openValidatorRules() {
  const clock = createTestClock();
  const random = (length: number) => randomBytes(length);
  const books = createMarkBooks({ random, clock });
  const deriveKey = (purpose: string) => Buffer.from(`a key for ${purpose}`);
  const rules = composeValidatorRules({ random, clock, deriveKey, books, looks: NO_WORLD });
  const database = await createTestDatabase();
  /** Canaries that a worker would send. */
  const queued: string[] = [];
  const over = (handle: Database): ValidatorTransaction => ({
    ...validatorStores(handle),
    ...seatStores(handle),
    jobs: { send: async (_, keys) => void queued.push(...keys) },
    ...purseTransaction(handle, clock),
    events: eventStore(handle),
  });
  const stores = over(database.db);
  const inTransaction = <T>(work: (tx: ValidatorTransaction) => Promise<T>): Promise<T> =>
    database.db.transaction((tx) => work(over(tx)));
  await seatBuiltIns({ store: stores.validators, inTransaction, books: rules.books, clock });
  return { ...rules, clock, random, database, stores, inTransaction, queued };
}
export type ValidatorRules = Awaited<ReturnType<typeof openValidatorRules>>;
