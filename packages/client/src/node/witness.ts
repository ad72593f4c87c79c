import { createHash, createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  cosignNote,
  createNoteKey,
  emptyRoot,
  isConsistent,
  isSameHash,
  NOTE_KEY_TYPES,
  NoteError,
  type NoteKey,
  openNote,
  type ParsedCheckpoint,
  parseCheckpoint,
  parseWitnessRequest,
  TREE_SIZE_TYPE,
  toNote,
  toVerifierKey,
} from '@assay/protocol/log';
import { platformEd25519 } from '../keys.ts';

/** DER of a PKCS#8 Ed25519 private key up to the seed (RFC 8410 §7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const SEED_BYTES = 32;
/** The limit of stored contradictions, so that a permanently wrong log cannot fill the disk. */
const EVIDENCE_MAX = 1_000;

export type WitnessAnswer = { readonly status: number; readonly type: string; readonly body: string };

const answer = (status: number, body: string, type = 'text/plain; charset=utf-8'): WitnessAnswer => ({
  status,
  type,
  body,
});

/** The key of a witness, created once and readable only by its owner. */
async function openKey(home: string, name: string) {
  const path = join(home, 'key');
  await mkdir(home, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  await writeFile(draft, randomBytes(SEED_BYTES).toString('hex'), { mode: 0o600, flag: 'wx' });
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  const seed = Buffer.from((await readFile(path, 'utf8')).trim(), 'hex');
  if (seed.length !== SEED_BYTES) throw new Error(`${path} does not contain a key of 32 bytes as hex.`);
  const secret = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(-SEED_BYTES);
  const key = createNoteKey(name, NOTE_KEY_TYPES.cosignature, new Uint8Array(publicKey));
  return { key, sign: (message: Uint8Array) => new Uint8Array(sign(null, message, secret)) };
}

const SQLITE_BUSY = 5;

/**
 * Two witnesses on one store could cosign two trees. The lock is that of an open database: the kernel releases it when
 * the process ends, and it works across containers that share the folder, where process ids do not.
 */
async function lockHome(home: string): Promise<() => void> {
  const { DatabaseSync } = await import('node:sqlite');
  const lock = new DatabaseSync(join(home, 'lock.db'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return () => lock.close();
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new Error(`Another witness process uses ${home}.`, { cause: error });
  }
}

/** The signature lines of a note for one name. */
const linesOf = (note: string, name: string): string[] =>
  note
    .slice(note.lastIndexOf('\n\n') + 2)
    .split('\n')
    .filter((line) => line.startsWith(`\u2014 ${name} `))
    .map((line) => `${line}\n`);

type Seen = ParsedCheckpoint & { readonly text: string };

type Options = {
  readonly home: string;
  /** The name of the witness, a URL without scheme. */
  readonly name: string;
  /** The watched logs. */
  readonly logs: readonly NoteKey[];
  readonly now?: () => number;
};

/** A C2SP tlog-witness: it cosigns a checkpoint only when it extends the last one that it cosigned. */
export async function openWitness({ home, name, logs, now = Date.now }: Options) {
  const { key, sign: signWith } = await openKey(home, name);
  const unlock = await lockHome(home);
  let turn: Promise<unknown> = Promise.resolve();

  const hashOf = (origin: string) => createHash('sha256').update(origin).digest('hex');
  const pathOf = (origin: string) => join(home, `${hashOf(origin)}.checkpoint`);

  async function last(origin: string): Promise<Seen | undefined> {
    const text = await readFile(pathOf(origin), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (text === undefined) return undefined;
    try {
      return { ...parseCheckpoint(text), text };
    } catch (cause) {
      throw new Error(
        `${pathOf(origin)} is damaged. Restore it from a backup: without it, the witness could cosign a fork.`,
        {
          cause,
        },
      );
    }
  }

  /** Persists the note before the answer is sent. */
  async function keep(origin: string, note: string): Promise<void> {
    const draft = `${pathOf(origin)}.${randomBytes(8).toString('hex')}`;
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(note);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, pathOf(origin));
  }

  /** Stores two contradicting checkpoints of one log in one file, however often and with whatever additional signatures they arrive. */
  async function keepEvidence(seen: Seen | undefined, refused: { readonly text: string; readonly note: string }) {
    const folder = join(home, 'evidence');
    await mkdir(folder, { recursive: true });
    const signed = `${seen?.note.text ?? ''}\n${refused.text}`;
    const name = createHash('sha256').update(signed).digest('hex').slice(0, 32);
    const names = await readdir(folder);
    if (names.length >= EVIDENCE_MAX || names.includes(name)) return;
    await writeFile(join(folder, name), `${seen?.text ?? ''}\n\n${refused.note}`);
  }

  async function add(body: string): Promise<WitnessAnswer> {
    const { oldSize, hashes, checkpoint: note } = parseWitnessRequest(body);
    const checkpoint = parseCheckpoint(note);
    const { origin, size, root } = checkpoint;
    const keys = logs.filter((log) => log.name === origin);
    if (keys.length === 0) return answer(404, 'This witness does not cosign this log.\n');
    try {
      await openNote(note, keys, (publicKey, message, signature) =>
        platformEd25519(new Uint8Array(publicKey), message, signature),
      );
    } catch (error) {
      if (!(error instanceof NoteError)) throw error;
      return answer(403, `${error.message}\n`);
    }
    if (oldSize > size) return answer(400, 'The old size is larger than the checkpoint.\n');
    const seen = await last(origin);
    if (oldSize !== (seen?.size ?? 0)) return answer(409, `${seen?.size ?? 0}\n`, TREE_SIZE_TYPE);
    const oldRoot = seen?.root ?? emptyRoot();
    const { text } = checkpoint.note;
    const own = linesOf(note, origin);
    const isEmptySound = size > 0 || isSameHash(root, emptyRoot());
    if (!isEmptySound || !isConsistent({ oldSize, oldRoot, newSize: size, newRoot: root, hashes })) {
      // An invalid proof for another size is no evidence against the log, because anyone can send one.
      if (size === oldSize && !isSameHash(root, oldRoot)) await keepEvidence(seen, { text, note: toNote(text, own) });
      return answer(422, 'The checkpoint does not extend the last cosigned one.\n');
    }
    const line = cosignNote(text, { key, seconds: Math.floor(now() / 1_000), sign: signWith });
    await keep(origin, toNote(text, [...own, line]));
    return answer(200, line);
  }

  return {
    verifierKey: toVerifierKey(key),
    /** Requests run one at a time, so that nothing changes between reading the last checkpoint and replacing it. */
    addCheckpoint(body: string): Promise<WitnessAnswer> {
      const step = turn
        .then(() => add(body))
        .catch((error: unknown) => {
          if (!(error instanceof NoteError)) throw error;
          return answer(400, `${error.message}\n`);
        });
      turn = step.catch(() => undefined);
      return step;
    },
    /** The last checkpoint of a log with this witness's cosignature, for monitors. */
    async readCheckpoint(originHash: string): Promise<WitnessAnswer> {
      const log = logs.find(({ name: origin }) => hashOf(origin) === originHash);
      const seen = log && (await last(log.name));
      return seen === undefined ? answer(404, 'No checkpoint has been cosigned yet.\n') : answer(200, seen.text);
    },
    close: async (): Promise<void> => unlock(),
  };
}
export type OpenWitness = Awaited<ReturnType<typeof openWitness>>;
