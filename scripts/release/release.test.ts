import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PROVENANCE_FILE, verifyRelease } from '@assay/client/node';
import { createSigner } from '@assay/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signProvenance, toProvenance } from './provenance.ts';

const signer = createSigner(new Uint8Array(32).fill(7));
const key = new Uint8Array(signer.publicKey);
const BUILD = {
  version: '1.2.3',
  commit: 'a'.repeat(40),
  committedAt: '2026-11-18T00:00:00.000Z',
  lockfileSha256: 'b'.repeat(64),
  node: '24.21.0',
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-release-'));
  for (const name of ['assay-cli-1.2.3.tgz', 'sbom.cdx.json', 'SHA256SUMS']) writeFileSync(join(folder, name), name);
  const envelope = signProvenance(toProvenance(folder, readdirSync(folder), BUILD), signer);
  writeFileSync(join(folder, PROVENANCE_FILE), JSON.stringify(envelope));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const change = (alter: (envelope: { payload: string; payloadType: string; signatures: { sig: string }[] }) => void) => {
  const path = join(folder, PROVENANCE_FILE);
  const envelope = JSON.parse(readFileSync(path, 'utf8'));
  alter(envelope);
  writeFileSync(path, JSON.stringify(envelope));
};

describe('a signed release', () => {
  it('is accepted with its version, commit and files', async () => {
    const proven = await verifyRelease(folder, [key]);
    expect(proven).toMatchObject({ version: '1.2.3', commit: BUILD.commit, keyIds: [signer.keyId] });
    expect(proven.files).toEqual(['SHA256SUMS', 'assay-cli-1.2.3.tgz', 'sbom.cdx.json']);
  });

  it('has the same statement whenever it is made', () => {
    const names = readdirSync(folder).filter((name) => name !== PROVENANCE_FILE);
    expect(toProvenance(folder, names.reverse(), BUILD)).toEqual(toProvenance(folder, names.sort(), BUILD));
  });

  it.each<[string, string, () => void]>([
    ['a changed tarball', 'changed_file', () => writeFileSync(join(folder, 'assay-cli-1.2.3.tgz'), 'other')],
    ['an added file', 'extra_file', () => writeFileSync(join(folder, 'assay-extra-1.2.3.tgz'), '')],
    ['a missing file', 'missing_file', () => rmSync(join(folder, 'sbom.cdx.json'))],
    [
      'a link in place of a file',
      'changed_file',
      () => {
        rmSync(join(folder, 'SHA256SUMS'));
        symlinkSync('sbom.cdx.json', join(folder, 'SHA256SUMS'));
      },
    ],
    [
      'a renamed file',
      'extra_file',
      () => renameSync(join(folder, 'assay-cli-1.2.3.tgz'), join(folder, 'assay-cli-1.2.4.tgz')),
    ],
    [
      'a link in place of the provenance',
      'statement_signature',
      () => {
        renameSync(join(folder, PROVENANCE_FILE), join(folder, 'SHA256SUMS'));
        symlinkSync('SHA256SUMS', join(folder, PROVENANCE_FILE));
      },
    ],
    ['no provenance', 'statement_signature', () => rmSync(join(folder, PROVENANCE_FILE))],
    [
      'a changed statement',
      'statement_signature',
      () =>
        change((envelope) => {
          const text = Buffer.from(envelope.payload, 'base64').toString('utf8').replace('1.2.3', '1.2.4');
          envelope.payload = Buffer.from(text).toString('base64');
        }),
    ],
    [
      'another payload type',
      'statement_signature',
      () => change((envelope) => Object.assign(envelope, { payloadType: 'text/plain' })),
    ],
    ['no signature', 'statement_signature', () => change((envelope) => envelope.signatures.splice(0))],
  ])('is refused with %s', async (_, reason, spoil) => {
    spoil();
    await expect(verifyRelease(folder, [key])).rejects.toMatchObject({ code: reason });
  });

  it('is refused with another key', async () => {
    const other = new Uint8Array(createSigner(new Uint8Array(32).fill(8)).publicKey);
    await expect(verifyRelease(folder, [other])).rejects.toMatchObject({ code: 'statement_signature' });
  });

  it('is verified by OpenSSL and sha256sum as well, with the commands of docs/trust.md', () => {
    const page = readFileSync(new URL('../../docs/trust.md', import.meta.url), 'utf8');
    const [, commands = ''] = /```sh\n(.*?)```/s.exec(page) ?? [];
    const home = mkdtempSync(join(tmpdir(), 'assay-openssl-'));
    const env = {
      ...process.env,
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      DIR: folder,
      KEY: Buffer.from(key).toString('hex'),
    };
    const run = () => execFileSync('sh', ['-euc', commands], { cwd: home, env, encoding: 'utf8', stdio: 'pipe' });

    expect(run()).toMatch(/Signature Verified Successfully[\s\S]*sbom\.cdx\.json: OK/);
    writeFileSync(join(folder, 'sbom.cdx.json'), 'other');
    expect(run).toThrow(/did NOT match/);
    writeFileSync(join(folder, 'sbom.cdx.json'), 'sbom.cdx.json');
    expect(run).not.toThrow();
    env.KEY = Buffer.from(createSigner(new Uint8Array(32).fill(8)).publicKey).toString('hex');
    expect(run).toThrow();
    rmSync(home, { recursive: true });
  });
});
