import { describe, expect, it } from 'vitest';
import { createApi } from './api.ts';
import { ENTRY, PATHS, SKILL, useHostileService } from './testing/hostile-client.ts';
import { json } from './testing/hostile-service.ts';
import { at, FILES, HOUR_MS, ID, NOW, OTHER_ID, toFeed, withFile } from './testing/sealed-skill.ts';

const { connect, service } = useHostileService();
const { record } = SKILL;
const asked = (part: string) => service().asked.filter((path) => path.includes(part)).length;

describe('files of a skill in a folder of its repository', () => {
  it('are compared although the entry is named by its path in the repository', async () => {
    service().on(PATHS.integrity, json({ ...SKILL.integrity, entry: 'skills/sort/SKILL.md' }));
    expect(await connect().verifyFiles({ files: FILES }, ID)).toMatchObject({ valid: true, drift: { isSame: true } });
    const changed = await connect().verifyFiles({ files: withFile('SKILL.md', 'other') }, ID);
    expect(changed).toMatchObject({ valid: false, reasons: [{ code: 'changed_file' }] });
  });
});

describe('verify', () => {
  it('sends one request for concurrent uses, and another after the short cache has expired', async () => {
    let now = NOW;
    const client = connect({ now: () => now, cacheMs: 1_000 });
    await Promise.all([client.verify(ID), client.verify(ID), client.verify(ID)]);
    now += 999;
    await client.verify(ID);
    expect(asked('/verify')).toBe(1);
    now += 1;
    await client.verify(ID);
    await client.verify(ID, { isFresh: true });
    expect(asked('/verify')).toBe(3);
  });

  it('caches no refusal, and nothing when the clock goes back', async () => {
    let now = NOW;
    const client = connect({ now: () => now });
    service().on(PATHS.verify, json({ ...record, valid: false, status: 'SUSPENDED' }));
    expect((await client.verify(ID)).valid).toBe(false);
    service().on(PATHS.verify, json(record));
    expect((await client.verify(ID)).valid).toBe(true);
    now -= HOUR_MS;
    await client.verify(ID);
    expect(asked('/verify')).toBe(3);
  });

  it('reports a changed status since the first verification, and flags', async () => {
    const client = connect({ cacheMs: 0 });
    await client.verify(ID);
    service().on(PATHS.verify, json({ ...record, valid: false, status: 'DEPRECATED', activeFlagCount: 2 }));
    const { warnings } = await client.verify(ID);
    expect(warnings.map(({ code }) => code)).toEqual(['status_changed', 'flagged']);
  });

  it('retries after a transient error, a limited number of times', async () => {
    let failures = 1;
    service().on(PATHS.verify, (response, request) =>
      json(failures-- > 0 ? {} : record, failures >= 0 ? 503 : 200)(response, request),
    );
    expect((await connect().verify(ID)).valid).toBe(true);
    failures = 99;
    expect((await connect().verify(ID)).valid).toBe(false);
    expect(asked('/verify')).toBe(4);
  });
});

describe('verifyFiles', () => {
  it('names every file that differs, and recognises a difference in line endings only', async () => {
    const client = connect();
    const files = withFile('SKILL.md', '---\r\nname: pdf-tools\r\n---\r\n\r\nFill the form.\r\n');
    expect(await client.verifyFiles({ files }, ID)).toMatchObject({
      valid: false,
      drift: { isSame: false, files: [{ path: 'SKILL.md', state: 'line_endings' }, { state: 'same' }] },
    });
    const drifted = await client.verifyFiles({ files: withFile('scripts/fill.py', 'x') }, ID);
    expect(drifted.drift?.files.filter(({ state }) => state !== 'same')).toMatchObject([
      { path: 'scripts/fill.py', state: 'changed' },
    ]);
  });

  it('finds the certificate by the bytes alone, and names a changed file', async () => {
    const match = (scope: string) => json({ valid: true, matches: [{ matchedBy: 'bundleSha256', scope, record }] });
    service().on(`by-digest/sha256%3A${record.bundleSha256}`, match('BUNDLE'));
    service().on(`by-digest/sha256%3A${SKILL.digests.entrySha256}`, match('ENTRY_ONLY'));
    expect(await connect().verifyFiles({ files: FILES })).toMatchObject({ valid: true, record: { certificateId: ID } });
    const changed = await connect().verifyFiles({ files: withFile('scripts/fill.py', 'x') });
    expect(changed).toMatchObject({ valid: false, outcome: 'refused', reasons: [{ code: 'changed_file' }] });
    const unknown = await connect().verifyFiles({ files: withFile('SKILL.md', 'x') });
    expect(unknown).toMatchObject({ valid: false, outcome: 'refused', reasons: [{ code: 'not_found' }] });
  });
});

