import { randomUUID } from 'node:crypto';
import { AuditRow, Flag, LiveStatus, listOf, QueueItem } from '@assay/protocol';
import { createTestWallet } from '@assay/protocol/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { OPERATOR, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { auditLogStore, checkAuditLog } from './index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const REASON = 'The evidence was checked by hand.';
const queue = async (query = '') =>
  listOf(QueueItem).parse((await server.get(`/api/v1/operator/queue${query}`, OPERATOR)).body);
const auditLog = async (query = '') =>
  listOf(AuditRow).parse((await server.get(`/api/v1/operator/audit-log${query}`, OPERATOR)).body);
const decide = (id: string | undefined, body: unknown) => server.operate(`/api/v1/operator/queue/${id}/decide`, body);
const liveStatus = async (id: string) =>
  LiveStatus.parse((await server.get(`/api/v1/public/certificates/${id}/live-status`)).body);

async function fileFlag() {
  const certificateId = await issueCertificate(server);
  const { body } = await server.post(`/certsvc/v1/certificates/${certificateId}/flag`, {
    walletAddress: createTestWallet(randomUUID()).address,
    category: 'SUPPLY_CHAIN',
    description: 'One of its packages was taken over last week.',
  });
  const flag = Flag.parse(body);
  const itemId = async () => (await queue('?limit=100')).items.find(({ ref }) => ref.id === flag.id)?.id;
  return { certificateId, flag, itemId };
}

describe('the queue', () => {
  it('lists open flags before received ones, each oldest first', async () => {
    const [first, second] = [await fileFlag(), await fileFlag()];
    await decide(await second.itemId(), { decision: 'OPEN', reason: REASON });

    const refs = (await queue('?kind=FLAG&limit=100')).items.map(({ ref }) => ref.id);

    expect(refs.indexOf(second.flag.id)).toBeLessThan(refs.indexOf(first.flag.id));
    expect((await queue('?kind=ROUND')).items).toEqual([]);
  });

  it('is paged by cursor without gap or repeat, even while items are decided', async () => {
    for (let index = 0; index < 5; index++) await fileFlag();
    const whole = (await queue('?limit=100')).items.map(({ id }) => id);

    const walked: string[] = [];
    let cursor = '';
    do {
      const page = await queue(`?limit=2${cursor}`);
      walked.push(...page.items.map(({ id }) => id));
      await decide(page.items[0]?.id, { decision: 'DISMISS', reason: REASON });
      cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
    } while (cursor !== '');

    expect(walked).toEqual(whole);
  });

  it('is filtered by state; without a filter, it omits decided items', async () => {
    const [open, decided] = [await fileFlag(), await fileFlag()];
    const id = await decided.itemId();
    await decide(id, { decision: 'DISMISS', reason: REASON });
    const refsIn = async (query: string) => (await queue(`?limit=100${query}`)).items.map(({ ref }) => ref.id);

    expect(await refsIn('&state=OPEN')).toContain(open.flag.id);
    expect(await refsIn('&state=OPEN')).not.toContain(decided.flag.id);
    expect(await refsIn('&state=DECIDED')).toContain(decided.flag.id);
    expect(await refsIn('&state=DECIDED')).not.toContain(open.flag.id);
    expect(await refsIn('&state=TAKEN')).toEqual([]);
    expect(await refsIn('')).not.toContain(decided.flag.id);
  });

  it('rejects forged cursors and unknown kinds', async () => {
    const forged = Buffer.from(JSON.stringify([server.clock.now().getTime(), [1, '2026-01-01T00:00:00Z', 'x']]));
    for (const query of [`?cursor=${forged.toString('base64url')}`, '?kind=CAKE', '?state=EATEN', '?limit=0'])
      expect((await server.get(`/api/v1/operator/queue${query}`, OPERATOR)).status).toBe(422);
  });
});

