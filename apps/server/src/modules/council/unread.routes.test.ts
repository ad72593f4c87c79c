import { afterEach, describe, expect, it, vi } from 'vitest';
import { newBuyer } from '../../testing/buyer.ts';
import { chainOpen, startChainServer } from '../../testing/chain-server.ts';
import { benignSkill, submitSkill } from '../../testing/submission-builder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const PUBLIC = { PUBLIC_BASE_URL: 'https://assay.example', ALLOW_UNREAD_INSTRUCTIONS: '0' };

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  await close?.();
  close = undefined;
});

async function reviewOn(env: Record<string, string>) {
  const server: TestServer = await startTestServer({ env: { ASSAY_ROLES: 'api,worker', ...env } });
  close = server.close;
  await chainOpen(server);
  const submissionId = await submitSkill(server);
  return vi.waitFor(
    async () => {
      const { rows } = await server.database.pool.query(
        `SELECT r.state, r.reason, s.state AS submission, c.payload FROM rounds r JOIN submissions s ON s.id = r.submission_id
         LEFT JOIN certificates c ON c.submission_id = s.id WHERE s.id = $1`,
        [submissionId],
      );
      expect(['SETTLED', 'ESCALATED']).toContain(rows[0]?.state);
      return rows[0];
    },
    { timeout: 60_000, interval: 20 },
  );
}

describe('a service that others rely on, without a model', () => {
  it('leaves what the council calls safe to a person', async () => {
    const row = await reviewOn(PUBLIC);

    expect(row).toMatchObject({
      state: 'ESCALATED',
      submission: 'ESCALATED',
      reason: expect.stringContaining('Nobody has read the instructions'),
      payload: null,
    });
  });

  it('certifies unread where its operator says so, and the certificate says it', async () => {
    const row = await reviewOn({ ...PUBLIC, ALLOW_UNREAD_INSTRUCTIONS: '1' });

    expect(JSON.parse(row.payload)).toMatchObject({
      schema: 'assay-certificate/v2',
      securityLevel: 'LOW',
      instructionsReadBy: 'NONE',
      reviewers: [{ kind: 'ENGINE' }],
      retainedWarnings: [{ ruleId: 'assay/instructions-unread', severity: 'LOW' }],
      round: { securityLevel: 'LOW' },
    });
  });

  it('accepts nothing where there is no operator either', async () => {
    const house = await startChainServer({ env: { ASSAY_ROLES: 'api', ...PUBLIC, GOD_API_KEY: undefined } });
    close = house.close;
    const buyer = await newBuyer(house.server);

    const answer = await house.server.post(
      '/api/v1/certsvc/submit',
      { productType: 'SKILL', skillMdContent: benignSkill('unread') },
      buyer.headers,
    );

    expect(answer).toMatchObject({ status: 503, body: { code: 'no_reader' } });
  });
});
