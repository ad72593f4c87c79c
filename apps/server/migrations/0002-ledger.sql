-- Money: accounts, journals, their postings, and the hash chain over them.

-- Amounts are whole minor units. numeric(39,0) and not bigint: ASY has 18 decimals, so 64 bits would end at 9.2 ASY.

-- An account changes only by postings (the trigger below), so that its balance is the sum of its postings and
-- `postings` their number. The check keeps it from being overdrawn, whatever code asks for it.
CREATE TABLE ledger_accounts (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_kind      text NOT NULL CHECK (owner_kind ~ '^[a-z][a-z0-9-]{0,31}$'),
  owner_id        text NOT NULL CHECK (length(owner_id) BETWEEN 1 AND 128),
  currency        text NOT NULL CHECK (currency IN ('USDC', 'ASY', 'MARK')),
  may_go_negative boolean NOT NULL,
  opened_at       timestamptz(3) NOT NULL,
  balance         numeric(39, 0) NOT NULL DEFAULT 0,
  postings        bigint NOT NULL DEFAULT 0,
  CONSTRAINT ledger_accounts_once UNIQUE (owner_kind, owner_id, currency),
  CONSTRAINT ledger_accounts_not_overdrawn CHECK (may_go_negative OR balance >= 0)
) WITH (fillfactor = 50); -- room for the next version of a hot row on its own page

CREATE TABLE ledger_journals (
  id        uuid PRIMARY KEY, -- made by the client: a repeat finds the first
  kind      text NOT NULL CHECK (kind ~ '^[a-z][a-z0-9_.-]{0,63}$'),
  ref_type  text NOT NULL CHECK (length(ref_type) BETWEEN 1 AND 64),
  ref_id    text NOT NULL CHECK (length(ref_id) BETWEEN 1 AND 128),
  memo      text CHECK (length(memo) <= 500),
  postings  integer NOT NULL CHECK (postings >= 2),
  booked_at timestamptz(3) NOT NULL,
  booked_in xid8 NOT NULL DEFAULT pg_current_xact_id() -- no later transaction can add to it
);
CREATE INDEX ledger_journals_by_ref ON ledger_journals (ref_type, ref_id);

-- `entry` counts the postings of one account from 1. The trigger below refuses a posting without its account and journal, and
-- neither can be removed: foreign keys would only ask again, at a fifth of the cost of a booking.
CREATE TABLE ledger_postings (
  journal_id    uuid NOT NULL,
  account_id    bigint NOT NULL,
  currency      text NOT NULL,
  amount        numeric(39, 0) NOT NULL CHECK (amount <> 0),
  entry         bigint NOT NULL,
  balance_after numeric(39, 0) NOT NULL,
  PRIMARY KEY (journal_id, account_id),
  UNIQUE (account_id, entry)
);

-- What the sealing job has yet to chain. A table of its own, as a mark on the journal would be a change to it.
CREATE TABLE ledger_unsealed (
  added      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  journal_id uuid NOT NULL UNIQUE
);

-- Each hash covers a journal, its postings and their accounts, and the hash before it.
CREATE TABLE ledger_chain (
  position   bigint PRIMARY KEY CHECK (position > 0),
  journal_id uuid NOT NULL UNIQUE REFERENCES ledger_journals (id),
  hash       text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$')
);

-- Booking ------------------------------------------------------------------------------------------------------------

-- Moves each account once for all the postings of a statement, after a look at each of them: it belongs to a journal of this
-- transaction, carries on where its account stands, and overdraws none that forbids it. The accounts stay locked until the
-- transaction ends, so that entries stand in the order in which they counted.
CREATE FUNCTION ledger_apply_postings() RETURNS trigger LANGUAGE plpgsql
  -- A plan made for the first few rows is kept when there are millions: only lookups by key stay right.
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
  PERFORM FROM ledger_accounts WHERE id IN (SELECT account_id FROM added) ORDER BY id FOR NO KEY UPDATE;
  IF EXISTS (
    SELECT FROM (
      SELECT *, row_number() OVER entries AS n, sum(amount) OVER entries AS moved
        FROM added WINDOW entries AS (PARTITION BY account_id ORDER BY entry)
    ) p
    LEFT JOIN ledger_accounts a ON a.id = p.account_id
    LEFT JOIN ledger_journals j ON j.id = p.journal_id AND j.booked_in = pg_current_xact_id()
    WHERE j.id IS NULL
      OR p.currency IS DISTINCT FROM a.currency
      OR p.entry IS DISTINCT FROM a.postings + p.n
      OR p.balance_after IS DISTINCT FROM a.balance + p.moved
      OR (p.balance_after < 0 AND NOT a.may_go_negative)
  ) THEN
    RAISE EXCEPTION 'a posting does not follow from its account and journal' USING ERRCODE = 'check_violation';
  END IF;
  UPDATE ledger_accounts a SET balance = a.balance + s.net, postings = a.postings + s.n
    FROM (SELECT account_id, sum(amount) AS net, count(*) AS n FROM added GROUP BY account_id) s
    WHERE a.id = s.account_id;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_postings_apply AFTER INSERT ON ledger_postings REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_apply_postings();

CREATE FUNCTION ledger_queue_journals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_unsealed (journal_id) SELECT id FROM added ORDER BY id;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_journals_queue AFTER INSERT ON ledger_journals REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_queue_journals();

-- Looks at a journal when its transaction ends: all of its postings are there, and they sum to zero in every currency.
CREATE FUNCTION ledger_check_journal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_sound boolean;
BEGIN
  SELECT sum(n) = NEW.postings AND bool_and(net = 0) INTO is_sound
    FROM (SELECT count(*) AS n, sum(amount) AS net FROM ledger_postings WHERE journal_id = NEW.id GROUP BY currency) c;
  IF is_sound IS NOT TRUE THEN
    RAISE EXCEPTION 'journal % is not balanced', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_journals_balanced AFTER INSERT ON ledger_journals
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check_journal();

-- Append-only --------------------------------------------------------------------------------------------------------

CREATE FUNCTION ledger_refuse_opening_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an account opens empty' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER ledger_accounts_open_empty BEFORE INSERT ON ledger_accounts
  FOR EACH ROW WHEN (NEW.balance <> 0 OR NEW.postings <> 0) EXECUTE FUNCTION ledger_refuse_opening_balance();
-- At depth 0 the update was asked for directly; the one inside `ledger_apply_postings` is deeper.
CREATE TRIGGER ledger_accounts_fixed BEFORE UPDATE ON ledger_accounts
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_accounts_kept BEFORE DELETE ON ledger_accounts
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_accounts_no_truncate BEFORE TRUNCATE ON ledger_accounts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER ledger_journals_append_only BEFORE UPDATE OR DELETE ON ledger_journals
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_journals_no_truncate BEFORE TRUNCATE ON ledger_journals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER ledger_postings_append_only BEFORE UPDATE OR DELETE ON ledger_postings
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_postings_no_truncate BEFORE TRUNCATE ON ledger_postings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER ledger_chain_append_only BEFORE UPDATE OR DELETE ON ledger_chain
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_chain_no_truncate BEFORE TRUNCATE ON ledger_chain
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
