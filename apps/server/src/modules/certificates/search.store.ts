import { type CertificateQuery, type CertificateStatus, SECURITY_LEVELS } from '@assay/protocol';
import type { SQL } from 'drizzle-orm';
import { sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';

export type FoundRow = {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly productType: string;
  readonly description: string;
  readonly status: CertificateStatus;
  readonly securityLevel: string;
  readonly instructionsReadBy: string;
  readonly openFlags: number;
  readonly sealedAt: string;
  readonly ownerWallet: string | null;
  readonly sourceUrl: string | null;
  readonly sourceRef: string;
};

type Filters = Pick<CertificateQuery, 'productType' | 'status' | 'securityLevel' | 'owner'>;
export type Order = 'newest' | 'name';
/** `contains` searches name and description, `prefix` the start of the name; `rest` is `contains` without `prefix`. */
export type Word = { readonly text: string; readonly where: 'contains' | 'prefix' | 'rest' };
type Search = {
  readonly filters: Filters;
  readonly order: Order;
  readonly word: Word | undefined;
  /** The last certificate of the previous page. Its row never changes, so its position is looked up. */
  readonly afterId: string | undefined;
  readonly limit: number;
};

/** Statement timeout for words that are neither recently frequent nor rare, so that they do not hold a connection for long. */
const HITS_MS = 3_000;
/** Rows that the ordered scan reads before a word counts as rare. A frequent word has enough matches among them. */
const WALK_ROWS = 4_000;

const ORDERS: Readonly<Record<Order, { by: SQL; after: (id: string) => SQL }>> = {
  newest: {
    by: sql`c.sealed_at DESC, c.id DESC`,
    after: (id) => sql`(c.sealed_at, c.id) < ((SELECT sealed_at FROM certificates WHERE id = ${id}), ${id})`,
  },
  name: {
    by: sql`lower(c.name) COLLATE "C", c.id`,
    after: (id) =>
      sql`(lower(c.name) COLLATE "C", c.id) > ((SELECT lower(name) COLLATE "C" FROM certificates WHERE id = ${id}), ${id})`,
  },
};

const NOTHING = sql``;
/** Excludes the payload and the statement, which are most of a row. */
const COLUMNS = sql`id, name, version, product_type, description, search_text, security_level, instructions_read_by, sealed_at, owner_wallet, source_url, source_ref`;
const LAST_CHARACTER = '\u{10ffff}';
const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&');

/** A range condition always uses the index. LIKE uses it only if the planner sees the text. */
const startsWith = (text: string): SQL =>
  sql`lower(c.name) COLLATE "C" >= lower(${text}) AND lower(c.name) COLLATE "C" < lower(${text}) || ${LAST_CHARACTER}`;

function wordCondition({ text, where }: Word): SQL {
  const starts = startsWith(text);
  if (where === 'prefix') return starts;
  const contains = sql`c.search_text LIKE lower(${`%${escapeLike(text)}%`})`;
  return where === 'contains' ? contains : sql`${contains} AND NOT (${starts})`;
}

const stateCondition = ({ status }: Filters): SQL => (status === 'ANY' ? NOTHING : sql`AND s.status = ${status}`);

/** Conditions on the sealed row, applied where rows are selected, so that other rows cost no work. */
function rowConditions({ productType, securityLevel, owner }: Filters): SQL {
  const accepted = securityLevel && SECURITY_LEVELS.slice(0, SECURITY_LEVELS.indexOf(securityLevel) + 1);
  const levels =
    accepted &&
    sql.join(
      accepted.map((level) => sql`${level}`),
      sql`, `,
    );
  return sql.join([
    productType === undefined ? NOTHING : sql` AND c.product_type = ${productType}`,
    levels === undefined ? NOTHING : sql` AND c.security_level IN (${levels})`,
    owner === undefined ? NOTHING : sql` AND c.owner_wallet = ${owner}`,
  ]);
}

/**
 * Every list does a bounded amount of work, for any number of certificates and any word. Without a word it follows an index.
 * For a frequent word, a bounded scan of that index finds enough matches. A rare word has few hits, which the text
 * index finds and the query sorts.
 */
export function searchStore(db: Database) {
  async function select(from: SQL, search: Search, handle: Database = db): Promise<FoundRow[]> {
    const { filters, order, limit } = search;
    const { rows } = await handle.execute<FoundRow>(sql`
      SELECT c.id, c.name, c.version, c.product_type AS "productType", c.description, s.status,
        c.security_level AS "securityLevel", c.instructions_read_by AS "instructionsReadBy",
        to_char(c.sealed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "sealedAt",
        c.owner_wallet AS "ownerWallet", c.source_url AS "sourceUrl", c.source_ref AS "sourceRef",
        (SELECT count(*)::int FROM flags f WHERE f.certificate_id = c.id AND f.state = 'OPEN') AS "openFlags"
      FROM ${from} AS c JOIN certificate_states s ON s.certificate_id = c.id
      WHERE true ${stateCondition(filters)}
      ORDER BY ${ORDERS[order].by} LIMIT ${limit}`);
    return rows;
  }

  return {
    async find(search: Search): Promise<FoundRow[]> {
      const { filters, word, order, afterId, limit } = search;
      const { by, after } = ORDERS[order];
      const rest = sql`${afterId === undefined ? sql`true` : after(afterId)} ${rowConditions(filters)}`;
      if (word === undefined) return select(sql`(SELECT ${COLUMNS} FROM certificates c WHERE ${rest})`, search);
      if (word.where === 'prefix' && order === 'name') {
        return select(sql`(SELECT ${COLUMNS} FROM certificates c WHERE ${startsWith(word.text)} AND ${rest})`, search);
      }

      const walked = sql`(SELECT ${COLUMNS} FROM certificates c WHERE ${rest} ORDER BY ${by} LIMIT ${WALK_ROWS})`;
      const matching = wordCondition(word);
      const near = await select(sql`(SELECT * FROM ${walked} AS c WHERE ${matching} ORDER BY ${by})`, search);
      if (near.length === limit) return near;
      // MATERIALIZED fetches the hits through the text index first. Otherwise the planner would scan the ordered index to its end.
      const hits = sql`(WITH c AS MATERIALIZED (SELECT ${COLUMNS} FROM certificates c WHERE ${matching} AND ${rest}) SELECT * FROM c)`;
      return db.transaction(async (tx) => {
        await tx.execute(sql`SET LOCAL statement_timeout = ${sql.raw(String(HITS_MS))}`);
        return select(hits, search, tx);
      });
    },
  };
}
export type SearchStore = ReturnType<typeof searchStore>;
