import { Draft, listOf } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEV, registerDeveloper, type TestDeveloper } from '../../testing/developer.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const DRAFTS = `${DEV}/drafts`;
const MIB = 1024 * 1024;
let people = 0;
const newDeveloper = () => registerDeveloper(server, `drafts-${++people}@example.org`);
const create = async (developer: TestDeveloper, input: object = {}) =>
  Draft.parse((await developer.post(DRAFTS, { productType: 'SKILL', ...input })).body);
const refusal = (status: number, code: string) => ({ status, body: { code } });

describe('a draft', () => {
  it('starts with a product type, and is extended by members', async () => {
    const developer = await newDeveloper();
    const { id, revision } = await create(developer);

    await developer.post(`${DRAFTS}/${id}`, { name: 'pdf-tools', skillMdContent: '# PDF' });
    const changed = await developer.post(`${DRAFTS}/${id}`, { name: null, version: '1.0.0' });

    expect(revision).toBe(1);
    expect(changed.headers.get('etag')).toBe('"3"');
    expect(Draft.parse((await developer.get(`${DRAFTS}/${id}`)).body)).toMatchObject({
      revision: 3,
      state: 'OPEN',
      input: { productType: 'SKILL', skillMdContent: '# PDF', version: '1.0.0' },
      lastQuote: null,
      submissionId: null,
    });
    expect(Draft.parse(changed.body).input).not.toHaveProperty('name');
  });

  it('changes only at the revision that the caller has read', async () => {
    const developer = await newDeveloper();
    const { id } = await create(developer);
    const at = `${DRAFTS}/${id}`;
    const ifMatch = (tag: string) => server.post(at, { name: 'b' }, { ...developer.headers, 'if-match': tag });

    expect((await developer.post(at, { name: 'a', revision: 1 })).status).toBe(200);
    expect(await developer.post(at, { name: 'late', revision: 1 })).toMatchObject(
      refusal(409, 'draft_revision_conflict'),
    );
    expect(await ifMatch('"1"')).toMatchObject(refusal(409, 'draft_revision_conflict'));
    expect((await ifMatch('"2"')).status).toBe(200);
    expect(await ifMatch('two')).toMatchObject(refusal(400, 'malformed_request'));
  });

  it('accepts one of ten changes to the same revision, and all ten without a revision', async () => {
    const developer = await newDeveloper();
    const { id } = await create(developer);
    const at = `${DRAFTS}/${id}`;

    const guarded = await Promise.all(
      Array.from({ length: 10 }, (_, index) => developer.post(at, { name: `n${index}`, revision: 1 })),
    );
    const free = await Promise.all(Array.from({ length: 10 }, () => developer.post(at, { name: 'autosaved' })));

    expect(guarded.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(free.every(({ status }) => status === 200)).toBe(true);
    expect((await developer.get(at)).body).toMatchObject({ revision: 12 });
  });

  it('does not change after it is submitted', async () => {
    const developer = await newDeveloper();
    const { id } = await create(developer);
    await server.database.pool.query(`UPDATE drafts SET state = 'SUBMITTED', submission_id = id WHERE id = $1`, [id]);

    expect(await developer.post(`${DRAFTS}/${id}`, { name: 'x' })).toMatchObject(refusal(409, 'draft_submitted'));
    expect(await developer.delete(`${DRAFTS}/${id}`)).toMatchObject(refusal(409, 'draft_submitted'));
  });

  it('can be deleted', async () => {
    const developer = await newDeveloper();
    const { id } = await create(developer);

    expect((await developer.delete(`${DRAFTS}/${id}`)).status).toBe(204);
    expect(await developer.get(`${DRAFTS}/${id}`)).toMatchObject(refusal(404, 'draft_not_found'));
  });

  it('of another account is not found', async () => {
    const [mine, theirs] = [await newDeveloper(), await newDeveloper()];
    const { id } = await create(theirs, { name: 'secret plan' });

    expect(await mine.get(`${DRAFTS}/${id}`)).toMatchObject(refusal(404, 'draft_not_found'));
    expect(await mine.post(`${DRAFTS}/${id}`, { name: 'x' })).toMatchObject(refusal(404, 'draft_not_found'));
    expect(await mine.delete(`${DRAFTS}/${id}`)).toMatchObject(refusal(404, 'draft_not_found'));
    expect((await mine.get(DRAFTS)).text).not.toContain('secret plan');
    expect((await theirs.get(`${DRAFTS}/${id}`)).body).toMatchObject({ revision: 1 });
  });
});

describe('bad input', () => {
  const calls = Array.from({ length: 10_000 }, (_, index) => `https://a.example/${index}`);

  it.each([
    ['1 MB of SKILL.md', { skillMdContent: 'x'.repeat(MIB) }],
    ['10,000 external calls', { manifestOverride: { externalCalls: calls } }],
    ['201 files', { files: Array.from({ length: 201 }, (_, index) => ({ path: `f${index}`, content: '' })) }],
    ['an unknown product', { productType: 'VIRUS' }],
    ['an unknown member', { owner: 'me' }],
    ['a file with two contents', { files: [{ path: 'a', content: '', contentBase64: '' }] }],
  ])('%s is rejected as invalid', async (_, input) => {
    const developer = await newDeveloper();

    expect(await developer.post(DRAFTS, { productType: 'SKILL', ...input })).toMatchObject(
      refusal(422, 'validation_failed'),
    );
  });

  it('with a duplicate key is rejected as malformed', async () => {
    const developer = await newDeveloper();
    const headers = { ...developer.headers, 'content-type': 'application/json' };

    const answer = await server.request('POST', DRAFTS, headers, '{"productType":"SKILL","productType":"API"}');

    expect(answer).toMatchObject(refusal(400, 'malformed_request'));
  });

  it('past 8 MiB is rejected, in one request or in several', async () => {
    const developer = await newDeveloper();
    const { id } = await create(developer, { files: [{ path: 'a', content: 'x'.repeat(7.9 * MIB) }] });

    const whole = await developer.post(DRAFTS, { productType: 'SKILL', description: 'x'.repeat(9 * MIB) });
    const grown = await developer.post(`${DRAFTS}/${id}`, { skillMdContent: 'x'.repeat(MIB / 4) });

    expect(whole).toMatchObject(refusal(413, 'body_too_large'));
    expect(grown).toMatchObject(refusal(413, 'body_too_large'));
  });
});

describe('a list of drafts', () => {
  it('shows the last changed draft first, page by page', async () => {
    const developer = await newDeveloper();
    const names = ['a', 'b', 'c'];
    for (const name of names) {
      await create(developer, { name });
      server.clock.advance(1);
    }

    const first = listOf(Draft).parse((await developer.get(`${DRAFTS}?limit=2`)).body);
    const second = listOf(Draft).parse((await developer.get(`${DRAFTS}?limit=2&cursor=${first.nextCursor}`)).body);

    expect([...first.items, ...second.items].map(({ input }) => input.name)).toEqual(['c', 'b', 'a']);
    expect(second.nextCursor).toBeNull();
  });

  it('ends a page early if drafts are large, and omits none', async () => {
    const developer = await newDeveloper();
    for (let index = 0; index < 4; index++) {
      await create(developer, { files: [{ path: `f${index}`, content: 'x'.repeat(3 * MIB) }] });
    }

    const sizes: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const from: string = cursor === '' ? '' : `?cursor=${cursor}`;
      const page = listOf(Draft).parse((await developer.get(DRAFTS + from)).body);
      sizes.push(page.items.length);
      cursor = page.nextCursor;
    }

    expect(sizes).toEqual([2, 2]);
  });

  it('is limited to a hundred drafts', async () => {
    const developer = await newDeveloper();
    await server.database.pool.query(
      `INSERT INTO drafts SELECT gen_random_uuid(), $1, 1, 'OPEN', '{"productType":"SKILL"}', NULL, now(), now()
       FROM generate_series(1, 100)`,
      [developer.accountId],
    );

    expect(await developer.post(DRAFTS, { productType: 'SKILL' })).toMatchObject(refusal(409, 'draft_limit_reached'));
  });
});
