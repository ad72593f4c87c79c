-- A top-up has no quote: its price is what is asked for.
ALTER TABLE payment_intents
  ALTER COLUMN quote DROP NOT NULL,
  ADD CONSTRAINT payment_intents_quoted CHECK ((quote IS NULL) = (purpose = 'TOPUP'));
