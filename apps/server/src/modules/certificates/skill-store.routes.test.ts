import { SkillStoreFeed, verifySignedJson } from '@assay/protocol';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueCertificate } from '../../testing/certificate-builder.ts';
import { commitId } from '../../testing/github-stand-in.ts';
import { OPERATOR, startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const FEED = '/.well-known/skill-store';
const HOUR_MS = 3_600_000;
const REASON = { reason: 'Enough was seen to decide this.' };

async function read(query = ''): Promise<SkillStoreFeed> {
  await server.published();
  const { body } = await server.get(`${FEED}${query}`);
  verifySignedJson(body, [server.signer.publicKey]);
  return SkillStoreFeed.parse(body);
}

describe('the feed', () => {
  it('is signed page by page, and any changed byte breaks the signature', async () => {
    await issueCertificate(server);
    await server.published();
    const { body } = await server.get(FEED);

    const { keyId } = verifySignedJson(body, [server.signer.publicKey]);

    expect(keyId).toBe(server.signer.keyId);
    expect(() => verifySignedJson({ ...(body as object), total: 0 }, [server.signer.publicKey])).toThrow();
  });

  it('lists all approved certificates, newest change first, with its own sequence', async () => {
    const [first, second] = [await issueCertificate(server), await issueCertificate(server)];

    const feed = await read();

    expect(feed.entries.slice(0, 2).map(({ certificateId }) => certificateId)).toEqual([second, first]);
    expect(feed.sequence).toBe(feed.entries[0]?.sequence);
    expect(feed.total).toBe(feed.entries.length);
    expect(feed.entries.every(({ status }) => status === 'APPROVED')).toBe(true);
    expect(Date.parse(feed.expiresAt) - Date.parse(feed.generatedAt)).toBe(HOUR_MS);
    const [verified] = feed.entries;
    expect((await server.get(new URL(verified?.verifyUrl ?? '').pathname)).body).toMatchObject({ valid: true });
  });

  it('links a skill of one file to its certified source, and no other skill', async () => {
    const commit = commitId('installable');
    const github = { type: 'github', url: 'https://github.com/o/r', ref: commit, commit, binding: 'COMMIT' } as const;
    const installable = await issueCertificate(server, { source: { ...github, entry: 'a b/SKILL.md' }, owner: 'i' });
    const inline = await issueCertificate(server, {
      source: { type: 'inline', url: null, ref: 'sha256:0', commit: null, entry: 'SKILL.md', binding: 'CONTENT' },
    });
    const folder = await issueCertificate(server, { files: { 'SKILL.md': '#', 'run.sh': 'echo' } });

    const { entries } = await read();
    const entryOf = (id: string) => entries.find(({ certificateId }) => certificateId === id);

    expect(entryOf(installable)).toMatchObject({
      type: 'skill-md',
      url: `https://raw.githubusercontent.com/o/r/${commit}/a%20b/SKILL.md`,
      digest: `sha256:${entryOf(installable)?.digests.rawSha256}`,
    });
    for (const id of [inline, folder]) expect(entryOf(id)).toMatchObject({ type: null, url: null, digest: null });
  });

  it('advances with every issue, status change and change of open flags', async () => {
    const sequences = [(await read()).sequence];
    const note = async () => sequences.push((await read()).sequence);

    const id = await issueCertificate(server);
    await note();
    await server.post(`/certsvc/v1/certificates/${id}/flag`, {
      walletAddress: '0x00000000000000000000000000000000000000c3',
      category: 'OTHER',
      description: 'Something about this skill looks wrong to me.',
    });
    await decideFlag('OPEN');
    await note();
    const flagged = (await read()).entries.find(({ certificateId }) => certificateId === id);
    await decideFlag('DISMISS');
    await note();
    await server.operate(`/api/v1/operator/certificates/${id}/suspend`, REASON);
    await note();

    expect(flagged).toMatchObject({ status: 'APPROVED', activeFlagCount: 1 });
    expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
    expect(new Set(sequences).size).toBe(sequences.length);
    expect((await read()).entries.map(({ certificateId }) => certificateId)).not.toContain(id);
  });

  it('returns everything that changed since a sequence, in any status', async () => {
    const { sequence } = await read();
    const [kept, gone] = [await issueCertificate(server), await issueCertificate(server)];
    await server.operate(`/api/v1/operator/certificates/${gone}/revoke`, REASON);

    const changed = await read(`?since=${sequence}`);

    expect(changed).toMatchObject({ since: sequence, total: 2, nextCursor: null });
    expect(changed.entries.map(({ certificateId, status }) => [certificateId, status])).toEqual([
      [gone, 'SUSPENDED'],
      [kept, 'APPROVED'],
    ]);
    expect(await read(`?since=${changed.sequence}`)).toMatchObject({ entries: [], sequence: changed.sequence });
  });

  it('is paged at one sequence, without gaps or repeats, while others are issued', async () => {
    const whole = await read();
    const walked: string[] = [];
    let page = await read('?limit=3');
    for (;;) {
      walked.push(...page.entries.map(({ certificateId }) => certificateId));
      expect(page.sequence).toBe(whole.sequence);
      if (page.nextCursor === null) break;
      await issueCertificate(server);
      page = await read(`?limit=3&cursor=${page.nextCursor}`);
    }

    expect(walked).toEqual(whole.entries.map(({ certificateId }) => certificateId));
  });

  it('has the same bytes on both mounts, for an hour, and answers 304 to its tag', async () => {
    await server.published();
    const first = await server.get(FEED);

    const other = await server.get(`/certsvc/v1${FEED}`);
    const unchanged = await server.get(FEED, { 'if-none-match': first.headers.get('etag') ?? '' });

    expect(other.text).toBe(first.text);
    expect(other.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(first.headers.get('cache-control')).toBe('public, max-age=3600, s-maxage=60');
    expect(unchanged.status).toBe(304);
  });

  it('is never served past its stated expiry', async () => {
    const before = await read();

    server.clock.advance(2 * HOUR_MS);
    const after = await read();

    expect(Date.parse(before.expiresAt)).toBeLessThan(server.clock.now().getTime());
    expect(Date.parse(after.expiresAt)).toBeGreaterThan(server.clock.now().getTime());
  });

  it.each(['limit=0', 'limit=5001', 'since=-1', 'since=x', 'cursor=x', 'cursor='])('rejects %s', async (query) => {
    expect((await server.get(`${FEED}?${query}`)).status).toBe(422);
  });

  it('signs no page of a future sequence, and rejects every other forged cursor', async () => {
    const { sequence } = await read();
    for (const position of [
      [-1, -1],
      ['a', 1],
      [1e15, 5],
      [sequence + 1, 1],
      [sequence, sequence + 1],
      7,
      { part: 'name' },
    ]) {
      const cursor = Buffer.from(JSON.stringify([server.clock.now().getTime(), position])).toString('base64url');
      expect((await server.get(`${FEED}?cursor=${cursor}`)).status).toBe(422);
    }
  });

  it('rejects a cursor that is a day old', async () => {
    const { nextCursor } = await read('?limit=1');

    server.clock.advance(25 * HOUR_MS);
    const answer = await server.get(`${FEED}?limit=1&cursor=${nextCursor}`);

    expect([answer.status, answer.body]).toEqual([410, expect.objectContaining({ code: 'cursor_expired' })]);
  });

  it('gives a client that only asks for changes the same state as a full load', async () => {
    const act = fc.constantFrom('issue', 'suspend', 'reinstate', 'deprecate', 'sync');
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 14 }), async (acts) => {
        const { sequence, entries } = await read();
        const mirror = new Map(entries.map((entry) => [entry.certificateId, entry]));
        let seen = sequence;
        const sync = async () => {
          const changed = await read(`?since=${seen}`);
          expect(changed.sequence).toBeGreaterThanOrEqual(seen);
          seen = changed.sequence;
          for (const entry of changed.entries) {
            if (entry.status === 'APPROVED') mirror.set(entry.certificateId, entry);
            else mirror.delete(entry.certificateId);
          }
        };
        const ids = [await issueCertificate(server)];
        for (const [index, what] of acts.entries()) {
          const id = ids[index % ids.length];
          if (what === 'issue' || id === undefined) ids.push(await issueCertificate(server));
          else if (what === 'suspend') await server.operate(`/api/v1/operator/certificates/${id}/suspend`, REASON);
          else if (what === 'reinstate') await server.app.certificates.reinstate(id, null);
          else if (what === 'deprecate') await server.app.certificates.deprecate(id, null).catch(() => undefined);
          else await sync();
        }
        await sync();

        const whole = await read();
        const bySequence = [...mirror.values()].sort((a, b) => b.sequence - a.sequence);
        expect(bySequence).toEqual(whole.entries);
      }),
      { numRuns: 8 },
    );
  });

  async function decideFlag(decision: string): Promise<void> {
    const { body } = await server.get('/api/v1/operator/queue?kind=FLAG', OPERATOR);
    const [item] = (body as { items: { id: string }[] }).items;
    await server.operate(`/api/v1/operator/queue/${item?.id}/decide`, { decision, ...REASON });
  }
});
