import { AbuseFigures, AbuseReport, AbuseReportFiled, Flag, listOf, QueueItem, SubmissionId } from '@assay/protocol';
import { createTestWallet } from '@assay/protocol/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { mailsTo, registerDeveloper, type TestDeveloper } from '../../testing/developer.ts';
import { submitSkill } from '../../testing/submission-builder.ts';
import { OPERATOR, startTestServer, type TestServer } from '../../testing/test-server.ts';

const REPORTS = '/api/v1/public/abuse-reports';
const OWN = '/certsvc/v1/abuse-reports';
const BARRED = 'SELECT FROM barred_certificates WHERE certificate_id = $1';
const reporter = createTestWallet('reporter').address;
const DAY_MS = 86_400_000;
const REASON = 'The original has the same files and is a year older.';

let server: TestServer;
let owner: TestDeveloper;
let thirdParty: TestDeveloper;
beforeAll(async () => {
  server = await startTestServer();
  owner = await registerDeveloper(server, 'owner@example.org');
  thirdParty = await registerDeveloper(server, 'third-party@example.org');
});
afterAll(() => server.close());

async function certify(): Promise<string> {
  const submissionId = SubmissionId.parse(await submitSkill(server, { owner: `account:${owner.accountId}` }));
  return issueCertificate(server, { submissionId });
}
const file = (certificateId: string, changes: object = {}) =>
  server.post(REPORTS, {
    certificateId,
    category: 'STOLEN',
    description: 'This is my skill, published without my permission.',
    originalUrl: 'https://github.com/acme/original',
    ...changes,
  });
async function filed(changes: object = {}, about?: string) {
  const certificateId = about ?? (await certify());
  const answer = await file(certificateId, changes);
  const { receipt, id } = AbuseReportFiled.parse(answer.body);
  return { certificateId, id, receipt, headers: { 'x-report-receipt': receipt } };
}
async function decide(id: string, kind: 'ABUSE' | 'APPEAL' | 'FLAG', decision: string, operator = OPERATOR) {
  const { body } = await server.get(`/api/v1/operator/queue?kind=${kind}&limit=100`, OPERATOR);
  const item = listOf(QueueItem)
    .parse(body)
    .items.find(({ ref }) => ref.id === id);
  if (item === undefined) throw new Error(`No ${kind} waits for ${id}.`);
  return server.post(`/api/v1/operator/queue/${item.id}/decide`, { decision, reason: REASON }, operator);
}
const isValid = async (certificateId: string) =>
  ((await server.get(`/api/v1/public/certificates/${certificateId}/verify`)).body as { valid: boolean }).valid;
const figures = async () => AbuseFigures.parse((await server.get('/api/v1/public/abuse-figures')).body);

describe('a report', () => {
  it('is filed without an account, and is readable only with its receipt', async () => {
    const { id, headers } = await filed();

    expect(AbuseReport.parse((await server.get(`${REPORTS}/${id}`, headers)).body)).toMatchObject({ state: 'OPEN' });
    const wrong = { 'x-report-receipt': 'A'.repeat(32) };
    expect(await server.get(`${REPORTS}/${id}`, wrong)).toMatchObject({
      status: 404,
      body: { code: 'report_not_found' },
    });
    expect((await server.get(`${REPORTS}/${id}`)).status).toBe(400);
  });

  it('stores only a digest of the receipt', async () => {
    const { receipt } = await filed();
    const { rows } = await server.database.pool.query('SELECT row_to_json(a)::text AS text FROM abuse_reports a');

    expect(rows.map(({ text }) => text).join()).not.toContain(receipt);
  });

  it.each([
    ['a certificate that does not exist', { certificateId: '0'.repeat(24) }, 404, 'certificate_not_found'],
    ['too few words', { description: 'Stolen.' }, 422, 'validation_failed'],
    ['an unknown category', { category: 'BORING' }, 422, 'validation_failed'],
    ['an unknown member', { priority: 1_000 }, 422, 'validation_failed'],
    ['an original that is not a web address', { originalUrl: 'javascript:alert(1)' }, 422, 'validation_failed'],
    ['an original with spaces', { originalUrl: 'https://a.example/ <script>' }, 422, 'validation_failed'],
  ])('is rejected for %s', async (_, changes, status, code) => {
    expect(await file(await certify(), changes)).toMatchObject({ status, body: { code } });
  });

  it('is rejected past twenty open reports about one certificate', async () => {
    const { certificateId } = await filed();
    for (let more = 1; more < 20; more++) expect((await file(certificateId)).status).toBe(201);

    expect(await file(certificateId)).toMatchObject({ status: 409, body: { code: 'report_limit_reached' } });
  });

  it('is shown to the owner without the contact, and not to other accounts', async () => {
    const { id } = await filed({ contact: 'reporter@example.org' });
    const { status, text } = await owner.get(OWN);

    expect([status, text.includes(id), text.includes('reporter@example.org')]).toEqual([200, true, false]);
    expect((await thirdParty.get(OWN)).body).toMatchObject({ items: [] });
    expect((await mailsTo(server, owner.email))[0]?.subject).toMatch(/^abuse\.reported: /);
  });

  it('loses the contact when the account with this address is deleted', async () => {
    const leaving = await registerDeveloper(server, 'leaving@example.org');
    const { id } = await filed({ contact: 'Leaving@Example.org' });
    await filed({ contact: 'staying@example.org' });
    const contacts = async () => {
      const { rows } = await server.database.pool.query('SELECT contact FROM abuse_reports WHERE contact IS NOT NULL');
      return rows.map(({ contact }) => contact.toLowerCase());
    };
    expect(await contacts()).toContain('leaving@example.org');

    expect((await leaving.delete('/api/v1/certsvc/dev/me')).status).toBe(204);

    expect(await contacts()).not.toContain('leaving@example.org');
    expect(await contacts()).toContain('staying@example.org');
    expect((await decide(id, 'ABUSE', 'DISMISS')).status).toBe(200);
  });

  it('is shown to the operator with its contact', async () => {
    const { id } = await filed({ contact: 'reach@example.org' });
    const { body } = await server.get('/api/v1/operator/queue?kind=ABUSE&limit=100', OPERATOR);
    const item = listOf(QueueItem)
      .parse(body)
      .items.find(({ ref }) => ref.id === id);

    expect(item?.subject).toMatchObject({
      text: expect.stringContaining('STOLEN: This is my skill'),
      messages: expect.arrayContaining([expect.objectContaining({ from: 'contact', text: 'reach@example.org' })]),
    });
  });

  it('is due within two days if it reports ongoing harm', async () => {
    const { body } = await file(await certify(), { category: 'MALWARE' });
    const { openedAt, dueAt } = AbuseReportFiled.parse(body);

    expect(new Date(dueAt).getTime() - new Date(openedAt).getTime()).toBe(2 * DAY_MS);
  });
});

