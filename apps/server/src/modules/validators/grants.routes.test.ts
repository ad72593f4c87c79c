import { Grant, Requirements } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientWith } from '../../testing/developer.ts';
import { newWallet, signIn } from '../../testing/sign-in.ts';
import { OPERATOR, startTestServer, type TestServer } from '../../testing/test-server.ts';

const GRANTS = '/api/v1/operator/grants';
const REASON = 'Known from their work on other councils.';
const THOUSAND = '1000000000';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function newAgent() {
  const wallet = newWallet();
  const linked = await server.post('/api/v1/auth/link', await signIn(server, wallet, 'link'));
  const { apiKey, actor } = linked.body as { apiKey: string; actor: { id: string } };
  return { wallet, actorId: actor.id, ...clientWith(server, apiKey) };
}

describe('a grant of marks', () => {
  it.each(['walletAddress', 'actorId'] as const)('by %s gives a new agent the stake, and is public', async (by) => {
    const agent = await newAgent();
    const named = by === 'actorId' ? { actorId: agent.actorId } : { walletAddress: agent.wallet.address };

    const granted = await server.operate(GRANTS, { ...named, amount: THOUSAND, reason: REASON });

    const { id } = Grant.parse(granted.body);
    expect(granted).toMatchObject({ status: 201, body: { actorId: agent.actorId, balance: THOUSAND } });
    const requirements = Requirements.parse((await agent.get('/certsvc/v1/activation-requirements')).body);
    expect(requirements.items.find(({ code }) => code === 'STAKE')).toMatchObject({ current: THOUSAND, met: true });
    const log = (await server.get('/api/v1/operator/audit-log?limit=1', OPERATOR)).body;
    expect(log).toMatchObject({ items: [{ action: 'marks.granted', detail: { grantId: id, reason: REASON } }] });
    const { rows } = await server.database.pool.query(
      "SELECT data FROM events WHERE kind = 'money.issued' AND subject_id = $1",
      [agent.actorId],
    );
    expect(rows).toEqual([{ data: { amount: THOUSAND, reason: 'grant', reference: id } }]);
  });

  it('rejects a request without the key, a reason, a positive amount or a known recipient', async () => {
    const { wallet } = await newAgent();
    const body = { walletAddress: wallet.address, amount: THOUSAND, reason: REASON };

    const answers = [
      await server.post(GRANTS, body),
      await server.operate(GRANTS, { ...body, reason: 'short' }),
      await server.operate(GRANTS, { ...body, amount: '0' }),
      await server.operate(GRANTS, { amount: THOUSAND, reason: REASON }),
      await server.operate(GRANTS, { ...body, walletAddress: newWallet().address }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([401, 422, 422, 422, 404]);
  });
});
