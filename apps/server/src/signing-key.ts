import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSigner, parseSeed, type Signer } from '@assay/protocol';

const FILE = 'signing-key';
const SEED_BYTES = 32;

/** The key that seals certificates: from the configuration, or made once and kept beside the data, for its owner only. */
export async function openSigningKey(configured: string | undefined, dataDir: string): Promise<Signer> {
  if (configured !== undefined) return createSigner(parseSeed(configured));
  const path = join(dataDir, FILE);
  await mkdir(dataDir, { recursive: true });
  try {
    // `wx`: of two processes that start together one makes the key, the other reads it.
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(randomBytes(SEED_BYTES).toString('hex'));
    await file.sync();
    await file.close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  await chmod(path, 0o600);
  return createSigner(parseSeed(await readFile(path, 'utf8')));
}