describe('a decision', () => {
  it('suspends the certificate, and sends both sides the reason', async () => {
    const { certificateId, id, headers } = await filed({ contact: 'told@example.org' });
    expect(await isValid(certificateId)).toBe(true);

    expect((await decide(id, 'ABUSE', 'SUSPEND')).status).toBe(200);

    expect(await isValid(certificateId)).toBe(false);
    const read = await server.get(`${REPORTS}/${id}`, headers);
    expect(read.body).toMatchObject({ state: 'DECIDED', decision: { decision: 'SUSPEND', reason: REASON } });
    for (const email of [owner.email, 'told@example.org'])
      expect((await mailsTo(server, email))[0]?.text).toContain(REASON);
  });

  it('blocks new offers after DELIST, and keeps the certificate valid', async () => {
    const { certificateId, id } = await filed();
    await decide(id, 'ABUSE', 'DELIST');

    expect(await isValid(certificateId)).toBe(true);
    const { rows } = await server.database.pool.query(
      'SELECT certificate_id FROM barred_certificates WHERE report_id = $1',
      [id],
    );
    expect(rows).toEqual([{ certificate_id: certificateId }]);
  });

  it('must be one that reports allow', async () => {
    const { id } = await filed();

    expect((await decide(id, 'ABUSE', 'OVERTURN')).status).toBe(422);
  });
});

