import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEST_ORIGIN } from './testing/log-witness.ts';
import { OPERATOR, startTestServer, type TestServer } from './testing/test-server.ts';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const ALERTS = read('deploy/alerts/assay.yaml');
const DASHBOARD = JSON.parse(read('deploy/dashboards/assay.json')) as {
  panels: { targets: { expr: string }[]; gridPos: object }[];
};
const alertExpressions = [...ALERTS.matchAll(/^ {8}expr: '(.*)'$/gm)].map(([, text = '']) => text);
const panelExpressions = DASHBOARD.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

/** The metrics in a query: the words before a selector, a range or an operator that are no function, label or keyword. */
const metricsIn = (expression: string): string[] =>
  [
    ...expression.replace(/\{[^}]*\}|\[[^\]]*\]|by \([^)]*\)/g, ' ').matchAll(/\b(assay|nodejs|process)_[a-z0-9_]+\b/g),
  ].map(([name]) => name.replace(/_bucket$/, ''));

let server: TestServer;
let exposed: Set<string>;
beforeAll(async () => {
  server = await startTestServer();
  const { text } = await server.get('/metrics', OPERATOR);
  exposed = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name));
});
afterAll(() => server.close());

describe('the observability files', () => {
  it.each([
    ['alerts', alertExpressions],
    ['dashboards', panelExpressions],
  ])('%s use only metrics that the service exports', (_name, expressions) => {
    const used = expressions.flatMap(metricsIn);

    expect(used.length).toBeGreaterThan(10);
    expect(used.filter((name) => !exposed.has(name))).toEqual([]);
  });

  it('the dashboards show every metric of an alert', () => {
    const shown = new Set(panelExpressions.flatMap(metricsIn));

    expect(alertExpressions.flatMap(metricsIn).filter((name) => !shown.has(name))).toEqual([]);
  });

  it('the descriptions of alerts use only labels that their expressions keep', () => {
    const rules = ALERTS.split(/^ {6}- alert: /m).slice(1);
    const lost = rules.filter((rule) => {
      const expression = /^ {8}expr: '(.*)'$/m.exec(rule)?.[1] ?? '';
      if (!/\b(sum|min|max)\b/.test(expression)) return false;
      const kept = /\bby \(([^)]*)\)/.exec(expression)?.[1]?.split(', ') ?? [];
      return [...rule.matchAll(/\$labels\.(\w+)/g)].some(([, label = '']) => !kept.includes(label));
    });

    expect(rules).toHaveLength(alertExpressions.length);
    expect(lost).toEqual([]);
  });

  it('every alert has a runbook entry, and every entry an alert', () => {
    const linked = [...ALERTS.matchAll(/runbook: docs\/runbooks\.md#(\S+)/g)].map(([, anchor]) => anchor);
    const entries = [...read('docs/runbooks.md').matchAll(/^## (.+)$/gm)].map(([, title]) => title);

    expect(linked).toHaveLength(alertExpressions.length);
    expect([...new Set(linked)].toSorted()).toEqual(entries.toSorted());
  });

  it('shows the age of every backlog, the balance of the books and the lifetime of the keys', async () => {
    await server.database.pool.query("INSERT INTO waiting_jobs (queue, key) VALUES ('held.queue', 'one')");

    const { text } = await server.get('/metrics', OPERATOR);

    expect(text).toMatch(/^assay_queue_age_seconds\{queue="held\.queue"\} \d/m);
    expect(text).toContain('assay_queue_jobs{queue="held.queue"} 1');
    expect(text).toMatch(/^assay_outbox_age_seconds\{outbox="chain"\} 0/m);
    expect(text).toMatch(/^assay_outbox_age_seconds\{outbox="events"\} \d/m);
    expect(text).toMatch(/^assay_key_expires_seconds\{key="trust-root"\} [1-9]\d{5}/m);
    expect(text).toContain('assay_world_ok 1');
  });

  it('shows the age of a leaf without a checkpoint, and 0 once it has one', async () => {
    const lag = async () =>
      /^assay_log_lag_seconds\{origin="([^"]*)"\} (\S+)/m.exec((await server.get('/metrics', OPERATOR)).text);
    await server.database.pool.query(
      `SELECT append_log_leaf('ISSUED', $1, 1, '0x' || repeat('ab', 32), 'APPROVED', NULL, now() - interval '90 seconds')`,
      ['a'.repeat(24)],
    );
    const [, origin, waited] = (await lag()) ?? [];
    expect([origin, Number(waited)]).toEqual(['unopened', expect.any(Number)]);
    expect(Number(waited)).toBeGreaterThanOrEqual(90);

    await server.app.transparency.publisher.work();

    expect((await lag())?.slice(1)).toEqual([TEST_ORIGIN, '0']);
  });

  it('shows unbalanced books', async () => {
    const { pool } = server.database;
    const open = `INSERT INTO ledger_accounts (owner_kind, owner_id, currency, may_go_negative, opened_at)
      VALUES ('test', 'one', 'USDC', false, now())`;
    await pool.query(open);
    expect((await server.get('/metrics', OPERATOR)).text).toContain('assay_ledger_imbalance{currency="USDC"} 0');

    await pool.query('ALTER TABLE ledger_accounts DISABLE TRIGGER USER');
    await pool.query("UPDATE ledger_accounts SET balance = 5 WHERE owner_id = 'one'");

    expect((await server.get('/metrics', OPERATOR)).text).toContain('assay_ledger_imbalance{currency="USDC"} 5');
  });
});
