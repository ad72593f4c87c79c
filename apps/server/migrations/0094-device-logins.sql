-- A program that waits until a person allows its login. Of what it holds only the digest is here.
CREATE TABLE device_logins (
  device_sha256 text PRIMARY KEY,
  user_code     text NOT NULL UNIQUE,
  label         text NOT NULL,
  expires_at    timestamptz(3) NOT NULL,
  account_id    uuid REFERENCES accounts (id),
  is_approved   boolean,
  used_at       timestamptz(3),
  CHECK ((account_id IS NULL) = (is_approved IS NULL))
);
CREATE INDEX device_logins_by_expiry ON device_logins (expires_at);
