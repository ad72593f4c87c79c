import type { Pool } from 'pg';

/** PostgreSQL's FirstNormalObjectId: smaller ids belong to objects that `initdb` created. */
const FIRST_OWN_OID = 16_384;

/** Objects of an extension belong to its version, not to this schema. */
const ownedByExtension = (catalog: string, oid: string): string =>
  `EXISTS (SELECT FROM pg_depend d WHERE d.classid = '${catalog}'::regclass AND d.objid = ${oid} AND d.deptype = 'e')`;

/** All objects of the service's schemas, without the migrator's journal. */
const OWN = `own AS (
  SELECT c.*, c.oid::regclass::text AS label FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname <> 'information_schema' AND n.nspname !~ '^pg_' AND c.relname !~ '^applied_migrations'
    AND NOT ${ownedByExtension('pg_class', 'c.oid')})`;

/** One line per object. Column positions are omitted, because a migration that adds a column changes them. */
const LINES = `
  SELECT format('schema %s', nspname) AS line FROM pg_namespace WHERE nspname <> 'information_schema' AND nspname !~ '^pg_'
UNION ALL
  SELECT format('extension %s %s', extname, extversion) FROM pg_extension
UNION ALL
  SELECT format('relation %s kind %s persistence %s options %s security %s/%s replica %s', label, relkind, relpersistence,
    reloptions, relrowsecurity, relforcerowsecurity, relreplident) FROM own
UNION ALL
  SELECT format('column %s.%s %s%s collation %s identity %s generated %s storage %s compression %s default %s', label, attname,
    format_type(atttypid, atttypmod), CASE WHEN attnotnull THEN ' NOT NULL' END, attcollation::regcollation, attidentity,
    attgenerated, attstorage, attcompression, pg_get_expr(adbin, adrelid))
  FROM own JOIN pg_attribute ON attrelid = own.oid AND attnum > 0 AND NOT attisdropped
    LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum WHERE relkind IN ('r', 'p', 'v', 'm')
UNION ALL
  SELECT format('constraint %s %s %s deferrable %s/%s validated %s', label, conname, pg_get_constraintdef(pg_constraint.oid),
    condeferrable, condeferred, convalidated) FROM own JOIN pg_constraint ON conrelid = own.oid
UNION ALL
  SELECT format('index %s valid %s', pg_get_indexdef(indexrelid), indisvalid) FROM own JOIN pg_index ON indrelid = own.oid
UNION ALL
  SELECT format('trigger %s enabled %s', pg_get_triggerdef(pg_trigger.oid), tgenabled)
  FROM own JOIN pg_trigger ON tgrelid = own.oid WHERE NOT tgisinternal
UNION ALL
  SELECT format('view %s %s', label, pg_get_viewdef(oid)) FROM own WHERE relkind IN ('v', 'm')
UNION ALL
  SELECT format('rule %s', pg_get_ruledef(pg_rewrite.oid)) FROM own JOIN pg_rewrite ON ev_class = own.oid
UNION ALL
  SELECT format('policy %s %s %s', label, polname, pg_get_expr(polqual, polrelid)) FROM own JOIN pg_policy ON polrelid = own.oid
UNION ALL
  SELECT format('sequence %s %s start %s by %s between %s and %s cache %s cycle %s owner %s', label, format_type(seqtypid, NULL),
    seqstart, seqincrement, seqmin, seqmax, seqcache, seqcycle,
    (SELECT format('%s.%s', refobjid::regclass, attname) FROM pg_depend
      JOIN pg_attribute ON attrelid = refobjid AND attnum = refobjsubid
      WHERE classid = 'pg_class'::regclass AND objid = own.oid AND deptype IN ('a', 'i')))
  FROM own JOIN pg_sequence ON seqrelid = own.oid
UNION ALL
  SELECT format('function %s', pg_get_functiondef(p.oid)) FROM pg_proc p JOIN pg_namespace n ON n.oid = pronamespace
  WHERE nspname <> 'information_schema' AND nspname !~ '^pg_' AND prokind <> 'a' AND NOT ${ownedByExtension('pg_proc', 'p.oid')}
UNION ALL
  SELECT format('type %s %s', t.oid::regtype, typtype) FROM pg_type t JOIN pg_namespace n ON n.oid = typnamespace
  WHERE nspname <> 'information_schema' AND nspname !~ '^pg_' AND typtype IN ('d', 'e', 'r')
UNION ALL
  SELECT format('comment %s: %s', pg_describe_object(classoid, objoid, objsubid), description) FROM pg_description
  WHERE objoid >= ${FIRST_OWN_OID}`;

/** The contents of a schema as sorted text, equal for two databases with equal schemas. */
export async function readCatalog(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(`WITH ${OWN}, lines AS (${LINES}) SELECT line FROM lines`);
  return rows.map(({ line }) => line).sort();
}

/** The version of every row by table, which changes with any write. Empty tables are omitted. */
export async function readRowVersions(pool: Pool): Promise<Record<string, string[]>> {
  const { rows: tables } = await pool.query<{ label: string }>(
    `WITH ${OWN} SELECT label FROM own WHERE relkind = 'r' ORDER BY label`,
  );
  const versions: Record<string, string[]> = {};
  for (const { label } of tables) {
    const { rows } = await pool.query<{ version: string }>(
      `SELECT format('%s %s %s', ctid, xmin, xmax) AS version FROM ${label} ORDER BY ctid`,
    );
    if (rows.length > 0) versions[label] = rows.map(({ version }) => version);
  }
  return versions;
}
