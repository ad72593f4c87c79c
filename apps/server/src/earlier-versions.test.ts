/**
 * Compatibility with version 0.1.0: its certificates, proofs, reports, locks and client calls. Version 0.1.0 wrote
 * `testing/fixtures/0.1.0`, which never changes. With `RECORD_VERSION=X.Y.Z` this file writes the fixtures of a new version for the
 * requests of 0.1.0.
 */
import { mkdirSync } from 'node:fs';
import { verifyProof } from '@assay/client/proof';
import { CertificateRecord, payloadHash } from '@assay/protocol';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseLock, toLockText } from '../../cli/src/install/lock.ts';
import {
  type Call,
  findBreaks,
  makeLockAndReport,
  makeProof,
  type Proof,
  readFixture,
  replayCalls,
  writeFixture,
} from './testing/version-fixtures.ts';

const VERSION = '0.1.0';
const START_MS = 240_000;
const { RECORD_VERSION } = process.env;
const calls: Call[] = JSON.parse(readFixture(VERSION, 'calls.json'));

let answered: Call[];
let present: Awaited<ReturnType<typeof makeLockAndReport>>;
beforeAll(async () => {
  answered = await replayCalls(calls);
  present = await makeLockAndReport();
  if (RECORD_VERSION !== undefined) await record(RECORD_VERSION);
}, START_MS);

async function record(version: string): Promise<void> {
  mkdirSync(new URL(`./testing/fixtures/${version}`, import.meta.url), { recursive: true });
  writeFixture(version, 'calls.json', `${JSON.stringify(answered, null, 2)}\n`);
  writeFixture(version, 'proof.json', `${JSON.stringify(await makeProof(), null, 2)}\n`);
  writeFixture(version, 'assay.lock', present.lock);
  writeFixture(version, 'report.json', present.report);
}

describe('a client of 0.1.0', () => {
  it.each(calls)('still receives the members that it depends on: $name', ({ name, status, answer }) => {
    const now = answered.find((call) => call.name === name);

    expect(now?.status).toBe(status);
    expect(findBreaks(answer, now?.answer)).toEqual([]);
  });
});

describe('a certificate of 0.1.0', () => {
  const { at, certificateId, origin, witness, files, trustRoot, bundle }: Proof = JSON.parse(
    readFixture(VERSION, 'proof.json'),
  );
  const local = Object.entries(files).map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) }));
  const check = (given: unknown, folder = local) =>
    verifyProof(given, {
      trustRoot,
      origin,
      certificateId,
      witnesses: { witnesses: [witness], threshold: 1 },
      folder: { files: folder },
      now: () => new Date(at).getTime(),
    });

  it('is verified offline with its proof bundle', async () => {
    expect(await check(bundle)).toMatchObject({ outcome: 'valid', valid: true });
  });

  it('is refused for other bytes, and with a changed proof', async () => {
    const [first, ...rest] = local;
    const changed = [{ path: first?.path ?? '', bytes: new TextEncoder().encode('# Other\n') }, ...rest];

    expect((await check(bundle, changed)).valid).toBe(false);
    const text = JSON.stringify(bundle).replace('"minutes"', '"seconds"');
    expect((await check(JSON.parse(text))).valid).toBe(false);
  });

  it('has a record whose hash equals the sealed hash', () => {
    const { payload, seal } = CertificateRecord.parse(calls.find(({ name }) => name === 'record')?.answer);

    expect(payloadHash(payload)).toBe(seal.payloadHash);
  });
});

it('a lock file of 0.1.0 is read without loss', () => {
  const text = readFixture(VERSION, 'assay.lock');

  expect(toLockText(parseLock(text, 'assay.lock'))).toBe(text);
  expect(Object.keys(parseLock(text, 'assay.lock').skills)).toEqual(['minutes']);
});

it('new reports can be parsed by a reader of 0.1.0', () => {
  expect(findBreaks(JSON.parse(readFixture(VERSION, 'report.json')), JSON.parse(present.report))).toEqual([]);
});

describe('a breaking change', () => {
  it.each([
    [{ a: 1 }, {}, '/a: is missing'],
    [{ a: 1 }, { a: '1' }, '/a: number became string'],
    [{ a: 'APPROVED' }, { a: 'VALID' }, '/a: APPROVED became VALID'],
    [{ a: [{ b: 1 }] }, { a: [{}] }, '/a/0/b: is missing'],
    [{ a: [1] }, { a: [] }, '/a: became empty'],
    [{ a: 'x' }, { a: null }, '/a: string became null'],
  ])('is found between %j and %j', (before, after, found) => {
    expect(findBreaks(before, after)).toEqual([found]);
  });

  it('is not found for an added member or a different id', () => {
    expect(findBreaks({ id: 'a1', b: null }, { id: 'b2', b: 'x', more: true })).toEqual([]);
  });
});
