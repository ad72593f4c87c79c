import { describe, expect, it } from 'vitest';
import type { Client } from './client.ts';
import type { Ending } from './http.ts';
import { PATHS, SKILL, useHostileService } from './testing/hostile-client.ts';
import { json } from './testing/hostile-service.ts';
import { FILES, ID } from './testing/sealed-skill.ts';
import { toRoot } from './testing/trust-roots.ts';

const { connect, service } = useHostileService();
const BATCH = '/verify/batch';
const DIGEST = SKILL.record.bundleSha256;
const ENTRY = FILES[0]?.bytes ?? new Uint8Array();

type Case = readonly [
  name: string,
  call: (client: Client, ending: Ending) => Promise<unknown>,
  paths: readonly string[],
];
const PROVEN = [PATHS.verify, PATHS.status, PATHS.record, PATHS.root];
/** Each call with all its requests. */
const CALLS: readonly Case[] = [
  ['verify', (client, ending) => client.verify(ID, ending), PROVEN],
  ['verifyMany', (client, ending) => client.verifyMany([{ certificateId: ID }], ending), [BATCH, ...PROVEN.slice(1)]],
  ['verifyFile', (client, ending) => client.verifyFile(ID, ENTRY, undefined, ending), PROVEN],
  ['verifyFiles', (client, ending) => client.verifyFiles({ files: FILES }, ID, ending), [...PROVEN, DIGEST]],
  ['guard', (client, ending) => client.guard()({ certificateId: ID }, ending), PROVEN],
  ['verifySeal', (client, ending) => client.verifySeal(ID, ending), [PATHS.statement, PATHS.record, PATHS.root]],
  ['registry.refresh', (client, ending) => client.registry.refresh(ending), [PATHS.feed, PATHS.root]],
  ['registry.list', (client, ending) => client.registry.list(ending), [PATHS.feed]],
  ['registry.findById', (client, ending) => client.registry.findById(ID, ending), [PATHS.feed]],
  ['registry.findByName', (client, ending) => client.registry.findByName('x', ending), [PATHS.feed]],
  ['registry.findByDigest', (client, ending) => client.registry.findByDigest('x', ending), [PATHS.feed]],
  ['registry.use', (client, ending) => client.registry.use(ID, ending), [PATHS.feed, ...PROVEN]],
];
const ROWS = CALLS.flatMap(([name, call, paths]) => paths.map((path) => [name, path, call] as const));

describe('a signal of one call ends it', () => {
  it.each(ROWS)('%s, while %s does not answer', async (_, path, call) => {
    const element = { index: 0, found: true, valid: true, reason: null, record: SKILL.record };
    service().on(BATCH, json({ items: [element] }));
    const stop = new AbortController();
    service().on(path, () => stop.abort());
    const client = connect({ trust: { root: toRoot() }, timeoutMs: 600_000 });
    const ended = await call(client, { signal: stop.signal }).then(
      (value) => JSON.stringify(value),
      (error: Error) => error.message,
    );
    expect(ended).toContain('The request was aborted.');
  });

  it('and no concurrent call', async () => {
    const client = connect();
    const stop = new AbortController();
    stop.abort();
    const [ended, other] = await Promise.all([client.verify(ID, { signal: stop.signal }), client.verify(ID)]);
    expect([ended.outcome, other.outcome]).toEqual(['undecidable', 'valid']);
    expect(await client.verify(ID, { signal: new AbortController().signal })).toMatchObject({ valid: true });
  });

  it('also between two attempts', async () => {
    service().on(PATHS.verify, json({}, 503));
    const stop = new AbortController();
    const wait = () => {
      stop.abort();
      return new Promise<void>(() => undefined);
    };
    expect(await connect({ wait }).verify(ID, { signal: stop.signal })).toMatchObject({ outcome: 'undecidable' });
  });
});
