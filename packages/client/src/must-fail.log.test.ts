import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodeEntries, findTilePlace, TILE_WIDTH } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttp } from './http.ts';
import {
  createLogReader,
  createMonitor,
  isLookAlike,
  type MonitorState,
  openLogState,
  openMonitorState,
} from './proof/index.ts';
import type { ReasonCode } from './reasons.ts';
import {
  cosignedBy,
  entryOf,
  type GrownLog,
  growLog,
  honestLeaves,
  type Leaf,
  LOG_KEY,
  ORIGIN,
  otherLeaf,
  POLICY,
  SKILL,
  signedBy,
  toLeaf,
} from './testing/sealed-log.ts';
import { ID, NOW, THIRD_PARTY } from './testing/sealed-skill.ts';

const PREFIX = '/api/v1/public/transparency/';
const more = (from: number) => Array.from({ length: 300 }, (_, index) => otherLeaf(from + index));
const HONEST = growLog([...honestLeaves(), ...more(1_000)]);

/** The answers of the service; each row of the table changes one. */
type Shown = {
  log: GrownLog;
  size: number;
  checkpoint?: (text: string) => string;
  entries?: (entries: Uint8Array[], index: number) => Uint8Array[] | Buffer;
  record?: (id: string) => unknown;
};
let shown: Shown;
let server: Server;
let url: string;

async function respond(path: string): Promise<{ status: number; body: Buffer | string; type: string }> {
  const { log, size } = shown;
  if (path === `${PREFIX}checkpoint`) {
    const text = await log.textAt(size);
    return { status: 200, type: 'text/plain', body: (shown.checkpoint ?? signedBy)(text) };
  }
  const place = path.startsWith(`${PREFIX}tile/`) ? findTilePlace(path.slice(`${PREFIX}tile/`.length)) : undefined;
  if (place?.level === 'entries') {
    const from = place.index * TILE_WIDTH;
    const entries = log.leaves.slice(from, from + place.width).map(entryOf);
    const changed = shown.entries?.(entries, place.index) ?? entries;
    return {
      status: 200,
      type: 'application/octet-stream',
      body: Buffer.isBuffer(changed) ? changed : Buffer.from(encodeEntries(changed)),
    };
  }
  const [, id = ''] = /\/certificates\/([0-9a-f]{24})$/.exec(path) ?? [];
  const record = shown.record?.(id) ?? (id === ID ? { payload: SKILL.payload } : undefined);
  return record === undefined
    ? { status: 404, type: 'application/problem+json', body: JSON.stringify({ code: 'certificate_not_found' }) }
    : { status: 200, type: 'application/json', body: JSON.stringify(record) };
}

