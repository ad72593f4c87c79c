import { randomBytes } from 'node:crypto';
import { newUuidV7, QuoteId, type SubmissionTrigger } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import type { BundleFile } from './bundles.ts';
import type { SubmissionRow } from './submissions.store.ts';
import { createUpkeep } from './upkeep.service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const file = (path: string, text: string, kind: BundleFile['kind'] = 'file'): BundleFile => ({
  path,
  kind,
  bytes: Buffer.from(text),
});
const SKILL = [
  file('SKILL.md', '# Tidy\n'),
  file('run.sh', 'echo tidy\n', 'exec'),
  file('link', 'SKILL.md', 'symlink'),
];
const OWNER = 'account:0192f0c1-0000-7000-8000-000000000001';

/** A sealed input with its own quote. Equal identities are the same skill with the same bytes. */
async function sealInput(identity: string, files = SKILL) {
  const { id: quoteId } = await server.app.payments.quotes.create(OWNER, {
    productType: 'SKILL',
    surface: { files: files.length },
    inputSha256: '0'.repeat(64) as never,
  });
  return server.app.inTransaction(async (tx) => {
    const bundleId = await tx.bundles.save(files, server.clock.now());
    const row = {
      quoteId,
      owner: OWNER,
      inputSha256: '0'.repeat(64),
      identity,
      productType: 'SKILL' as const,
      name: 'tidy',
      version: '1.0.0',
      description: '',
      bundleId,
      gitTree: null,
      deployedSha256: null,
      contentSha256: null,
      entryPath: 'SKILL.md',
      entrySha256: '0'.repeat(64),
      source: { type: 'inline', url: null, ref: null, commit: null, entry: 'SKILL.md', binding: 'CONTENT' } as const,
      manifest: {
        capabilities: [],
        externalCalls: [],
        externalCallDetails: [],
        declaredEndpoints: [],
        secrets: [],
        tools: [],
        safety: { network: 'NONE', filesystem: 'NONE' } as const,
      },
      hasManifest: false,
      mayProbe: false,
      mayPublish: false,
      isPeopleOnly: false,
      readers: [],
      namesReaders: false,
      draftId: null,
      sealedAt: server.clock.now(),
    };
    await tx.submissions.insertInput(row);
    return row;
  });
}

const newIdentity = () => newUuidV7(QuoteId, Date.now(), (length) => randomBytes(length));

async function accept(identity = newIdentity()): Promise<SubmissionRow | undefined> {
  const input = await sealInput(identity);
  return server.app.inTransaction((tx) =>
    server.app.lifecycle.acceptIn(tx, input, { intentId: null, ownerWallet: null }),
  );
}
const accepted = async () => {
  const row = await accept();
  if (row === undefined) throw new Error('The submission was not accepted.');
  return row;
};
const move = (id: string, trigger: SubmissionTrigger, reason: string | null = null) =>
  server.app.inTransaction((tx) => server.app.lifecycle.moveIn(tx, id, trigger, reason));
const query = async (text: string, ...values: unknown[]) => (await server.database.pool.query(text, values)).rows;

describe('a submission', () => {
  it('starts as SUBMITTED, and each move adds one history line and one event', async () => {
    const { id } = await accepted();
    await move(id, 'taken');
    await move(id, 'sandboxed', 'The sandbox found nothing.');

    const history = await query('SELECT position, state, reason FROM submission_changes WHERE submission_id = $1', id);
    const events = await query(
      "SELECT data->>'to' AS state, owner FROM events WHERE subject_id = $1 ORDER BY added",
      id,
    );

    expect(history).toEqual([
      { position: 1, state: 'SUBMITTED', reason: null },
      { position: 2, state: 'SANDBOXING', reason: null },
      { position: 3, state: 'IN_REVIEW', reason: 'The sandbox found nothing.' },
    ]);
    expect(events).toEqual(['SUBMITTED', 'SANDBOXING', 'IN_REVIEW'].map((state) => ({ state, owner: OWNER })));
  });

  it('is not moved by a late or duplicate job', async () => {
    const { id } = await accepted();

    const moves = await Promise.all([move(id, 'taken'), move(id, 'taken'), move(id, 'taken')]);

    expect(moves.filter((row) => row !== undefined)).toHaveLength(1);
    expect(await move(id, 'decided_safe')).toBeUndefined();
    expect(await query('SELECT state FROM submissions WHERE id = $1', id)).toEqual([{ state: 'SANDBOXING' }]);
  });

  it('is accepted once for the same bytes, until the service fails to review it', async () => {
    const identity = newIdentity();
    const tries = await Promise.all([accept(identity), accept(identity), accept(identity)]);
    const [first, ...others] = tries.filter((row) => row !== undefined);
    expect([others, await accept(identity)]).toEqual([[], undefined]);

    await move(first?.id ?? '', 'taken');
    await move(first?.id ?? '', 'service_failed', 'The machine was lost.');

    expect(await accept(identity)).toMatchObject({ state: 'SUBMITTED' });
  });
});

