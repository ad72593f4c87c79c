-- Double-entry ledger: accounts, journals, postings, and a hash chain over the journals.
--
-- Amounts are whole minor units in numeric(39,0). A bigint would overflow at 9.2 ASY, which has 18 decimals.

-- Tables -------------------------------------------------------------------------------------------------------------

-- Only the trigger on `ledger_postings` changes an account: `balance` is the sum of its postings, `postings` their number.
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
) WITH (fillfactor = 50); -- keeps the next version of a frequently updated row on the same page

CREATE TABLE ledger_journals (
  id        uuid PRIMARY KEY, -- chosen by the caller, so that a retry finds the first booking
  kind      text NOT NULL CHECK (kind ~ '^[a-z][a-z0-9_.-]{0,63}$'),
  ref_type  text NOT NULL CHECK (length(ref_type) BETWEEN 1 AND 64),
  ref_id    text NOT NULL CHECK (length(ref_id) BETWEEN 1 AND 128),
  memo      text CHECK (length(memo) <= 500),
  postings  integer NOT NULL CHECK (postings >= 2),
  booked_at timestamptz(3) NOT NULL,
  booked_in xid8 NOT NULL DEFAULT pg_current_xact_id() -- later transactions cannot add postings
);
CREATE INDEX ledger_journals_by_ref ON ledger_journals (ref_type, ref_id);

-- `entry` numbers the postings of one account from 1. There are no foreign keys: `ledger_apply_postings` already rejects a
-- posting without its account and journal, neither of which can be deleted, and the keys would add a fifth to the cost.
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

-- Journals that the sealing job has not chained yet. A separate table, because journals cannot be updated.
CREATE TABLE ledger_unsealed (
  added      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  journal_id uuid NOT NULL UNIQUE
);

-- Each hash covers a journal, its postings, their accounts, and the previous hash.
CREATE TABLE ledger_chain (
  position   bigint PRIMARY KEY CHECK (position > 0),
  journal_id uuid NOT NULL UNIQUE REFERENCES ledger_journals (id),
  hash       text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$')
);

-- Booking ------------------------------------------------------------------------------------------------------------

-- Updates each account once per statement, after checking every posting: it belongs to a journal of this transaction,
-- continues from the account's balance and entry, and does not overdraw the account. Accounts stay locked until the
-- transaction ends, so entries are numbered in commit order.
CREATE FUNCTION ledger_apply_postings() RETURNS trigger LANGUAGE plpgsql
  -- A plan cached while the tables are small stays in use when they hold millions of rows: force lookups by key.
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

-- Deferred to the end of the transaction, when all postings of the journal exist: they sum to zero in each currency.
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
-- Depth 0 is a direct UPDATE; the one in `ledger_apply_postings` runs deeper.
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