describe('an appeal', () => {
  const reason = 'I wrote this skill; the commits of my repository show it.';

  it('of the owner can lift a suspension', async () => {
    const { certificateId, id } = await filed();
    await decide(id, 'ABUSE', 'SUSPEND');

    expect((await thirdParty.post(`${OWN}/${id}/appeal`, { reason })).status).toBe(404);
    expect((await owner.post(`${OWN}/${id}/appeal`, { reason })).status).toBe(202);
    expect((await decide(id, 'APPEAL', 'OVERTURN')).status).toBe(200);

    expect(await isValid(certificateId)).toBe(true);
    expect((await owner.get(OWN)).text).toContain('"OVERTURN"');
    expect(await owner.post(`${OWN}/${id}/appeal`, { reason })).toMatchObject({ body: { code: 'appeal_not_allowed' } });
  });

  it('is not decided by the operator who decided the report, if there is another', async () => {
    const { id } = await filed();
    await decide(id, 'ABUSE', 'DELIST');
    await owner.post(`${OWN}/${id}/appeal`, { reason });
    const add = async (name: string, role: string) => {
      const { body } = await server.operate('/api/v1/operator/accounts', { name, role });
      return { authorization: `Bearer ${(body as { key: string }).key}` };
    };
    await add('only-reads', 'reader');
    const reviewer = await add('second-reviewer', 'reviewer');

    expect(await decide(id, 'APPEAL', 'UPHOLD')).toMatchObject({ status: 409, body: { code: 'two_person_rule' } });
    expect((await decide(id, 'APPEAL', 'UPHOLD', reviewer)).status).toBe(200);
    await server.request('DELETE', '/api/v1/operator/accounts/second-reviewer', OPERATOR);
  });

  it('does not lift the suspension of another report', async () => {
    const first = await filed();
    const second = await filed({ category: 'MALWARE' }, first.certificateId);
    await decide(first.id, 'ABUSE', 'SUSPEND');
    expect((await decide(second.id, 'ABUSE', 'SUSPEND')).status).toBe(200);
    for (const { id } of [first, second]) {
      expect(await isValid(first.certificateId)).toBe(false);
      await owner.post(`${OWN}/${id}/appeal`, { reason });
      await decide(id, 'APPEAL', 'OVERTURN');
    }

    expect(await isValid(first.certificateId)).toBe(true);
  });

  it('does not lift the suspension of a flag that was confirmed meanwhile', async () => {
    const { certificateId, id } = await filed();
    const description = 'It sends the files of the workspace to a host that is not declared.';
    // Only a person can judge a place in the files, so no worker decides the flag first.
    const evidence = [{ kind: 'FILE_LINE', value: 'SKILL.md:1' }];
    const flag = {
      category: 'DATA_EXFILTRATION',
      severity: 'CRITICAL',
      description,
      walletAddress: reporter,
      evidence,
    };
    const received = await server.post(`/certsvc/v1/certificates/${certificateId}/flag`, flag);
    expect(received).toMatchObject({ status: 202 });
    const { id: flagId } = Flag.parse(received.body);
    await decide(id, 'ABUSE', 'SUSPEND');
    await decide(flagId, 'FLAG', 'OPEN');
    expect((await decide(flagId, 'FLAG', 'CONFIRM')).status).toBe(200);
    await owner.post(`${OWN}/${id}/appeal`, { reason });
    await decide(id, 'APPEAL', 'OVERTURN');

    const { body: verified } = await server.get(`/api/v1/public/certificates/${certificateId}/verify`);
    expect(verified).toMatchObject({ valid: false, status: 'SUSPENDED', statusReason: 'FLAG_CONFIRMED' });
  });

  it('ends one of two decisions to DELIST, and the product stays barred until both end', async () => {
    const first = await filed();
    const second = await filed({ category: 'IMPERSONATION' }, first.certificateId);
    for (const { id } of [first, second]) await decide(id, 'ABUSE', 'DELIST');
    for (const [left, { id }] of [[1, first] as const, [0, second] as const]) {
      await owner.post(`${OWN}/${id}/appeal`, { reason });
      await decide(id, 'APPEAL', 'OVERTURN');
      const { rowCount } = await server.database.pool.query(BARRED, [first.certificateId]);
      expect(rowCount).toBe(left);
    }
  });

  it('is offered by mail to the losing side only, and its decision is final', async () => {
    const { id } = await filed({ contact: 'waiting@example.org' });
    const newest = async (email: string) => (await mailsTo(server, email))[0]?.text ?? '';
    await decide(id, 'ABUSE', 'DISMISS');
    expect(await newest('waiting@example.org')).toMatch(/You can appeal once within 14 days: https?:\/\/\S+\/report\n/);
    expect(await newest(owner.email)).toMatch(/The other side can appeal within 14 days\. \S+\/account\/flags\n/);

    const report = await filed({ contact: 'waiting@example.org' });
    await decide(report.id, 'ABUSE', 'SUSPEND');
    expect(await newest('waiting@example.org')).toContain('The other side can appeal');
    expect(await newest(owner.email)).toContain('You can appeal once');

    await owner.post(`${OWN}/${report.id}/appeal`, { reason });
    await decide(report.id, 'APPEAL', 'UPHOLD');
    for (const email of ['waiting@example.org', owner.email]) {
      expect(await newest(email)).toContain(`Decision about the appeal of report ${report.id}: UPHOLD.`);
      expect(await newest(email)).toMatch(/This decision is final\./);
      expect(await newest(email)).not.toContain('can appeal');
    }
  });

  it('that is rejected changes nothing', async () => {
    const { certificateId, id } = await filed();
    await decide(id, 'ABUSE', 'SUSPEND');
    await owner.post(`${OWN}/${id}/appeal`, { reason });
    await decide(id, 'APPEAL', 'UPHOLD');

    expect(await isValid(certificateId)).toBe(false);
  });

  it('of the reporter is allowed only against a dismissal, and leads to DELIST', async () => {
    const { certificateId, id, headers } = await filed();
    const appeal = () => server.post(`${REPORTS}/${id}/appeal`, { reason }, headers);
    expect(await appeal()).toMatchObject({ status: 409, body: { code: 'appeal_not_allowed' } });
    await decide(id, 'ABUSE', 'DISMISS');

    expect((await owner.post(`${OWN}/${id}/appeal`, { reason })).status).toBe(409);
    expect((await appeal()).status).toBe(202);
    await decide(id, 'APPEAL', 'OVERTURN');
    const { rowCount } = await server.database.pool.query(BARRED, [certificateId]);
    expect(rowCount).toBe(1);
  });
});

it('publishes the numbers of reports, decisions and appeals', async () => {
  const before = await figures();
  const { id } = await filed();
  server.clock.advance(3 * 3_600_000);
  await decide(id, 'ABUSE', 'DISMISS');
  server.clock.advance(60_000); // Figures may be cached for a minute.

  const after = await figures();
  expect(after.reports.total).toBe(before.reports.total + 1);
  expect(after.decisions.DISMISS).toBe(before.decisions.DISMISS + 1);
  expect(after.reports.medianHours).not.toBeNull();
});
