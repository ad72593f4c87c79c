import {
  AccountExport,
  Dashboard,
  Draft,
  HistoryItem,
  LinkResult,
  listOf,
  SubmissionId,
  Ticket,
} from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { DEV, registerDeveloper, type TestDeveloper } from '../../testing/developer.ts';
import { newWallet, signIn } from '../../testing/sign-in.ts';
import { benignSkill, submitSkill } from '../../testing/submission-builder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const SUMMARY = `${DEV}/dashboard/summary`;
const REASON = { reason: 'It was found to leak what it reads.' };
let people = 0;
const newDeveloper = () => registerDeveloper(server, `dashboard-${++people}@example.org`);
const summaryOf = async (developer: TestDeveloper) => {
  await server.published();
  return Dashboard.parse((await developer.get(SUMMARY)).body);
};
const addWallet = async (developer: TestDeveloper) => {
  const wallet = newWallet();
  await developer.post(`${DEV}/wallets`, await signIn(server, wallet, 'wallet'));
  return wallet;
};
const ask = (developer: TestDeveloper) =>
  developer.post(`${DEV}/support/tickets`, { subject: 'Help', message: 'I have a question.' });

describe('the dashboard', () => {
  it('of a new account shows only its registration', async () => {
    const developer = await newDeveloper();

    expect(await summaryOf(developer)).toMatchObject({
      drafts: 0,
      submissions: { byState: { SUBMITTED: 0, IN_REVIEW: 0, CERTIFIED: 0 } },
      nextActions: [],
      certificates: { approved: 0, deprecated: 0, suspended: 0, flagged: 0 },
      openFlags: [],
      paymentsDue: [],
      tickets: { open: 0, answered: 0 },
      spent: { amount: 0n, currency: 'USDC' },
      recent: [{ kind: 'account.logged_in' }, { kind: 'account.registered' }],
    });
  });

  it("counts the certificates of the account's wallets, and none of other accounts", async () => {
    const [developer, other] = [await newDeveloper(), await newDeveloper()];
    const ownerWallet = (await addWallet(developer)).address;
    const [good, bad, flagged] = [
      await issueCertificate(server, { ownerWallet }),
      await issueCertificate(server, { ownerWallet }),
      await issueCertificate(server, { ownerWallet }),
    ];
    await issueCertificate(server, { ownerWallet: newWallet().address });
    await server.operate(`/api/v1/operator/certificates/${bad}/suspend`, REASON);
    await server.database.pool.query(
      `INSERT INTO flags SELECT '01940000-0000-7000-8000-000000000001', $1, 'OPEN', 'VULNERABILITY', 'HIGH', 'words', '[]', $2, true, now(), now(), NULL, NULL`,
      [flagged, newWallet().address],
    );
    await developer.post(`${DEV}/drafts`, { productType: 'SKILL' });
    await ask(developer);

    const summary = await summaryOf(developer);

    expect(summary).toMatchObject({
      drafts: 1,
      certificates: { approved: 2, deprecated: 0, suspended: 1, flagged: 1 },
      openFlags: [{ certificateId: flagged, description: null, reporter: null }],
      tickets: { open: 1, answered: 0 },
      nextActions: [{ kind: 'FLAG_OPENED', ref: { type: 'certificate', id: flagged } }],
    });
    expect(good).toBeDefined();
    expect(await summaryOf(other)).toMatchObject({ certificates: { approved: 0, flagged: 0 }, openFlags: [] });
  });
});

it('counts certificates that name no wallet for the account that submitted them', async () => {
  const [developer, other] = [await newDeveloper(), await newDeveloper()];
  // Its own content, because suspended content cannot be quoted by the other tests.
  const files = { 'SKILL.md': '# Trees\nList the trees of a park by their height.\n' };
  const submissionId = SubmissionId.parse(
    await submitSkill(server, { owner: `account:${developer.accountId}`, files }),
  );
  const id = await issueCertificate(server, { submissionId, ownerWallet: null });
  await server.operate(`/api/v1/operator/certificates/${id}/suspend`, REASON);

  expect((await summaryOf(developer)).certificates).toEqual({ approved: 0, deprecated: 0, suspended: 1, flagged: 0 });
  expect((await summaryOf(other)).certificates.suspended).toBe(0);
});

describe('the next actions', () => {
  it('include a quoted unpaid draft, until it is changed', async () => {
    const developer = await newDeveloper();
    const input = { productType: 'SKILL', skillMdContent: benignSkill('unpaid') };
    const { id } = Draft.parse((await developer.post(`${DEV}/drafts`, input)).body);
    const before = await summaryOf(developer);

    await developer.post(`${DEV}/drafts/${id}/quote`);
    const quoted = await summaryOf(developer);
    await developer.post(`${DEV}/drafts/${id}`, { name: 'changed' });

    expect(before.nextActions).toEqual([]);
    expect(quoted.nextActions).toMatchObject([{ kind: 'DRAFT_UNPAID', ref: { type: 'draft', id } }]);
    expect(quoted.nextActions[0]?.detail).toBe('The draft unpaid has a price and is not paid.');
    expect((await summaryOf(developer)).nextActions).toEqual([]);
  });

  it('come with submissions by state, of the account and of the agent of its wallet', async () => {
    const developer = await newDeveloper();
    const wallet = await addWallet(developer);
    const linked = await server.post('/api/v1/auth/link', await signIn(server, wallet, 'link'));
    const { actor } = LinkResult.parse(linked.body);
    await submitSkill(server, { owner: `account:${developer.accountId}` });
    await submitSkill(server, { owner: `actor:${actor.id}` });
    await submitSkill(server);

    expect((await summaryOf(developer)).submissions.byState).toMatchObject({ SUBMITTED: 2, CERTIFIED: 0 });
    expect(await developer.delete(`${DEV}/me`)).toMatchObject({ status: 409, body: { code: 'open_submissions' } });
  });
});

