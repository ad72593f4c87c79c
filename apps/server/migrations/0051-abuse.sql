-- Reports of abuse: what is wrong with a certified product, what was decided, and the appeal against it.
CREATE TABLE abuse_reports (
  id               uuid PRIMARY KEY,
  certificate_id   text NOT NULL REFERENCES certificates (id),
  -- The principal that submitted the product.
  owner            text NOT NULL,
  category         text NOT NULL CHECK (category IN ('STOLEN', 'ILLEGAL', 'MALWARE', 'PERSONAL_DATA', 'IMPERSONATION', 'OTHER')),
  description      text NOT NULL,
  original_url     text,
  -- Null if none was given, and after its retention.
  contact          text,
  receipt_sha256   text NOT NULL,
  opened_at        timestamptz(3) NOT NULL,
  due_at           timestamptz(3) NOT NULL,
  decision         text CHECK (decision IN ('DISMISS', 'DELIST', 'SUSPEND')),
  reason           text,
  decided_at       timestamptz(3),
  appealed_by      text CHECK (appealed_by IN ('OWNER', 'REPORTER')),
  appeal_reason    text,
  appealed_at      timestamptz(3),
  appeal_decision  text CHECK (appeal_decision IN ('UPHOLD', 'OVERTURN')),
  appeal_answer    text,
  appeal_decided_at timestamptz(3),
  CHECK ((decision IS NULL) = (decided_at IS NULL)),
  CHECK ((appealed_by IS NULL) = (appealed_at IS NULL)),
  CHECK ((appeal_decision IS NULL) = (appeal_decided_at IS NULL)),
  CHECK (appealed_at IS NULL OR decided_at IS NOT NULL)
);
CREATE INDEX abuse_reports_by_owner ON abuse_reports (owner, opened_at DESC, id DESC);
CREATE INDEX abuse_reports_open ON abuse_reports (certificate_id) WHERE decision IS NULL;
CREATE INDEX abuse_reports_contacts ON abuse_reports (decided_at) WHERE contact IS NOT NULL;

-- Certificates that may not be offered, by decision about a report.
CREATE TABLE barred_certificates (
  certificate_id text PRIMARY KEY REFERENCES certificates (id),
  report_id      uuid NOT NULL REFERENCES abuse_reports (id),
  barred_at      timestamptz(3) NOT NULL
);

ALTER TABLE operator_queue DROP CONSTRAINT operator_queue_kind_check;
ALTER TABLE operator_queue ADD CONSTRAINT operator_queue_kind_check
  CHECK (kind IN ('ROUND', 'FLAG', 'PLUGIN', 'TICKET', 'REFUND', 'INTERVENTION', 'ABUSE', 'APPEAL'));
