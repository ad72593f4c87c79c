import { type Database, statement } from '../../platform/db/index.ts';

type Named = { name: string; figure: string };
const named = (label: string, text: string) => statement<Named>(`operations_${label}`, text);

const queueSeconds = named(
  'queue',
  `SELECT queue AS name, extract(epoch FROM clock_timestamp() - min(waiting_since))::float8::text AS figure
   FROM waiting_jobs GROUP BY queue`,
);
const queueJobs = named(
  'queue_jobs',
  'SELECT queue AS name, count(*)::text AS figure FROM waiting_jobs GROUP BY queue',
);
const personItems = named(
  'person',
  `SELECT kind AS name, count(*)::text AS figure FROM operator_queue WHERE state <> 'DECIDED' GROUP BY kind`,
);
/** Age of the oldest work that is due; 0 if there is none. */
const outboxSeconds = named(
  'outbox',
  `SELECT name, greatest(0, extract(epoch FROM clock_timestamp() - since))::float8::text AS figure FROM (
     SELECT 'chain' AS name, coalesce(min(queued_at), clock_timestamp()) AS since FROM chain_outbox WHERE state IN ('QUEUED', 'SENT', 'MINED')
     UNION ALL
     SELECT 'webhooks', coalesce(min(created_at), clock_timestamp()) FROM webhook_deliveries WHERE state = 'PENDING'
     UNION ALL
     SELECT 'mails', coalesce(min(created_at), clock_timestamp()) FROM outgoing_mails
     UNION ALL
     SELECT 'events', coalesce(min(occurred_at), clock_timestamp()) FROM events WHERE seq IS NULL
     UNION ALL
     SELECT 'announcements', coalesce(min(next.occurred_at), clock_timestamp()) FROM event_cursors c CROSS JOIN LATERAL (
       SELECT occurred_at FROM events WHERE seq > c.seq ORDER BY seq LIMIT 1) AS next) AS waiting`,
);
/** Age of the oldest leaf that no published checkpoint covers. */
const logSeconds = named(
  'log',
  `SELECT log.origin AS name, coalesce(greatest(0, extract(epoch FROM clock_timestamp() - (leaf::jsonb ->> 'at')::timestamptz)), 0)::float8::text
     AS figure
   FROM (SELECT coalesce((SELECT origin FROM log_origins ORDER BY number DESC LIMIT 1), 'unopened') AS origin) AS log
   LEFT JOIN log_leaves ON leaf_index = coalesce((SELECT max(size) FROM log_checkpoints WHERE log_checkpoints.origin = log.origin), 0)`,
);
const repeatingSeconds = named(
  'repeating',
  `SELECT name, greatest(0, extract(epoch FROM clock_timestamp() - due_at))::float8::text AS figure FROM repeating_jobs`,
);
/** Bookings only move money, so the balances of each currency sum to zero. */
const imbalance = named(
  'imbalance',
  'SELECT currency AS name, abs(sum(balance))::text AS figure FROM ledger_accounts GROUP BY currency',
);
const unsealed = named('unsealed', `SELECT 'journals' AS name, count(*)::text AS figure FROM ledger_unsealed`);
const trustRootSeconds = named(
  'trust_root',
  `SELECT 'trust-root' AS name, extract(epoch FROM (document::jsonb ->> 'expiresAt')::timestamptz - clock_timestamp())::float8::text
     AS figure FROM trust_roots ORDER BY version DESC LIMIT 1`,
);

export function operationsStore(db: Database) {
  const read = (query: typeof queueSeconds) => async (): Promise<Record<string, number>> =>
    Object.fromEntries((await query(db, [])).map(({ name, figure }) => [name, Number(figure)]));
  return {
    queueSeconds: read(queueSeconds),
    queueJobs: read(queueJobs),
    personItems: read(personItems),
    outboxSeconds: read(outboxSeconds),
    logSeconds: read(logSeconds),
    repeatingSeconds: read(repeatingSeconds),
    imbalance: read(imbalance),
    unsealed: read(unsealed),
    trustRootSeconds: read(trustRootSeconds),
  };
}
