import { CertificateSummary, Flag, listOf, PRODUCT_TYPES, PublicFlag } from '@assay/protocol';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createLogger, type Logger } from '../../platform/log/index.ts';
import { startCouncilServer } from '../../testing/council.ts';
import { newWallet } from '../../testing/sign-in.ts';
import { OPERATOR, startTestServer, type TestServer } from '../../testing/test-server.ts';

const PATIENCE = { timeout: 60_000, interval: 20 };

/** A log that records its lines. */
function readableLog(): { log: Logger; lines: { msg: string; level: number }[] } {
  const lines: { msg: string; level: number }[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  return { log: createLogger('info', { write }), lines };
}

let server: TestServer;
beforeAll(async () => {
  server = await startCouncilServer();
  server.app.demonstration.start();
}, 60_000);
afterAll(() => server.close());

const certificates = async () =>
  listOf(CertificateSummary).parse((await server.get('/api/v1/public/certificates?status=ANY&limit=100')).body).items;
const idOf = async (name: string) => (await certificates()).find((one) => one.name === name)?.id ?? '';
const flagsOf = async (id: string) =>
  listOf(PublicFlag).parse((await server.get(`/api/v1/public/certificates/${id}/flags`)).body).items;
const decideAll = async (decision: string, refId: string) => {
  const { body } = await server.get('/api/v1/operator/queue?kind=FLAG', OPERATOR);
  const { items } = body as { items: { id: string; ref: { id: string } }[] };
  for (const { id } of items.filter(({ ref }) => ref.id === refId))
    await server.operate(`/api/v1/operator/queue/${id}/decide`, { decision, reason: 'Looked at by a person.' });
};

it('creates its data once, changes only its own data, and creates none on an installation in use', async () => {
  await vi.waitFor(async () => {
    const shown = (await certificates()).find(({ name }) => name === 'link-checker');
    expect(shown?.activeFlagCount).toBe(1);
  }, PATIENCE);
  const types = (await certificates()).filter(({ valid }) => valid).map(({ productType }) => productType);
  expect(new Set(types)).toEqual(new Set(PRODUCT_TYPES));
  const [own] = await flagsOf(await idOf('link-checker'));
  await decideAll('DISMISS', own?.id ?? '');
  const reported = await server.post(`/certsvc/v1/certificates/${await idOf('weather-brief')}/flag`, {
    walletAddress: newWallet().address,
    category: 'OTHER',
    description: 'It is about the weather of another town.',
    evidence: [{ kind: 'TEXT', value: 'Look at the text.' }],
  });
  const foreign = Flag.parse(reported.body);

  const { log, lines } = readableLog();
  const next = await startTestServer({ database: server.database, log });
  next.app.demonstration.start();
  await vi.waitFor(() => expect(lines.map(({ msg }) => msg)).toContain(OVER), PATIENCE);
  await next.close();

  expect(foreign.state).toBe('RECEIVED');
  expect(await flagsOf(await idOf('weather-brief'))).toMatchObject([{ id: foreign.id, state: 'RECEIVED' }]);
  expect(await flagsOf(await idOf('link-checker'))).toMatchObject([{ state: 'DISMISSED' }]);
}, 120_000);

const OVER = 'this installation is in use: no demonstration data was created';
