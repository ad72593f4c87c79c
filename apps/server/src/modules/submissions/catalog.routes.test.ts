import { Catalog } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEV } from '../../testing/developer.ts';
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

describe('the catalogue', () => {
  it('names every product that is reviewed here with its price, its drivers in words and its limits', async () => {
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
});