describe('the registry', () => {
  it('loads once an hour, then only the changes, and removes certificates that are no longer approved', async () => {
    let now = NOW;
    const { registry } = connect({ now: () => now });
    expect(await registry.list()).toHaveLength(1);
    expect(await registry.findByDigest(SKILL.digests.rawSha256)).toHaveLength(1);
    expect(await registry.findByName('pdf-tools')).toHaveLength(1);
    expect(asked(PATHS.feed)).toBe(1);
    now += HOUR_MS;
    const changes = { since: 7, sequence: 9, generatedAt: at(now), expiresAt: at(now + HOUR_MS) };
    service().on('?since=7', json(toFeed([{ ...ENTRY, status: 'SUSPENDED', sequence: 9 }], changes)));
    expect(await registry.list()).toEqual([]);
    expect(service().asked.at(-1)).toContain('since=7');
  });

  it('walks all pages, and starts again when its cursor has expired', async () => {
    const other = { ...ENTRY, certificateId: OTHER_ID, sequence: 5 };
    service().on(PATHS.feed, json(toFeed([ENTRY], { total: 2, nextCursor: 'b' })));
    service().on('?cursor=b', json(toFeed([other], { total: 2 })));
    service().on('?since=7', json({ code: 'since_too_old', detail: 'x' }, 410));
    const { registry } = connect();
    await registry.refresh();
    await registry.refresh();
    expect((await registry.list()).map(({ certificateId }) => certificateId)).toEqual([ID, OTHER_ID]);
  });
});

describe('watch', () => {
  it('resumes after a broken connection, ends on abort, and makes the next verify a fresh one', async () => {
    const event = (seq: number) =>
      `id: ${seq}\nevent: certificate.suspended\ndata: ${JSON.stringify({ seq, kind: 'certificate.suspended', subject: { type: 'certificate', id: ID } })}\n\n`;
    const resumed: unknown[] = [];
    service().on('/stream', (response, request) => {
      const last = Number(request.headers['last-event-id'] ?? 0);
      resumed.push(last);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`: hello\n\n${event(last + 1)}data: broken\n\n`, () => response.destroy());
    });
    const client = connect();
    await client.verify(ID);
    const stop = new AbortController();
    const seen: number[] = [];
    for await (const { seq } of client.watch({ topics: ['certificates'], signal: stop.signal, random: () => 0 })) {
      seen.push(seq);
      await client.verify(ID);
      if (seen.length === 3) stop.abort();
    }
    expect(seen).toEqual([1, 2, 3]);
    expect(resumed).toEqual([0, 1, 2]);
    expect(asked('/verify')).toBe(4);
  });

  it('gives up when the service refuses it', async () => {
    service().on('/stream', json({ code: 'validation_failed' }, 422));
    const { signal } = new AbortController();
    await expect(
      connect()
        .watch({ topics: ['x'], signal })
        .next(),
    ).rejects.toMatchObject({ code: 'request_refused' });
  });
});

describe('a typed call', () => {
  it('fills path and query from the route table and carries the problem code of a refusal', async () => {
    const { call } = createApi({ baseUrl: service().baseUrl });
    expect((await call('verifyCertificate', { params: { id: ID } })).skillName).toBe('pdf-tools');
    service().on('?q=pdf&limit=5', json({ items: [], nextCursor: null }));
    expect((await call('listCertificates', { query: { q: 'pdf', limit: 5 } })).items).toEqual([]);
    await expect(call('readLiveStatus', { params: { id: OTHER_ID } })).rejects.toMatchObject({
      problem: 'certificate_not_found',
      status: 404,
    });
  });
});
