import {
  AuditRow,
  LiveStatus,
  listOf,
  OperatorKeyAnswer,
  OperatorProposal,
  OperatorProposals,
  TrustRoot,
} from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { OPERATOR, startTestServer, type TestServer } from '../../testing/test-server.ts';

const PROPOSALS = '/api/v1/operator/proposals';
const REASON = 'The key of its owner was stolen.';
const HOUR_MS = 3_600_000;
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

let server: TestServer;
/** Two administrators and a reviewer, added before the rule was on. */
const people = { ada: {}, ben: {}, rita: {} };
beforeAll(async () => {
  const before = await startTestServer();
  for (const name of Object.keys(people)) {
    const role = name === 'rita' ? 'reviewer' : 'administrator';
    const { body } = await before.operate('/api/v1/operator/accounts', { name, role });
    Object.assign(people, { [name]: bearer(OperatorKeyAnswer.parse(body).key) });
  }
  server = await startTestServer({ env: { TWO_PERSON_HOURS: '2' }, database: before.database, clock: before.clock });
  closeFirst = before.close;
});
let closeFirst: () => Promise<void>;
afterAll(async () => {
  await server.close();
  await closeFirst();
});

const propose = async (body: object, by: object = people.ada) =>
  OperatorProposal.parse((await server.post(PROPOSALS, { reason: REASON, ...body }, { ...by })).body);
const decide = (what: 'confirm' | 'withdraw', id: string, by: object) =>
  server.post(`${PROPOSALS}/${id}/${what}`, { reason: 'Checked the report and the mail.' }, { ...by });
const statusOf = async (id: string) =>
  LiveStatus.parse((await server.get(`/api/v1/public/certificates/${id}/live-status`)).body);

describe('with the two-person rule', () => {
  it('a certificate is revoked by a proposal and the confirmation of another administrator; the log has both', async () => {
    const certificateId = await issueCertificate(server);

    const proposal = await propose({ action: 'REVOKE_CERTIFICATE', certificateId });
    expect(await statusOf(certificateId)).toMatchObject({ valid: true });
    const confirmed = await decide('confirm', proposal.id, people.ben);

    expect(confirmed.body).toMatchObject({ state: 'CONFIRMED', proposedBy: 'ada', decidedBy: 'ben' });
    expect(await statusOf(certificateId)).toMatchObject({ valid: false, status: 'SUSPENDED', revoked: true });
    const { items } = listOf(AuditRow).parse((await server.get('/api/v1/operator/audit-log?limit=3', OPERATOR)).body);
    expect(items.map(({ actor, action }) => [actor, action])).toEqual([
      ['operator:ben', 'certificate.operator_revokes'],
      ['operator:ben', 'proposal.confirmed'],
      ['operator:ada', 'proposal.made'],
    ]);
    expect(items[1]?.detail).toMatchObject({ proposedBy: 'ada' });
    expect((await decide('confirm', proposal.id, people.ben)).body).toMatchObject({ code: 'proposal_not_open' });
  });

  it('one administrator alone cannot revoke, or confirm an own proposal', async () => {
    const certificateId = await issueCertificate(server);
    const { id } = await propose({ action: 'REVOKE_CERTIFICATE', certificateId });
    const revoke = `/api/v1/operator/certificates/${certificateId}/revoke`;

    const answers = [
      await decide('confirm', id, people.ada),
      await decide('confirm', id, OPERATOR),
      await server.post(revoke, { reason: REASON }, { ...people.ada }),
      await server.operate(revoke, { reason: REASON }),
      await server.operate(PROPOSALS, { action: 'REVOKE_CERTIFICATE', certificateId, reason: REASON }),
    ];

    for (const { status, body } of answers) expect([status, body]).toMatchObject([409, { code: 'two_person_rule' }]);
    expect((await decide('confirm', id, people.rita)).body).toMatchObject({ code: 'role_required' });
    expect(await statusOf(certificateId)).toMatchObject({ valid: true });
  });

  it('a proposal expires after the configured time', async () => {
    const certificateId = await issueCertificate(server);
    const { id } = await propose({ action: 'REVOKE_CERTIFICATE', certificateId });

    server.clock.advance(2 * HOUR_MS);

    const late = await decide('confirm', id, people.ben);
    expect([late.status, late.body]).toMatchObject([409, { code: 'proposal_not_open' }]);
    expect(await statusOf(certificateId)).toMatchObject({ revoked: false });
    const { items } = OperatorProposals.parse((await server.get(PROPOSALS, { ...people.rita })).body);
    expect(items.find((one) => one.id === id)).toMatchObject({ state: 'EXPIRED' });
  });

  it('a withdrawn proposal cannot be confirmed', async () => {
    const { id } = await propose({ action: 'REVOKE_CERTIFICATE', certificateId: await issueCertificate(server) });

    expect((await decide('withdraw', id, people.ben)).body).toMatchObject({ state: 'WITHDRAWN', decidedBy: 'ben' });

    expect((await decide('confirm', id, people.ben)).body).toMatchObject({ code: 'proposal_not_open' });
  });

  it('the signing keys are rotated by a confirmed proposal', async () => {
    const root = async () => TrustRoot.parse((await server.get('/.well-known/trust-root.json')).body);
    const { version } = await root();
    const { id } = await propose({ action: 'ROTATE_KEYS', atOnce: true });
    expect((await root()).version).toBe(version);

    expect((await decide('confirm', id, people.ben)).status).toBe(200);

    expect((await root()).version).toBe(version + 1);
  });

  it('an administrator cannot add another one, who could confirm', async () => {
    const asked = [
      server.post('/api/v1/operator/accounts', { name: 'eve', role: 'administrator' }, { ...people.ada }),
      server.request('POST', '/api/v1/operator/accounts/ben/key', { ...people.ada }),
    ];

    for (const { status, body } of await Promise.all(asked))
      expect([status, body]).toMatchObject([409, { code: 'two_person_rule' }]);
    expect((await server.get('/api/v1/operator/me', { ...people.ben })).body).toEqual({
      name: 'ben',
      role: 'administrator',
      twoPersonHours: 2,
    });
    const reader = await server.post('/api/v1/operator/accounts', { name: 'rob', role: 'reader' }, { ...people.ada });
    expect(reader.status).toBe(201);
  });

  it('a proposal of a removed administrator has no effect', async () => {
    const certificateId = await issueCertificate(server);
    const { id } = await propose({ action: 'REVOKE_CERTIFICATE', certificateId });
    await server.request('DELETE', '/api/v1/operator/accounts/ada', OPERATOR);

    expect((await decide('confirm', id, people.ben)).body).toMatchObject({ code: 'two_person_rule' });
    expect(await statusOf(certificateId)).toMatchObject({ revoked: false });
  });
});

it('without the rule, proposals are rejected', async () => {
  const without = await startTestServer({ database: server.database, clock: server.clock });

  const { status, body } = await without.post(PROPOSALS, { action: 'ROTATE_KEYS', reason: REASON }, { ...people.ben });

  expect([status, body]).toMatchObject([409, { code: 'two_person_rule' }]);
  await without.close();
});
