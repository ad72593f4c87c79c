import { randomUUID } from 'node:crypto';
import { AgentProfile, Flag, Landing, Leaderboard, Overview, ProtocolStats } from '@assay/protocol';
import { buildFinding, createTestWallet } from '@assay/protocol/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { OPERATOR, startTestServer, type TestServer } from '../../testing/test-server.ts';

const DAY_MS = 86_400_000;
const publisher = createTestWallet('publisher').address;
const second = createTestWallet('second publisher').address;
const flagger = createTestWallet('flagger').address;

/** Certificates of two owners, one of them suspended by a confirmed flag, and nothing else. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const warned = { retainedWarnings: [buildFinding(), buildFinding({ severity: 'HIGH' })] };
  await issueCertificate(server, { ownerWallet: publisher, ...warned });
  await issueCertificate(server, { ownerWallet: publisher, productType: 'API' });
  await issueCertificate(server, { ownerWallet: second, productType: 'TOOL' });
  const bad = await issueCertificate(server, { ownerWallet: second });
  await confirmFlag(bad);
});
afterAll(() => server.close());

async function confirmFlag(id: string): Promise<void> {
  const { apiKey } = await server.app.credentials.mintApiKey({ actorId: randomUUID(), walletAddress: flagger });
  const report = { walletAddress: flagger, category: 'OTHER', description: 'It does not do what it says it does.' };
  const headers = { authorization: `Bearer ${apiKey}` };
  Flag.parse((await server.post(`/certsvc/v1/certificates/${id}/flag`, report, headers)).body);
  for (const decision of ['OPEN', 'CONFIRM']) {
    const { body } = await server.get('/api/v1/operator/queue', OPERATOR);
    const [item] = (body as { items: { id: string }[] }).items;
    const reason = 'The evidence was checked by hand.';
    await server.operate(`/api/v1/operator/queue/${item?.id}/decide`, { decision, reason });
  }
}

const read = async (path: string) => (await server.get(`/api/v1/public/${path}`)).body;
const board = async (query: string) => Leaderboard.parse(await read(`leaderboard?${query}`));

describe('the overview', () => {
  it('counts the stored rows, and nothing that is not enabled', async () => {
    const answer = await server.get('/api/v1/public/overview');

    expect(Overview.parse(answer.body)).toMatchObject({
      certificates: {
        total: 4,
        byStatus: { APPROVED: 3, DEPRECATED: 0, SUSPENDED: 1 },
        byProductType: { SKILL: 2, API: 1, 'SKILL+API': 0, TOOL: 1, CONTRACT: 0 },
        last24h: 4,
        last30d: 4,
      },
      submissions: { total: 0, inReview: 0, rejected: 0 },
      findings: { total: 2, bySeverity: { INFO: 0, LOW: 1, MEDIUM: 0, HIGH: 1, CRITICAL: 0 } },
      validators: { active: 0, builtIn: 0 },
      flags: { open: 0, confirmed: 1 },
      registry: null,
      log: { size: 0, checkpointAt: null },
    });
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=60');
  });

  it('is counted at most every half minute', async () => {
    const first = Overview.parse(await read('overview'));
    await issueCertificate(server);

    expect(await read('overview')).toMatchObject({ certificates: { total: first.certificates.total } });
    server.clock.advance(30_000);
    expect(await read('overview')).toMatchObject({ certificates: { total: first.certificates.total + 1 } });
  });
});

describe('an agent', () => {
  it('is known by its certificates and its proven flags', async () => {
    expect(AgentProfile.parse(await read(`agents/${second.toLowerCase()}`))).toMatchObject({
      walletAddress: second,
      certificates: { total: 2, approved: 1, deprecated: 0, suspended: 1 },
      flags: { filed: 0, confirmed: 0, dismissed: 0 },
      actor: null,
      validator: null,
    });
    expect(await read(`agents/${flagger}`)).toMatchObject({ flags: { filed: 1, confirmed: 1, dismissed: 0 } });
  });

  it('lists its skills of every status, newest first', async () => {
    const { items } = (await read(`agents/${second}/skills`)) as { items: { status: string; productType: string }[] };

    expect(items.map(({ status, productType }) => [status, productType])).toEqual([
      ['SUSPENDED', 'SKILL'],
      ['APPROVED', 'TOOL'],
    ]);
  });

  it.each([createTestWallet('never seen').address, 'x', '0x12', `${publisher.slice(0, -1)}z`])(
    'that is unknown gets wallet_not_found: %s',
    async (address) => {
      for (const rest of ['', '/skills'])
        expect((await server.get(`/api/v1/public/agents/${address}${rest}`)).body).toMatchObject({
          status: 404,
          code: 'wallet_not_found',
        });
    },
  );

  it('does not become known by a flag that a third party files in its name', async () => {
    const named = createTestWallet('named by a third party').address;
    const report = { walletAddress: named, category: 'OTHER', description: 'It does not do what it says it does.' };
    await server.post(`/certsvc/v1/certificates/${await issueCertificate(server)}/flag`, report);

    expect((await server.get(`/api/v1/public/agents/${named}`)).status).toBe(404);
  });
});

describe('a leaderboard', () => {
  it('ranks publishers by certificates in force, and flaggers by confirmed flags', async () => {
    expect((await board('board=publishers')).items).toMatchObject([
      { rank: 1, walletAddress: publisher, score: 2 },
      { rank: 2, walletAddress: second, score: 1 },
    ]);
    expect((await board('board=flaggers')).items).toMatchObject([{ rank: 1, walletAddress: flagger, score: 1 }]);
  });

  it('continues the ranks on the next page', async () => {
    const first = await board('board=publishers&limit=1');
    const next = await board(`board=publishers&limit=1&cursor=${first.nextCursor}`);

    expect([...first.items, ...next.items].map(({ rank, walletAddress }) => [rank, walletAddress])).toEqual([
      [1, publisher],
      [2, second],
    ]);
    expect(next.nextCursor).toBeNull();
  });

  it('is cached for half a minute with an ETag, as the landing page is', async () => {
    for (const page of ['leaderboard?board=publishers', 'landing']) {
      const [one, other] = [await server.get(`/api/v1/public/${page}`), await server.get(`/api/v1/public/${page}`)];
      server.clock.advance(30_000);
      const later = await server.get(`/api/v1/public/${page}`);

      expect(other.text).toBe(one.text);
      expect(other.headers.get('etag')).toBe(one.headers.get('etag'));
      expect(later.headers.get('etag')).not.toBe(one.headers.get('etag'));
    }
  });

  it('is empty for boards that are not enabled', async () => {
    for (const name of ['validators', 'plugins', 'actors'])
      expect(await board(`board=${name}`)).toMatchObject({ board: name, items: [], nextCursor: null });
    expect(await read('validators')).toEqual({ items: [], nextCursor: null });
  });

  it('counts the requested period', async () => {
    server.clock.advance(40 * DAY_MS);

    expect((await board('board=publishers&period=30d')).items).toEqual([]);
    expect((await board('board=publishers&period=all')).items).toHaveLength(2);
  });

  it.each(['board=cooks', 'period=1d', 'limit=0', 'cursor=x'])('rejects %s', async (query) => {
    expect((await server.get(`/api/v1/public/leaderboard?${query}`)).status).toBe(422);
  });

  it('rejects forged cursors with 422', async () => {
    for (const position of [[1e12, publisher, 1], [1, 'x\0', 1], [1, publisher, -5], {}]) {
      const cursor = Buffer.from(JSON.stringify([server.clock.now().getTime(), position])).toString('base64url');
      expect((await server.get(`/api/v1/public/leaderboard?board=publishers&cursor=${cursor}`)).status).toBe(422);
    }
  });
});

describe('the validators', () => {
  it('are ranked by ground truth after they have judged, with a confidence interval', async () => {
    const { inTransaction } = server.app;
    const now = server.clock.now();
    const seat = { id: randomUUID(), panelId: randomUUID(), findingIds: [], hasReproduced: false };
    const validator = {
      id: 'sandbox-1',
      actorId: randomUUID(),
      wallet: null,
      name: 'Sandbox 1',
      family: 'sandbox',
      ...({ mode: 'HOSTED', builtIn: true, tracks: ['SKILL'], state: 'ACTIVE', entryStake: 0n } as const),
      measuredSince: now,
      unbondingUntil: null,
      since: now,
    };
    await inTransaction(async (tx) => {
      await tx.validators.insertAll([{ ...validator, tracks: ['SKILL'] }]);
      const seats = [{ ...seat, validatorId: validator.id, verdict: 'UNSAFE' as const, hasReproduced: true }];
      const round = {
        id: randomUUID(),
        submissionId: randomUUID(),
        track: 'SKILL' as const,
        seed: null,
        decision: 'UNSAFE' as const,
        seats,
      };
      await server.app.validators.pool.settleIn(tx, round);
    });
    server.clock.advance(30_000);

    expect((await board('board=validators')).items).toEqual([
      {
        rank: 1,
        id: 'sandbox-1',
        name: 'Sandbox 1',
        walletAddress: null,
        score: 7_500,
        detail: { family: 'sandbox', track: 'SKILL', cases: 1, lowBp: 2_065, highBp: 10_000 },
      },
    ]);
    expect(await read('validators')).toMatchObject({
      items: [{ id: 'sandbox-1', rounds: { judged: 1, safe: 0, unsafe: 1, missed: 0 }, earned: '0' }],
    });
    expect(await read('sigma/stats')).toMatchObject({ verdicts: { safe: 0, unsafe: 1, missed: 0 } });
  });
});

describe('statistics that are not enabled', () => {
  it('are null for measurements and zero for counts', async () => {
    const { escrow, stakes, canaryPot, reserve, ...world } = (await read('economy')) as Record<string, string>;
    expect([escrow, stakes, canaryPot, reserve].every((marks) => /^\d+$/.test(marks ?? ''))).toBe(true);
    expect(Object.values(world).every((figure) => figure === null)).toBe(true);
    expect(ProtocolStats.parse(await read('sigma/stats'))).toMatchObject({
      rounds: { total: 0 },
      decisionTimeMs: { p50: null, p95: null },
      flags: { opened: 1, confirmed: 1, dismissed: 0 },
      rulesets: [],
    });
  });
});

describe('the landing page', () => {
  it('shows the newest certificates and every price in one call', async () => {
    const landing = Landing.parse(await read('landing'));

    expect(landing.recent.length).toBeGreaterThan(0);
    expect(landing.recent.every(({ status }) => status === 'APPROVED')).toBe(true);
    expect(landing.pricing.map(({ productType, base }) => [productType, base.amount])).toEqual([
      ['SKILL', 900_000n],
      ['API', 900_000n],
      ['SKILL+API', 990_000n],
      ['TOOL', 900_000n],
      ['CONTRACT', 5_000_000n],
    ]);
  });
});
