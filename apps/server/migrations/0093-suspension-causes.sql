-- A suspension lasts while one of its causes does. Each cause is {kind, id, byPerson, since}.
ALTER TABLE certificate_states ADD COLUMN suspension_causes jsonb NOT NULL DEFAULT '[]';
UPDATE certificate_states SET suspension_causes = jsonb_build_array(jsonb_build_object(
    'kind', CASE status_reason WHEN 'FLAG_CONFIRMED' THEN 'FLAG' WHEN 'RE_AUDIT_FAILED' THEN 'RE_AUDIT' ELSE 'OPERATOR' END,
    'id', NULL,
    'byPerson', held_by_person,
    'since', to_char(status_changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
  WHERE status = 'SUSPENDED' AND NOT revoked;

-- A certificate stays barred while one decision bars it.
ALTER TABLE barred_certificates DROP CONSTRAINT barred_certificates_pkey;
ALTER TABLE barred_certificates ADD PRIMARY KEY (certificate_id, report_id);
