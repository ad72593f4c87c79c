import { CertificateSummary, listOf, PRODUCT_TYPES } from '@assay/protocol';
import { createTestWallet } from '@assay/protocol/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const DAY_MS = 86_400_000;
const Page = listOf(CertificateSummary);
const owner = createTestWallet('owner').address;

async function list(query: Record<string, string>) {
  const answer = await server.get(`/api/v1/public/certificates?${new URLSearchParams(query)}`);
  expect(answer.status).toBe(200);
  return Page.parse(answer.body);
}

/** Reads every page of a list, and calls `between` after each page. */
async function walk(query: Record<string, string>, between: () => Promise<unknown> = async () => undefined) {
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof list>> = await list(cursor === null ? query : { ...query, cursor });
    found.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
    await between();
  } while (cursor !== null);
  return found;
}

const namesOf = async (query: Record<string, string>) => (await list(query)).items.map(({ name }) => name);

describe('a search', () => {
  beforeAll(async () => {
    await issueCertificate(server, { name: 'gamma-table', description: 'Draws a zebra on every page.' });
    await issueCertificate(server, { name: 'Zebra-crossing', description: 'Counts stripes.' });
    await issueCertificate(server, { name: 'alpha-zebra', description: 'Finds stripes.' });
    await issueCertificate(server, { name: '100%_zoo', description: 'A literal percent sign.' });
    await issueCertificate(server, { name: 'Äpfel-ernte', description: 'Obst und Ölmühlen.' });
  });

  it('finds a word in names and descriptions regardless of case; names that start with it come first', async () => {
    expect(await namesOf({ q: 'ZEBRA' })).toEqual(['Zebra-crossing', 'alpha-zebra', 'gamma-table']);
  });

  it('finds the same entries by name and by age as by relevance', async () => {
    expect(await namesOf({ q: 'zebra', sort: 'name' })).toEqual(['alpha-zebra', 'gamma-table', 'Zebra-crossing']);
    expect(await namesOf({ q: 'zebra', sort: 'newest' })).toEqual(['alpha-zebra', 'Zebra-crossing', 'gamma-table']);
  });

  it.each(['relevance', 'name', 'newest'])(
    'matches a short word only with the start of names, sorted by %s',
    async (sort) => {
      expect(await namesOf({ q: 'ze', sort })).toEqual(['Zebra-crossing']);
    },
  );

  it('treats pattern characters literally', async () => {
    expect(await namesOf({ q: '100%_' })).toEqual(['100%_zoo']);
    expect(await namesOf({ q: '%' })).toEqual([]);
    expect(await namesOf({ q: '_zo' })).toEqual(['100%_zoo']);
  });

  it('also folds the case of non-ASCII letters', async () => {
    expect(await namesOf({ q: 'ÄPFEL' })).toEqual(['Äpfel-ernte']);
    expect(await namesOf({ q: 'äp' })).toEqual(['Äpfel-ernte']);
    expect(await namesOf({ q: 'ÖLMÜHLEN' })).toEqual(['Äpfel-ernte']);
  });

  it('finds nothing for a word that no entry contains', async () => {
    expect(await list({ q: 'unheard-of' })).toEqual({ items: [], nextCursor: null });
  });
});

