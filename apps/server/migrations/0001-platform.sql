-- What every module builds on: events, the audit log, background jobs, outgoing mail, signing keys.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Rows of append-only tables are evidence. A trigger protects them from every caller, including our own code.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

-- HTTP ---------------------------------------------------------------------------------------------------------------

-- Responses by idempotency key. `status` is null while the first request is still running.
CREATE TABLE idempotent_answers (
  principal   text NOT NULL,
  route       text NOT NULL,
  key         text NOT NULL,
  body_sha256 text NOT NULL,
  status      integer,
  headers     jsonb,
  body        text,
  created_at  timestamptz(3) NOT NULL,
  PRIMARY KEY (principal, route, key)
);
CREATE INDEX idempotent_answers_by_age ON idempotent_answers (created_at);

-- Events -------------------------------------------------------------------------------------------------------------

-- `seq` is the order that readers see. A single publisher assigns it to rows that are already committed: a sequence
-- default would let a reader move past a row that commits later.
CREATE TABLE events (
  id           uuid PRIMARY KEY,
  seq          bigint UNIQUE,
  kind         text NOT NULL,
  occurred_at  timestamptz(3) NOT NULL,
  subject_type text NOT NULL,
  subject_id   text NOT NULL,
  outcome      text NOT NULL CHECK (outcome IN ('success', 'fail', 'blocked')),
  data         jsonb NOT NULL,
  caused_by    jsonb,
  added        bigint GENERATED ALWAYS AS IDENTITY,
  -- The principal that may read a private event, 'account:<id>' or 'actor:<id>'; null for public and internal events.
  owner        text,
  -- Set for events of the world only.
  tick         bigint,
  actor_id     uuid,
  city_id      uuid,
  business_id  uuid,
  journal_ids  uuid[]
);
CREATE INDEX events_unpublished ON events (added) WHERE seq IS NULL;
CREATE INDEX events_by_subject ON events (subject_type, subject_id, seq);
CREATE INDEX events_by_age ON events (occurred_at);
CREATE INDEX events_by_owner ON events (owner, seq DESC) WHERE owner IS NOT NULL;
CREATE INDEX events_by_owner_and_kind ON events (owner, kind, seq DESC) WHERE owner IS NOT NULL;
CREATE INDEX events_by_actor ON events (actor_id, seq DESC) WHERE actor_id IS NOT NULL;
CREATE INDEX events_by_city ON events (city_id, seq) WHERE city_id IS NOT NULL;
CREATE INDEX events_by_business ON events (business_id, seq) WHERE business_id IS NOT NULL;
CREATE INDEX events_of_world ON events (seq) WHERE tick IS NOT NULL;
CREATE SEQUENCE event_seq;

-- Operators ----------------------------------------------------------------------------------------------------------

-- Each row includes the hash of the previous one, so walking the chain reveals a changed or missing row.
CREATE TABLE audit_log (
  position      bigint PRIMARY KEY,
  at            timestamptz(3) NOT NULL,
  actor         text NOT NULL,
  action        text NOT NULL,
  subject_type  text NOT NULL,
  subject_id    text NOT NULL,
  detail        jsonb NOT NULL,
  request_id    text,
  previous_hash text NOT NULL,
  hash          text NOT NULL UNIQUE
);
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE operator_queue (
  id        uuid PRIMARY KEY,
  kind      text NOT NULL CHECK (kind IN ('ROUND', 'FLAG', 'PLUGIN', 'TICKET', 'REFUND', 'INTERVENTION')),
  ref_type  text NOT NULL,
  ref_id    text NOT NULL,
  priority  integer NOT NULL,
  opened_at timestamptz(3) NOT NULL,
  due_at    timestamptz(3) NOT NULL,
  state     text NOT NULL CHECK (state IN ('OPEN', 'TAKEN', 'DECIDED')),
  decision  jsonb
);
CREATE INDEX operator_queue_open ON operator_queue (priority DESC, opened_at, id) WHERE state <> 'DECIDED';
CREATE INDEX operator_queue_by_ref ON operator_queue (kind, ref_id);

-- Jobs and mail ------------------------------------------------------------------------------------------------------

-- A worker deletes a row when it takes it. The sender checks later whether the work was done, and queues it again if not.
CREATE TABLE waiting_jobs (
  queue text NOT NULL,
  id    bigint GENERATED ALWAYS AS IDENTITY,
  key   text NOT NULL,
  PRIMARY KEY (queue, id)
);
CREATE INDEX waiting_jobs_by_key ON waiting_jobs (queue, key);

-- Periodic jobs run in one process at a time.
CREATE TABLE repeating_jobs (
  name   text PRIMARY KEY,
  due_at timestamptz(3) NOT NULL
);

CREATE TABLE outgoing_mails (
  id         uuid PRIMARY KEY,
  recipient  text NOT NULL,
  subject    text NOT NULL,
  text       text NOT NULL,
  html       text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  due_at     timestamptz(3) NOT NULL,
  tries      integer NOT NULL
);
CREATE INDEX outgoing_mails_by_due ON outgoing_mails (due_at);
CREATE INDEX outgoing_mails_by_age ON outgoing_mails (created_at DESC, id DESC);

-- Signing keys -------------------------------------------------------------------------------------------------------

-- Every published version of the trust root, as signed.
CREATE TABLE trust_roots (
  version  integer PRIMARY KEY CHECK (version >= 1),
  document text NOT NULL
);
CREATE TRIGGER trust_roots_append_only BEFORE UPDATE OR DELETE ON trust_roots
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER trust_roots_no_truncate BEFORE TRUNCATE ON trust_roots
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Keys created by rotation, encrypted with a key derived from the configured one. The first key is only in the
-- configuration.
CREATE TABLE signing_seeds (
  key_id      text PRIMARY KEY,
  sealed_seed text NOT NULL
);