describe('the bundle store', () => {
  it('returns every byte, kind and symlink target, and the digests that a certificate seals', async () => {
    const { id } = await accepted();

    const { files, digests, input } = await server.app.lifecycle.bundleOf(id);

    expect(files.map(({ path, kind, target }) => [path, kind, target])).toEqual([
      ['SKILL.md', 'file', undefined],
      ['link', 'symlink', 'SKILL.md'],
      ['run.sh', 'exec', undefined],
    ]);
    expect(Buffer.from(files[2]?.bytes ?? []).toString()).toBe('echo tidy\n');
    expect(await query('SELECT bundle_sha256 FROM bundles WHERE id = $1', input.bundleId)).toEqual([
      { bundle_sha256: digests.bundleSha256 },
    ]);
  });

  it('stores the same content once', async () => {
    const unique = newIdentity();
    const twin = (path: string) => file(path, unique);
    await sealInput(newIdentity(), [twin('SKILL.md'), twin('copy.md')]);
    await sealInput(newIdentity(), [twin('SKILL.md'), twin('copy.md')]);

    expect(
      await query('SELECT count(*)::int AS kept FROM bundle_contents WHERE bytes = $1', Buffer.from(unique)),
    ).toEqual([{ kept: 1 }]);
  });

  it('deletes unsubmitted inputs after some days, and nothing else', async () => {
    const [kept, left] = [newIdentity(), newIdentity()];
    const files = (unique: string) => [file('SKILL.md', unique), file('shared.md', 'the same in both')];
    const submitted = await sealInput(kept, files(kept));
    await server.app.inTransaction((tx) =>
      server.app.lifecycle.acceptIn(tx, submitted, { intentId: null, ownerWallet: null }),
    );
    const unsubmitted = await sealInput(left, files(left));
    const countOf = async ({ quoteId, bundleId }: typeof submitted) => [
      (await query('SELECT FROM sealed_inputs WHERE quote_id = $1', quoteId)).length,
      (await query('SELECT FROM bundle_entries WHERE bundle_id = $1', bundleId)).length,
    ];
    const upkeep = createUpkeep({
      inTransaction: server.app.inTransaction,
      limits: readConfig({}).storage,
      clock: server.clock,
    });

    await upkeep.deleteUnsubmitted();
    const before = [await countOf(submitted), await countOf(unsubmitted)];
    server.clock.advance(8 * 24 * 60 * 60_000);
    await upkeep.deleteUnsubmitted();

    expect(before).toEqual([
      [1, 2],
      [1, 2],
    ]);
    expect([await countOf(submitted), await countOf(unsubmitted)]).toEqual([
      [1, 2],
      [0, 0],
    ]);
    const contents = await query('SELECT bytes FROM bundle_contents WHERE bytes = ANY($1)', [
      Buffer.from(left),
      Buffer.from(kept),
      Buffer.from('the same in both'),
    ]);
    expect(contents.map(({ bytes }) => bytes.toString()).sort()).toEqual([kept, 'the same in both'].sort());
  });

  it.each([
    'UPDATE bundles SET bundle_sha256 = bundle_sha256',
    'UPDATE bundle_contents SET bytes = bytes',
    'UPDATE bundle_entries SET path = path',
    'DELETE FROM bundle_entries',
    'DELETE FROM bundles',
    'DELETE FROM bundle_contents',
    'UPDATE sealed_inputs SET name = name',
    'UPDATE submission_changes SET reason = reason',
  ])('is sealed: the database rejects %s', async (statement) => {
    await accepted();

    await expect(query(statement)).rejects.toThrow(/append-only|violates foreign key/);
  });
});
