-- Questions of developers to the operator.

CREATE TABLE support_tickets (
  id         uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts (id),
  subject    text NOT NULL,
  category   text NOT NULL CHECK (category IN ('PAYMENT', 'SUBMISSION', 'CERTIFICATE', 'ACCOUNT', 'OTHER')),
  state      text NOT NULL CHECK (state IN ('OPEN', 'ANSWERED', 'CLOSED')),
  ref_type   text,
  ref_id     text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK ((ref_type IS NULL) = (ref_id IS NULL))
);
CREATE INDEX support_tickets_by_account ON support_tickets (account_id, updated_at DESC, id DESC);

CREATE TABLE ticket_messages (
  id        uuid PRIMARY KEY,
  ticket_id uuid NOT NULL REFERENCES support_tickets (id) ON DELETE CASCADE,
  sender    text NOT NULL CHECK (sender IN ('developer', 'operator')),
  text      text NOT NULL,
  at        timestamptz(3) NOT NULL
);
CREATE INDEX ticket_messages_by_ticket ON ticket_messages (ticket_id, at, id);
