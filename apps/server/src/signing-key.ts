import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSeed, type Signer } from '@assay/protocol';
import { openSigner } from './platform/auth/index.ts';

const FILE = 'signing-key';
const SEED_BYTES = 32;

/**
 * The key that seals certificates: from the configuration, or generated once and stored in the data directory with
 * access for its owner only.
 */
export async function openSigningKey(configured: string | undefined, dataDir: string): Promise<Signer> {
  if (configured !== undefined) return openSigner(parseSeed(configured));
  const path = join(dataDir, FILE);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await makeOnce(path);
  await chmod(path, 0o600);
  return openSigner(parseSeed(await readFile(path, 'utf8')));
}

/** The key of this service as text, for a backup. */
export async function readSigningKey(configured: string | undefined, dataDir: string): Promise<string> {
  return configured ?? (await readFile(join(dataDir, FILE), 'utf8'));
}

/** Restores the key of a backup. Returns false when another key already exists. */
export async function restoreSigningKey(
  seed: string,
  configured: string | undefined,
  dataDir: string,
): Promise<boolean> {
  const isSame = (other: string) => Buffer.from(parseSeed(other)).equals(parseSeed(seed));
  if (configured !== undefined) return isSame(configured);
  await mkdir(dataDir, { recursive: true });
  await makeOnce(join(dataDir, FILE), seed);
  return isSame(await readFile(join(dataDir, FILE), 'utf8'));
}

/**
 * Writes and syncs a draft, then links it to the final name. After a kill the file is either absent or complete, and
 * two processes that start together both read the key of the first.
 */
async function makeOnce(path: string, seed = randomBytes(SEED_BYTES).toString('hex')): Promise<void> {
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(seed);
    await file.sync();
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await file.close();
    await rm(draft, { force: true });
  }
}