beforeAll(async () => {
  server = createServer((request, response) => {
    void respond(request.url ?? '').then(({ status, body, type }) =>
      response.writeHead(status, { 'content-type': type }).end(body),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const http = () => createHttp({ baseUrl: url, attempts: 1 });
const reader = (witnesses?: typeof POLICY) =>
  createLogReader({ http: http(), key: LOG_KEY, now: () => NOW, ...(witnesses && { witnesses }) });

async function follow(what: Shown, state = openLogState(undefined, ORIGIN), witnesses?: typeof POLICY) {
  shown = what;
  const entries = reader(witnesses).follow(state);
  let count = 0;
  let step = await entries.next();
  for (; !step.done; step = await entries.next()) count++;
  return { count, state: step.value };
}

describe('the honest log, as a baseline for the refusals below', () => {
  it('is followed from its beginning, and from a saved state', async () => {
    const first = await follow({ log: HONEST, size: 5 });
    const second = await follow({ log: HONEST, size: 300 }, first.state);
    const third = await follow({ log: HONEST, size: 310 }, second.state);
    expect([first.count, second.count, third.count, third.state.size]).toEqual([5, 295, 10, 310]);
    const signed = (text: string) => signedBy(text) + cosignedBy(text, 0) + cosignedBy(text, 1);
    expect((await follow({ log: HONEST, size: 310, checkpoint: signed }, third.state, POLICY)).count).toBe(0);
  });
});

const OTHER = growLog([...honestLeaves().with(2, otherLeaf(77)), ...more(1_000)]);
const TAIL = growLog([...honestLeaves(), ...more(5_000)]);
type Row = readonly [name: string, before: Shown | undefined, now: Shown, expected: ReasonCode];
const ROWS: readonly Row[] = [
  ['a rolled-back tree', { log: HONEST, size: 300 }, { log: HONEST, size: 299 }, 'log_inconsistent'],
  ['a split view of the same size', { log: HONEST, size: 300 }, { log: TAIL, size: 300 }, 'log_inconsistent'],
  ['a split view that has grown', { log: HONEST, size: 300 }, { log: TAIL, size: 305 }, 'log_inconsistent'],
  [
    'a leaf rewritten before we came',
    undefined,
    { log: HONEST, size: 300, entries: (entries) => entries.with(2, entryOf(otherLeaf(77))) },
    'log_inconsistent',
  ],
  ['a leaf rewritten after we left', { log: HONEST, size: 10 }, { log: OTHER, size: 300 }, 'log_inconsistent'],
  [
    'a removed leaf',
    { log: HONEST, size: 20 },
    { log: growLog(HONEST.leaves.toSpliced(15, 1)), size: 300 },
    'log_inconsistent',
  ],
  [
    'an inserted leaf',
    { log: HONEST, size: 20 },
    { log: growLog(HONEST.leaves.toSpliced(15, 0, otherLeaf(88))), size: 300 },
    'log_inconsistent',
  ],
  [
    'two leaves in another order',
    undefined,
    { log: HONEST, size: 10, entries: ([one, two, ...rest]) => [two as Uint8Array, one as Uint8Array, ...rest] },
    'log_inconsistent',
  ],
  [
    'a checkpoint of another log',
    undefined,
    { log: HONEST, size: 10, checkpoint: (text) => signedBy(text.replace(ORIGIN, 'other.example/log')) },
    'log_origin',
  ],
  [
    'a checkpoint of a third party',
    undefined,
    { log: HONEST, size: 10, checkpoint: (text) => signedBy(text, LOG_KEY, THIRD_PARTY) },
    'log_signature',
  ],
  [
    'a page in place of a checkpoint',
    undefined,
    { log: HONEST, size: 10, checkpoint: () => '<html></html>' },
    'log_signature',
  ],
  [
    'a tree of the future',
    undefined,
    { log: HONEST, size: 10, checkpoint: (text) => signedBy(text.replace('\n10\n', '\n12\n')) },
    'log_inconsistent',
  ],
  [
    'entries that are too few',
    undefined,
    { log: HONEST, size: 10, entries: (entries) => entries.slice(1) },
    'bad_answer',
  ],
  [
    'entries that are too many',
    undefined,
    { log: HONEST, size: 10, entries: (entries) => [...entries, entries[0] as Uint8Array] },
    'bad_answer',
  ],
  [
    'entries cut in the middle',
    undefined,
    { log: HONEST, size: 10, entries: (entries) => Buffer.from(encodeEntries(entries)).subarray(0, -3) },
    'bad_answer',
  ],
  [
    'a leaf that is not JSON',
    undefined,
    { log: HONEST, size: 10, entries: (entries) => entries.with(0, new TextEncoder().encode('leaf')) },
    'log_leaf',
  ],
  [
    'a leaf in another form of the same JSON',
    undefined,
    {
      log: HONEST,
      size: 10,
      entries: (entries) => entries.with(0, new TextEncoder().encode(JSON.stringify(otherLeaf(1), null, 1))),
    },
    'log_leaf',
  ],
  [
    'a leaf with a doubled member',
    undefined,
    {
      log: HONEST,
      size: 10,
      entries: (entries) =>
        entries.with(0, Buffer.concat([Buffer.from('{"type":"STATUS",'), Buffer.from(entries[0] ?? []).subarray(1)])),
    },
    'log_leaf',
  ],
];

describe('a log with', () => {
  it.each(ROWS)('%s is detected', async (_name, before, now, expected) => {
    const state = before && (await follow(before)).state;
    await expect(follow(now, state)).rejects.toMatchObject({ name: 'AssayError', code: expected });
  });

  it('too few witnesses is refused by a policy that requires two', async () => {
    await expect(follow({ log: HONEST, size: 10 }, undefined, POLICY)).rejects.toMatchObject({ code: 'log_witnesses' });
    const one = (text: string) => signedBy(text) + cosignedBy(text, 0);
    await expect(follow({ log: HONEST, size: 10, checkpoint: one }, undefined, POLICY)).rejects.toMatchObject({
      code: 'log_witnesses',
    });
  });

  it('a damaged saved state is refused', () => {
    for (const kept of [
      null,
      {},
      { origin: 'other', size: 0, edge: [] },
      { origin: ORIGIN, size: -1, edge: [] },
      { origin: ORIGIN, size: 1, edge: [['x']] },
    ])
      expect(() => openLogState(kept, ORIGIN)).toThrow(expect.objectContaining({ code: 'log_inconsistent' }));
    expect(() => openMonitorState({ log: undefined, watched: ['x'] }, ORIGIN)).toThrow();
  });
});

const NOBODY = { owners: [], names: [], digests: [], certificates: [] };
async function look(
  leaves: readonly Leaf[],
  record?: Shown['record'],
  interests: Partial<typeof NOBODY> = {},
  auditHashes?: Set<string>,
) {
  shown = { log: growLog(leaves), size: leaves.length, ...(record && { record }) };
  const monitor = createMonitor({
    http: http(),
    reader: reader(),
    origin: ORIGIN,
    interests: { ...NOBODY, ...interests },
    ...(auditHashes && { auditHashes }),
  });
  return monitor(openMonitorState(undefined, ORIGIN));
}
const kindsOf = ({ findings }: Awaited<ReturnType<typeof look>>) => findings.map(({ kind }) => kind);

describe('a monitor', () => {
  it('reports nothing about a logged payload that concerns no watched name', async () => {
    const { findings, state, leaves } = await look([toLeaf()]);
    expect([findings, leaves, (state as MonitorState).watched]).toEqual([[], 1, []]);
  });

  it('reports a withheld payload, another payload, and one of another certificate', async () => {
    expect(kindsOf(await look([otherLeaf(1)]))).toEqual(['payload_withheld']);
    expect(kindsOf(await look([toLeaf()], () => ({ payload: { ...SKILL.payload, name: 'other' } })))).toEqual([
      'payload_mismatch',
    ]);
    expect(kindsOf(await look([otherLeaf(1)], () => ({ payload: SKILL.payload })))).toEqual(['payload_mismatch']);
    expect(kindsOf(await look([toLeaf()], () => ({ payload: { ...SKILL.payload, name: '\ud800' } })))).toEqual([
      'payload_mismatch',
    ]);
    expect(kindsOf(await look([toLeaf()], () => ({ payload: null })))).toEqual(['payload_withheld']);
  });

  it('reports certificates for watched bytes and names, and their later statuses', async () => {
    const change = toLeaf({ type: 'STATUS', status: 'SUSPENDED', statusReason: 'REVOKED', prev: 0 });
    const { bundleSha256 } = SKILL.payload.digests;
    expect(kindsOf(await look([toLeaf(), change], undefined, { digests: [bundleSha256] as never }))).toEqual([
      'issued_for_digest',
      'status_changed',
    ]);
    expect(kindsOf(await look([toLeaf(), change], undefined, { names: [SKILL.payload.name] as never }))).toEqual([
      'issued_under_name',
      'status_changed',
    ]);
    expect(kindsOf(await look([toLeaf(), change], undefined, { certificates: [ID] as never }))).toEqual([
      'status_changed',
    ]);
    expect(kindsOf(await look([toLeaf(), change]))).toEqual([]);
  });

  it('reports an audit head that is not in the audit log', async () => {
    const head = {
      type: 'AUDIT_HEAD',
      certificateId: null,
      status: null,
      statusReason: null,
      prev: null,
      at: toLeaf().at,
      payloadHash: `0x${'7'.repeat(64)}`,
    };
    expect(kindsOf(await look([head], undefined, {}, new Set(['7'.repeat(64)])))).toEqual([]);
    expect(kindsOf(await look([head], undefined, {}, new Set()))).toEqual(['unlogged_audit_head']);
  });

  it.each([
    ['pdf-tools', 'pdf-t00ls', true],
    ['pdf-tools', 'pdf_tools', true],
    ['pdf-tools', 'pdftool', true],
    ['pdf-tools', 'pdf-toosl', true],
    ['modern', 'modem', true],
    ['résumé', 'resume', true],
    ['pdf-tools', 'pdf-tools', false],
    ['pdf-tools', 'csv-tools', false],
    ['git', 'gid', false],
  ])('compares %s and %s as similar: %s', (own, name, expected) => {
    expect(isLookAlike(name, own)).toBe(expected);
  });
});
