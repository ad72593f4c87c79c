-- Operators by name, each with a role. A name is used once, because the audit log names operators by it.
CREATE TABLE operators (
  id         uuid PRIMARY KEY,
  name       text NOT NULL UNIQUE CHECK (name ~ '^[a-z0-9][a-z0-9._-]{0,31}$'),
  role       text NOT NULL CHECK (role IN ('reader', 'reviewer', 'administrator')),
  sign_in    text CHECK (length(sign_in) BETWEEN 1 AND 255),
  created_at timestamptz(3) NOT NULL,
  created_by text NOT NULL,
  removed_at timestamptz(3)
);
-- One person signs in as one operator.
CREATE UNIQUE INDEX operators_by_sign_in ON operators (sign_in) WHERE removed_at IS NULL;

ALTER TABLE credentials DROP CONSTRAINT credentials_kind_check;
ALTER TABLE credentials ADD CONSTRAINT credentials_kind_check CHECK (kind IN ('dev', 'key', 'operator'));