describe('a decision', () => {
  it('opens, then confirms a flag: the certificate is suspended, and each step is in the log', async () => {
    const { certificateId, flag, itemId } = await fileFlag();

    const opened = await decide(await itemId(), { decision: 'OPEN', reason: REASON });
    expect(await liveStatus(certificateId)).toMatchObject({ valid: false, status: 'APPROVED', activeFlagCount: 1 });
    const confirmed = await decide(await itemId(), { decision: 'CONFIRM', reason: REASON, severity: 'CRITICAL' });

    expect([opened.body, confirmed.body]).toMatchObject([{ state: 'DECIDED' }, { state: 'DECIDED' }]);
    expect(await liveStatus(certificateId)).toMatchObject({
      valid: false,
      status: 'SUSPENDED',
      statusReason: 'FLAG_CONFIRMED',
      activeFlagCount: 0,
      flags: { open: 0, confirmed: 1 },
    });
    const [last, before] = (await auditLog('?limit=2')).items;
    expect([before, last]).toMatchObject([
      { action: 'flag.open', subject: { type: 'flag', id: flag.id }, actor: 'operator', detail: { reason: REASON } },
      { action: 'flag.confirm', detail: { severity: 'CRITICAL' }, requestId: confirmed.headers.get('x-request-id') },
    ]);
  });

  it('dismisses a flag, and the certificate is valid again', async () => {
    const { certificateId, itemId } = await fileFlag();
    await decide(await itemId(), { decision: 'OPEN', reason: REASON });

    await decide(await itemId(), { decision: 'DISMISS', reason: REASON });

    expect(await liveStatus(certificateId)).toMatchObject({ valid: true, flags: { open: 0, dismissed: 1 } });
  });

  it('is made once: a second one is rejected, even concurrently', async () => {
    const { flag, itemId } = await fileFlag();
    const id = await itemId();

    const answers = await Promise.all(
      ['DISMISS', 'DISMISS', 'OPEN'].map((decision) => decide(id, { decision, reason: REASON })),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'queue_item_decided' });
    const logged = (await auditLog('?limit=100')).items.filter(({ subject }) => subject?.id === flag.id);
    expect(logged).toHaveLength(1);
  });

  it('that is rejected has no effect', async () => {
    const { certificateId, itemId } = await fileFlag();
    const { items: before } = await auditLog('?limit=1');

    const early = await decide(await itemId(), { decision: 'CONFIRM', reason: REASON });

    expect([early.status, early.body]).toEqual([409, expect.objectContaining({ code: 'flag_wrong_state' })]);
    expect((await auditLog('?limit=1')).items).toEqual(before);
    expect(await liveStatus(certificateId)).toMatchObject({ valid: true, flags: { received: 1 } });
  });

  it.each([
    [
      'an unknown item',
      '01940000-0000-7000-8000-000000000001',
      { decision: 'OPEN', reason: REASON },
      404,
      'queue_item_not_found',
    ],
    ['a malformed id', 'x', { decision: 'OPEN', reason: REASON }, 404, 'queue_item_not_found'],
    ['a decision of another kind', undefined, { decision: 'PAY', reason: REASON }, 422, 'validation_failed'],
    ['an unknown decision', undefined, { decision: 'MAYBE', reason: REASON }, 422, 'validation_failed'],
    ['no reason', undefined, { decision: 'OPEN' }, 422, 'validation_failed'],
    ['a short reason', undefined, { decision: 'OPEN', reason: '  short   ' }, 422, 'validation_failed'],
    ['a reason with U+0000', undefined, { decision: 'OPEN', reason: `${REASON}\0` }, 422, 'validation_failed'],
    [
      'a severity that no flag has',
      undefined,
      { decision: 'DISMISS', reason: REASON, severity: 'INFO' },
      422,
      'validation_failed',
    ],
  ])('is rejected for %s', async (_, of, body, status, code) => {
    const id = of ?? (await (await fileFlag()).itemId());

    const answer = await decide(id, body);

    expect([answer.status, answer.body]).toEqual([status, expect.objectContaining({ code })]);
  });
});

describe('the audit log', () => {
  it('records suspension and revocation with their reasons', async () => {
    const id = await issueCertificate(server);
    await server.operate(`/api/v1/operator/certificates/${id}/suspend`, { reason: REASON });
    await server.operate(`/api/v1/operator/certificates/${id}/revoke`, { reason: REASON });

    const { items } = await auditLog('?limit=2');

    expect(items.map(({ action, subject }) => [action, subject?.id])).toEqual([
      ['certificate.operator_revokes', id],
      ['certificate.operator_suspends', id],
    ]);
  });

  it('is one chain, even with concurrent writers', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => issueCertificate(server)));
    await Promise.all(
      ids.map((id) => server.operate(`/api/v1/operator/certificates/${id}/suspend`, { reason: REASON })),
    );

    const { rows, brokenAt } = await checkAuditLog(auditLogStore(server.database.db));

    expect(brokenAt).toBeUndefined();
    expect(rows).toBeGreaterThanOrEqual(8);
    const { items } = await auditLog('?limit=100');
    for (const [index, row] of items.slice(0, -1).entries()) expect(row.previousHash).toBe(items[index + 1]?.hash);
  });

  it.each([
    ['changed', 'UPDATE audit_log SET detail = \'{"reason": "another"}\' WHERE position = 2', 2],
    ['removed', 'DELETE FROM audit_log WHERE position = 2', 2],
    ['forged with a hash of its own', "UPDATE audit_log SET hash = repeat('a', 64) WHERE position = 3", 3],
  ])('shows where a row was %s by a person with database access', async (_, statement, brokenAt) => {
    const tampered = await startTestServer();
    for (let index = 0; index < 4; index++)
      await tampered.operate(`/api/v1/operator/certificates/${await issueCertificate(tampered)}/suspend`, {
        reason: REASON,
      });
    await tampered.database.pool.query('ALTER TABLE audit_log DISABLE TRIGGER USER');

    await tampered.database.pool.query(statement);

    expect(await checkAuditLog(auditLogStore(tampered.database.db))).toEqual({ rows: brokenAt - 1, brokenAt });
    await tampered.close();
  });
});
