import { Catalog, type SubmissionTrigger } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEV } from '../../testing/developer.ts';
import { submitSkill } from '../../testing/submission-builder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const MODELS = [
  { name: 'near', endpoint: 'http://127.0.0.1:9/v1', model: 'small-1', family: 'example' },
  { name: 'far', endpoint: 'https://models.example/v1', model: 'large-1', family: 'other' },
];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    env: { POLICY_VERSION: '2026-01', PEOPLE_ONLY: 'CONTRACT', ASSAY_MODELS: JSON.stringify(MODELS) },
  });
});
afterAll(() => server.close());

describe('the catalog', () => {
  it('lists every reviewed product with its price, its price drivers and its limits', async () => {
    const { status, body, headers } = await server.get(`${DEV}/catalog`);
    const catalog = Catalog.parse(body);

    expect(status).toBe(200);
    expect(catalog.products.map(({ productType }) => productType)).toEqual([
      'SKILL',
      'API',
      'SKILL+API',
      'TOOL',
      'CONTRACT',
    ]);
    expect(catalog.products[0]).toMatchObject({
      base: { amount: 900_000n, currency: 'USDC' },
      drivers: [
        { code: 'files', unit: 'file', freeUnits: 50, unitAmount: 10_000n },
        { code: 'kibibytes_256', unit: '256 KiB', freeUnits: 4, unitAmount: 50_000n },
      ],
      limits: { skillMdBytesMax: 262_144 },
    });
    for (const { drivers } of catalog.products) for (const { code, unit } of drivers) expect(unit).not.toBe(code);
    expect(catalog.policyVersion).toBe('2026-01');
    expect(catalog.readers).toEqual([
      { name: 'near', model: 'small-1', recipient: 'this service' },
      { name: 'far', model: 'large-1', recipient: 'models.example' },
    ]);
    expect(catalog.peopleOnly).toEqual(['CONTRACT']);
    expect(headers.get('cache-control')).toContain('max-age=60');
  });

  it('shows the review times of the last 30 days once there are enough reviews', async () => {
    const MINUTE_MS = 60_000;
    /** In whole minutes, because the test clock advances while the test runs. */
    const read = async () => {
      const { p50Seconds, p95Seconds } = Catalog.parse((await server.get(`${DEV}/catalog`)).body).reviewTime;
      return [p50Seconds, p95Seconds].map((seconds) => seconds && Math.floor(seconds / 60));
    };
    const move = async (id: string, triggers: readonly SubmissionTrigger[]) => {
      for (const trigger of triggers)
        await server.app.inTransaction((tx) => server.app.lifecycle.moveIn(tx, id, trigger, null));
    };
    const review = async (minutes: number) => {
      const id = await submitSkill(server);
      server.clock.advance(minutes * MINUTE_MS);
      await move(id, ['taken', 'sandboxed', 'decided_unsafe']);
      return id;
    };
    await review(5_000);
    server.clock.advance(31 * 24 * 60 * MINUTE_MS);
    let last = '';
    for (let minutes = 1; minutes <= 19; minutes++) last = await review(minutes);
    const early = await read();

    // An upheld dispute decides the review again, and does not count towards its duration.
    server.clock.advance(1_000 * MINUTE_MS);
    await move(last, ['dispute_accepted', 'decided_safe']);
    const slow = await submitSkill(server);
    await review(20);
    const measured = await read();
    await move(slow, ['taken', 'sandboxed', 'decided_safe']);
    const kept = await read();
    server.clock.advance(MINUTE_MS);

    expect(early).toEqual([null, null]);
    expect(measured).toEqual([10, 19]);
    expect(kept).toEqual(measured);
    expect(await read()).toEqual([11, 20]);
  });
});
