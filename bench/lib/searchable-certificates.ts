/** Many small certificates with realistic names and descriptions, loaded without the text index, which is built afterwards. */
import type { Pool } from 'pg';

export const VOCABULARY = {
  common: ['skill', 'files', 'report', 'summary', 'reads', 'writes', 'project', 'helper'],
  rare: [
    'kubernetes',
    'spreadsheet',
    'translation',
    'calendar',
    'invoice',
    'telescope',
    'genome',
    'harpsichord',
    'glacier',
    'origami',
  ],
};

const CHUNK = 50_000;

export async function fillSearchableCertificates(pool: Pool, count: number): Promise<void> {
  const { rows } = await pool.query<{ indexdef: string }>(
    "SELECT indexdef FROM pg_indexes WHERE indexname = 'certificates_by_text'",
  );
  await pool.query('DROP INDEX certificates_by_text');
  for (let from = 0; from < count; from += CHUNK) {
    await pool.query(
      `INSERT INTO certificates (id, submission_id, skill_key, name, version, description, product_type, security_level, warnings,
         source_ref, entry_sha256, raw_sha256, bundle_sha256, payload, payload_hash, payload_sha256, key_id, statement, sealed_at)
       SELECT lpad(to_hex(n), 24, '0'), gen_random_uuid(), md5('s' || n),
         ($3::text[])[1 + (hashint4(n) & 7)] || '-' || substr(md5(n::text), 1, 6),
         '1.0.0',
         'This ' || ($3::text[])[1 + (hashint4(n + 1) & 7)] || ' ' || ($3::text[])[1 + (hashint4(n + 2) & 7)] || ' the ' || ($3::text[])[1 + (hashint4(n + 3) & 7)] ||
           CASE WHEN n % 997 = 0 THEN ' with ' || ($4::text[])[1 + n / 997 % 10] ELSE '' END || ' unique' || n || 'x',
         'SKILL', 'CLEAR', '{}', 'ref', md5('e' || n), md5('r' || n), md5('b' || n), '{"schema":"bench"}', '0x', '', 'bench', '{}',
         now() - make_interval(secs => n)
       FROM generate_series($1::int, $2::int - 1) AS n`,
      [from, Math.min(from + CHUNK, count), VOCABULARY.common, VOCABULARY.rare],
    );
  }
  const client = await pool.connect();
  await client.query("SET statement_timeout = '10min'");
  await client.query(
    `INSERT INTO certificate_states (certificate_id, status, status_changed_at, revoked)
     SELECT id, 'APPROVED', sealed_at, false FROM certificates ON CONFLICT DO NOTHING`,
  );
  await client.query(rows[0]?.indexdef ?? '');
  await client.query('VACUUM ANALYZE certificates, certificate_states, flags');
  client.release(true);
}
