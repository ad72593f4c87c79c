import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSigningKey } from './signing-key.ts';
import { createTemporaryFolder } from './testing/temporary-folder.ts';

async function setup() {
  const folder = await createTemporaryFolder();
  onTestFinished(folder.remove);
  return { dataDir: join(folder.path, 'data') };
}

describe('the signing key', () => {
  it('is created once, readable by its owner only, and is the same at every start', async () => {
    const { dataDir } = await setup();

    const first = await openSigningKey(undefined, dataDir);
    const second = await openSigningKey(undefined, dataDir);

    expect(second.keyId).toBe(first.keyId);
    expect((await stat(join(dataDir, 'signing-key'))).mode & 0o777).toBe(0o600);
    expect(await readdir(dataDir)).toEqual(['signing-key']);
  });

  it('is the same key for concurrent requests', async () => {
    const { dataDir } = await setup();

    const signers = await Promise.all(Array.from({ length: 8 }, () => openSigningKey(undefined, dataDir)));

    expect(new Set(signers.map(({ keyId }) => keyId)).size).toBe(1);
  });

  it('comes from the configuration when it is set there, and does not touch the disk', async () => {
    const { dataDir } = await setup();
    const seed = '07'.repeat(32);

    const [one, other] = [await openSigningKey(seed, dataDir), await openSigningKey(seed, '/nowhere/at/all')];

    expect(one.keyId).toBe(other.keyId);
    await expect(readFile(join(dataDir, 'signing-key'))).rejects.toThrow('ENOENT');
  });

  it('is refused unless it has 32 bytes', async () => {
    await expect(openSigningKey('too short', '/nowhere')).rejects.toThrow();
  });
});
