/**
 * The only import of Drizzle. Node needs over a second and 170 MB to link its ES modules, which have circular imports.
 * The CommonJS build of the same version takes a tenth of both. Types come from the package as usual.
 */
import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);

const core: typeof import('drizzle-orm') = load('drizzle-orm');
const pgCore: typeof import('drizzle-orm/pg-core') = load('drizzle-orm/pg-core');
const nodePostgres: typeof import('drizzle-orm/node-postgres') = load('drizzle-orm/node-postgres');

export const { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, ne, not, notInArray, or, sql } = core;
export const {
  bigint,
  boolean,
  customType,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} = pgCore;
export const { getTableConfig, PgTable, PgTransaction } = pgCore;
export const { drizzle } = nodePostgres;
