/**
 * Encryption of a stream with a passphrase: scrypt, then AES-256-GCM in chunks. The nonce of a chunk holds its number and
 * whether it is the last one, and every chunk authenticates the header: chunks cannot be changed, left out, exchanged or cut off.
 */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';

const CHUNK_BYTES = 1 << 20;
const TAG_BYTES = 16;
const LENGTH_BYTES = 4;
const PREFIX_BYTES = 7;
const HEADER_BYTES_MAX = 1024;
/** 128 MB of memory for about a third of a second: OWASP's figures for scrypt. */
const COST = { N: 1 << 17, r: 8, p: 1 } as const;

const Header = z.strictObject({
  format: z.literal('assay-backup'),
  version: z.literal(1),
  kdf: z.literal('scrypt'),
  // A file from elsewhere must not choose how much memory we spend.
  N: z.literal(COST.N),
  r: z.literal(COST.r),
  p: z.literal(COST.p),
  salt: z.hex().length(32),
  prefix: z.hex().length(2 * PREFIX_BYTES),
});

/** For the person at the terminal: what is wrong with a file or a passphrase. */
export class BackupError extends Error {
  override name = 'BackupError';
}

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);
const keyOf = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  derive(passphrase.normalize('NFKC'), salt, 32, { ...COST, maxmem: 256 << 20 });

function nonceOf(prefix: Buffer, number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  prefix.copy(nonce);
  nonce.writeUInt32BE(number, PREFIX_BYTES);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

export async function* seal(plain: AsyncIterable<Uint8Array>, passphrase: string): AsyncGenerator<Buffer> {
  const [salt, prefix] = [randomBytes(16), randomBytes(PREFIX_BYTES)];
  const names = { format: 'assay-backup', version: 1, kdf: 'scrypt', ...COST };
  const header = Buffer.from(
    `${JSON.stringify({ ...names, salt: salt.toString('hex'), prefix: prefix.toString('hex') })}\n`,
  );
  const key = await keyOf(passphrase, salt);
  yield header;
  let number = 0;
  const close = (chunk: Buffer, isLast: boolean): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(prefix, number++, isLast), { authTagLength: TAG_BYTES });
    cipher.setAAD(header);
    const sealed = Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(sealed.length);
    return Buffer.concat([length, sealed]);
  };
  let waiting = Buffer.alloc(0);
  for await (const part of plain) {
    waiting = Buffer.concat([waiting, part]);
    // The last chunk is known only at the end, so one is always held back.
    while (waiting.length > CHUNK_BYTES) {
      yield close(waiting.subarray(0, CHUNK_BYTES), false);
      waiting = waiting.subarray(CHUNK_BYTES);
    }
  }
  yield close(waiting, true);
}

/** Reads exact numbers of bytes from parts of any size. */
function readerOf(parts: AsyncIterable<Uint8Array>) {
  const source = parts[Symbol.asyncIterator]();
  let waiting = Buffer.alloc(0);
  async function fill(length: number): Promise<boolean> {
    while (waiting.length < length) {
      const { done, value } = await source.next();
      if (done) return false;
      waiting = Buffer.concat([waiting, value]);
    }
    return true;
  }
  const take = (length: number): Buffer => {
    const taken = waiting.subarray(0, length);
    waiting = waiting.subarray(length);
    return taken;
  };
  return {
    async read(length: number): Promise<Buffer> {
      if (!(await fill(length))) throw new BackupError('The backup is truncated: it ends in the middle of a chunk.');
      return take(length);
    },
    async readLine(): Promise<Buffer> {
      for (let length = 1; length <= HEADER_BYTES_MAX; length++)
        if ((await fill(length)) && waiting[length - 1] === 0x0a) return take(length);
      throw new BackupError('This file is not a backup of this service: it has no header.');
    },
    hasMore: (): Promise<boolean> => fill(1),
  };
}

function parseHeader(line: Buffer): { salt: Buffer; prefix: Buffer } {
  try {
    const { salt, prefix } = Header.parse(JSON.parse(line.toString('utf8')));
    return { salt: Buffer.from(salt, 'hex'), prefix: Buffer.from(prefix, 'hex') };
  } catch {
    throw new BackupError(
      'This file is not a backup of this service, or a newer version wrote it: its header is unreadable.',
    );
  }
}

export async function* unseal(sealed: AsyncIterable<Uint8Array>, passphrase: string): AsyncGenerator<Buffer> {
  const reader = readerOf(sealed);
  const header = await reader.readLine();
  const { salt, prefix } = parseHeader(header);
  const key = await keyOf(passphrase, salt);
  for (let number = 0, isLast = false; !isLast; number++) {
    const length = (await reader.read(LENGTH_BYTES)).readUInt32BE();
    if (length < TAG_BYTES || length > CHUNK_BYTES + TAG_BYTES) throw damaged(number);
    const chunk = await reader.read(length);
    isLast = !(await reader.hasMore());
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(prefix, number, isLast), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(header);
    decipher.setAuthTag(chunk.subarray(-TAG_BYTES));
    const plain = decipher.update(chunk.subarray(0, -TAG_BYTES));
    try {
      decipher.final();
    } catch {
      throw damaged(number);
    }
    yield plain;
  }
}

const damaged = (number: number): BackupError =>
  new BackupError(
    number === 0
      ? 'The passphrase is wrong, or the header of the backup was modified.'
      : `The backup is damaged: chunk ${number} was modified, truncated or replaced.`,
  );