describe('the certificate counts', () => {
  it('equal a recount after any status changes', async () => {
    const ownerWallet = newWallet().address;
    const ids = [];
    for (let index = 0; index < 4; index++) ids.push(await issueCertificate(server, { ownerWallet }));
    const [first, second, third] = ids;
    if (first === undefined || second === undefined || third === undefined) throw new Error('There are four.');
    const { certificates } = server.app;
    const act = { ...REASON, caller: { name: undefined }, requestId: 'test-request' };
    await certificates.suspend(first, act);
    await certificates.reinstate(first, null);
    await certificates.deprecate(second, null);
    await Promise.all([certificates.suspend(third, act), certificates.revoke(second, act)]);

    const { rows } = await server.database.pool.query(
      `SELECT c.approved, c.deprecated, c.suspended,
         (SELECT count(*)::integer FROM certificates JOIN certificate_states ON certificate_id = id
          WHERE owner_wallet = c.owner_wallet AND status = 'APPROVED') AS counted
       FROM certificate_counts c WHERE owner_wallet = $1`,
      [ownerWallet],
    );

    expect(rows).toEqual([{ approved: 2, deprecated: 0, suspended: 2, counted: 2 }]);
  });
});

describe('the history', () => {
  it('lists events newest first, by page and by kind', async () => {
    const developer = await newDeveloper();
    await ask(developer);
    await server.published();
    const read = async (query: string) =>
      listOf(HistoryItem).parse((await developer.get(`${DEV}/history?${query}`)).body);

    const first = await read('limit=2');
    const second = await read(`limit=2&cursor=${first.nextCursor}`);

    expect([...first.items, ...second.items].map(({ title }) => title)).toEqual([
      'Message in a support ticket',
      'Logged in',
      'Account opened',
    ]);
    expect((await read('kind=ticket.replied')).items).toMatchObject([{ kind: 'ticket.replied', amount: null }]);
    expect((await developer.get(`${DEV}/history?kind=no.such`)).status).toBe(422);
  });
});

describe('an export', () => {
  it('contains certificates, and reports about them without the reporter', async () => {
    const [developer, other] = [await newDeveloper(), await newDeveloper()];
    // Its own content, because suspended content cannot be quoted by the other tests.
    const files = { 'SKILL.md': '# Trees\nList the trees of a park by their height.\n' };
    const submissionId = SubmissionId.parse(
      await submitSkill(server, { owner: `account:${developer.accountId}`, files }),
    );
    const certificateId = await issueCertificate(server, { submissionId });
    const report = { certificateId, category: 'OTHER', contact: 'who@example.org' };
    await server.post('/api/v1/public/abuse-reports', {
      ...report,
      description: 'It is not what its name says it is.',
    });

    const { body, text } = await developer.get(`${DEV}/me/export`);

    expect(AccountExport.parse(body)).toMatchObject({
      certificates: [{ id: certificateId, status: 'APPROVED' }],
      abuseReports: [{ certificateId, category: 'OTHER', decision: null }],
    });
    expect(text).not.toContain('who@example.org');
    expect((await other.get(`${DEV}/me/export`)).text).not.toContain(certificateId);
  });

  it('contains all personal data and no secret', async () => {
    const developer = await newDeveloper();
    const { address } = await addWallet(developer);
    const { id } = Ticket.parse((await ask(developer)).body);
    await developer.post(`${DEV}/drafts`, { productType: 'SKILL', name: 'mine' });
    const readers = [{ name: 'small', model: 'small-1', recipient: 'models.example' }];
    const submissionId = await submitSkill(server, { owner: `account:${developer.accountId}`, name: 'sent', readers });
    await server.published();

    const { body, text, status } = await developer.get(`${DEV}/me/export`);

    expect(status).toBe(200);
    expect(AccountExport.parse(body)).toMatchObject({
      account: { email: developer.email, primaryWallet: address },
      wallets: [{ address }],
      tickets: [{ id, messages: [{ text: 'I have a question.' }] }],
      drafts: [{ revision: 1 }],
      submissions: [{ id: submissionId, state: 'SUBMITTED', name: 'sent', readerConsent: { readers } }],
      tokens: [{ label: 'Login' }],
    });
    expect(AccountExport.parse(body).history.length).toBeGreaterThan(2);
    expect(AccountExport.parse(body).auditLog.map(({ action }) => action)).toContain('account.registered');
    expect(text).not.toMatch(/dev_[0-9A-Z]{8}_|whsec_/);
  });

  it('is unavailable after the account is deleted, and its content is deleted', async () => {
    const developer = await newDeveloper();
    await addWallet(developer);
    await ask(developer);
    await developer.post(`${DEV}/drafts`, { productType: 'SKILL' });

    await developer.delete(`${DEV}/me`);

    expect((await developer.get(`${DEV}/me/export`)).status).toBe(401);
    const { rows } = await server.database.pool.query(
      `SELECT (SELECT count(*) FROM wallet_links WHERE account_id = $1) + (SELECT count(*) FROM drafts WHERE account_id = $1)
            + (SELECT count(*) FROM support_tickets WHERE account_id = $1)
            + (SELECT count(*) FROM webhooks WHERE owner = 'account:' || $1) AS left`,
      [developer.accountId],
    );
    expect(Number(rows[0]?.left)).toBe(0);
  });
});