describe('filters', () => {
  it('select by type, level, owner and status', async () => {
    const ids = new Map<string, string>();
    for (const productType of PRODUCT_TYPES)
      ids.set(productType, await issueCertificate(server, { productType, ownerWallet: owner, securityLevel: 'LOW' }));
    const risky = await issueCertificate(server, { ownerWallet: owner, securityLevel: 'HIGH' });
    const gone = await issueCertificate(server, { ownerWallet: owner });
    await server.app.certificates.deprecate(gone, null);
    const idsOf = async (query: Record<string, string>) =>
      (await list({ owner: owner.toLowerCase(), ...query })).items.map(({ id }) => id).sort();

    for (const [productType, id] of ids)
      if (productType !== 'SKILL') expect(await idsOf({ productType })).toEqual([id]);
    expect(await idsOf({ securityLevel: 'LOW' })).toEqual([...ids.values()].sort());
    expect(await idsOf({ securityLevel: 'HIGH' })).toEqual([...ids.values(), risky].sort());
    expect(await idsOf({})).toEqual([...ids.values(), risky].sort());
    expect(await idsOf({ status: 'DEPRECATED' })).toEqual([gone]);
    expect(await idsOf({ status: 'ANY' })).toEqual([...ids.values(), risky, gone].sort());
  });

  it('are consistent: a summary matches the verify response', async () => {
    const id = await issueCertificate(server, { name: 'summarised' });
    const [summary] = (await list({ q: 'summarised' })).items;

    const { body } = await server.get(new URL(summary?.verifyUrl ?? '').pathname);

    expect(summary?.id).toBe(id);
    expect(body).toMatchObject({ valid: summary?.valid, status: summary?.status, skillName: summary?.name });
  });

  it.each([
    ['limit', '0'],
    ['limit', '101'],
    ['limit', 'many'],
    ['limit', '1.5'],
    ['status', 'approved'],
    ['productType', 'GAME'],
    ['securityLevel', 'NONE'],
    ['sort', 'oldest'],
    ['owner', '0x12'],
    ['owner', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed'],
    ['q', ''],
    ['q', '   '],
    ['q', 'a'.repeat(201)],
    ['q', 'nul\0byte'],
    ['cursor', 'a'.repeat(513)],
    ['cursor', 'never-given-out'],
  ])('with an unknown value are rejected: %s=%s', async (name, value) => {
    const answer = await server.get(`/api/v1/public/certificates?${new URLSearchParams({ [name]: value })}`);

    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ code: 'validation_failed', errors: [{ pointer: `/query/${name}` }] });
  });

  it('are rejected if they are unknown or given twice', async () => {
    expect((await server.get('/api/v1/public/certificates?limit=1&limit=2')).status).toBe(422);
    expect((await server.get('/api/v1/public/certificates?colour=red&limit=1')).status).toBe(422);
  });
});

describe('paging by cursor', () => {
  it.each([
    ['newest', { sort: 'newest' }],
    ['by name', { sort: 'name' }],
    ['by relevance', { q: 'walked' }],
    ['newest with a word', { q: 'walked', sort: 'newest' }],
    ['by name with a word', { q: 'walked', sort: 'name' }],
  ])('lists every certificate once, even while others are issued: %s', async (label, query) => {
    const wallet = createTestWallet(label).address;
    const issue = (index: number) =>
      issueCertificate(server, {
        name: index % 3 === 0 ? `Walked-${index % 5}` : `${index % 7}-İx`,
        description: `walked number ${index}`,
        ownerWallet: wallet,
        owner: `account:${index}`,
      });
    const ids: string[] = [];
    for (let index = 0; index < 23; index++) ids.push(await issue(index));
    let next = 100;

    const found = await walk({ ...query, owner: wallet, limit: '4' }, () => issue(next++));

    expect(new Set(found).size).toBe(found.length);
    expect(ids.filter((id) => !found.includes(id))).toEqual([]);
  });

  it('ends with a null cursor on a full last page', async () => {
    const wallet = createTestWallet('full page').address;
    for (let index = 0; index < 4; index++) await issueCertificate(server, { ownerWallet: wallet });

    const first = await list({ owner: wallet, limit: '2' });
    const second = await list({ owner: wallet, limit: '2', cursor: first.nextCursor ?? '' });

    expect(second).toMatchObject({ items: [{}, {}], nextCursor: null });
  });

  it('works for a day, and is then rejected with 410', async () => {
    const { nextCursor } = await list({ status: 'ANY', limit: '1' });
    const path = `/api/v1/public/certificates?status=ANY&limit=1&cursor=${nextCursor}`;
    expect((await server.get(path)).status).toBe(200);

    server.clock.advance(DAY_MS + 1_000);
    const answer = await server.get(path);

    expect([answer.status, answer.body]).toEqual([410, expect.objectContaining({ code: 'cursor_expired' })]);
  });

  it('is rejected for a list in another order', async () => {
    const { nextCursor } = await list({ sort: 'name', limit: '1' });

    const answer = await server.get(`/api/v1/public/certificates?sort=newest&cursor=${nextCursor}`);

    expect(answer.status).toBe(422);
  });

  it("never causes an internal error, regardless of the cursor's content", async () => {
    const forged = fc.jsonValue().map((position) => [server.clock.now().getTime(), position]);
    const shaped = fc
      .record({ part: fc.constantFrom('name', 'rest'), key: fc.string(), id: fc.string(), sort: fc.string() })
      .map((position) => [server.clock.now().getTime(), position]);
    await fc.assert(
      fc.asyncProperty(fc.oneof(forged, shaped), fc.constantFrom('newest', 'name'), async (content, sort) => {
        const cursor = Buffer.from(JSON.stringify(content)).toString('base64url');
        if (cursor.length > 512) return;
        const { status } = await server.get(`/api/v1/public/certificates?sort=${sort}&cursor=${cursor}`);
        expect([200, 422]).toContain(status);
      }),
      { numRuns: 60 },
    );
  });
});
