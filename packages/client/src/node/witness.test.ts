import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createNoteKey,
  emptyRoot,
  isSignedBy,
  NOTE_KEY_TYPES,
  openNote,
  parseVerifierKey,
  toCheckpointText,
  toNote,
  toWitnessRequest,
} from '@assay/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { growLog, honestLeaves, LOG_KEY, LOG_SIGNER, ORIGIN, otherLeaf, signedBy } from '../testing/sealed-log.ts';
import { NOW, THIRD_PARTY } from '../testing/sealed-skill.ts';
import { type OpenWitness, openWitness } from './witness.ts';
import { serveWitness } from './witness-server.ts';

const LOG = growLog([...honestLeaves(), ...Array.from({ length: 20 }, (_, index) => otherLeaf(index + 100))]);
/** The same first leaves, then different ones. */
const FORK = growLog([...honestLeaves(), ...Array.from({ length: 20 }, (_, index) => otherLeaf(index + 200))]);
const FIRST = 7;
const NEXT = 20;

let home: string;
let witness: OpenWitness;
const open = () => openWitness({ home, name: 'witness.example/w', logs: [LOG_KEY], now: () => NOW });
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'assay-witness-'));
  witness = await open();
});
afterEach(async () => {
  await witness.close();
  await rm(home, { recursive: true });
});

type Asked = { oldSize?: number; size?: number; log?: typeof LOG; hashes?: Uint8Array[]; checkpoint?: string };
async function ask({ oldSize = 0, size = FIRST, log = LOG, hashes, checkpoint }: Asked = {}) {
  const proof = hashes ?? (oldSize > 0 && oldSize < size ? await log.consistency(oldSize, size) : []);
  const note = checkpoint ?? signedBy(await log.textAt(size));
  return witness.addCheckpoint(toWitnessRequest({ oldSize, hashes: proof, checkpoint: note }));
}

describe('the folder of a witness', () => {
  it('is released when its witness was killed, even when the next one gets the same process id', async () => {
    await witness.close();
    await writeFile(join(home, 'lock'), String(process.pid));
    const hold = `const { DatabaseSync } = require('node:sqlite'); const lock = new DatabaseSync(process.argv[1]);
      lock.exec('BEGIN EXCLUSIVE'); process.stdout.write('held'); setInterval(() => lock, 1_000);`;
    const other = spawn(process.execPath, ['-e', hold, join(home, 'lock.db')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(other.stdout, 'data');
    await expect(open()).rejects.toThrow('Another witness');
    other.kill('SIGKILL');
    await once(other, 'close');
    witness = await open();
  });
});

describe('a witness', () => {
  it('cosigns the first checkpoint, a consistent extension, and the same one again', async () => {
    const key = parseVerifierKey(witness.verifierKey);
    for (const asked of [{ size: FIRST }, { oldSize: FIRST, size: NEXT }, { oldSize: NEXT, size: NEXT }]) {
      const { status, body } = await ask(asked);
      expect(status).toBe(200);
      const note = toNote(await LOG.textAt(asked.size), [body]);
      expect((await openNote(note, [key], isSignedBy)).proven).toMatchObject([{ seconds: NOW / 1_000 }]);
    }
  });

  it('shows a monitor its last cosigned checkpoint, with both signatures', async () => {
    const hash = createHash('sha256').update(ORIGIN).digest('hex');
    expect((await witness.readCheckpoint(hash)).status).toBe(404);
    await ask();
    const { body } = await witness.readCheckpoint(hash);
    expect((await openNote(body, [LOG_KEY, parseVerifierKey(witness.verifierKey)], isSignedBy)).proven).toHaveLength(2);
    expect((await witness.readCheckpoint('0'.repeat(64))).status).toBe(404);
  });

  it('answers a wrong old size with its own size', async () => {
    await ask();
    for (const oldSize of [0, 3, 12])
      expect(await ask({ oldSize, size: NEXT })).toMatchObject({
        status: 409,
        body: `${FIRST}\n`,
        type: 'text/x.tlog.size',
      });
  });

  it('keeps its state across a restart, and refuses a second process', async () => {
    await ask();
    await expect(open()).rejects.toThrow(`Another witness process uses ${home}.`);
    const before = witness.verifierKey;
    await witness.close();
    witness = await open();
    expect(witness.verifierKey).toBe(before);
    expect(await ask({ oldSize: 0 })).toMatchObject({ status: 409 });
  });

  it('cosigns one of two concurrent conflicting requests', async () => {
    await ask();
    const answers = await Promise.all([
      ask({ oldSize: FIRST, size: NEXT }),
      ask({ oldSize: FIRST, size: NEXT, log: FORK }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 409]);
  });

  it('stores evidence of two checkpoints of one log that cannot both be true', async () => {
    await ask({ size: NEXT });
    expect((await ask({ oldSize: NEXT, size: NEXT, log: FORK })).status).toBe(422);
    const [name = ''] = await readdir(join(home, 'evidence'));
    const evidence = await readFile(join(home, 'evidence', name), 'utf8');
    expect(evidence).toContain(await LOG.textAt(NEXT));
    expect(evidence).toContain(await FORK.textAt(NEXT));
  });

  it('stores no wrong proof as evidence, and stores a contradiction once, whatever other signatures it has', async () => {
    const evidence = () => readdir(join(home, 'evidence')).catch(() => []);
    await ask();
    expect((await ask({ oldSize: FIRST, size: NEXT, hashes: [emptyRoot()] })).status).toBe(422);
    expect(await evidence()).toEqual([]);
    await ask({ oldSize: FIRST, size: NEXT });
    for (const line of ['', '\u2014 other.example AAAAAAAA\n', '\u2014 other.example AQAAAAAA\n']) {
      const checkpoint = signedBy(await FORK.textAt(NEXT)) + line;
      expect((await ask({ oldSize: NEXT, size: NEXT, checkpoint })).status).toBe(422);
    }
    const [name = '', ...more] = await evidence();
    expect(more).toEqual([]);
    expect(await readFile(join(home, 'evidence', name), 'utf8')).not.toContain('other.example');
  });

  it('refuses to continue with a damaged store', async () => {
    await ask();
    const [name = ''] = (await readdir(home)).filter((each) => each.endsWith('.checkpoint'));
    await writeFile(join(home, name), 'damaged');
    await expect(ask({ oldSize: FIRST, size: NEXT })).rejects.toThrow('is damaged');
  });
});

type Row = readonly [name: string, asked: () => Promise<{ status: number }>, status: number];
const after = (asked: Asked) => async () => {
  await ask();
  return ask({ oldSize: FIRST, size: NEXT, ...asked });
};
const REFUSED: readonly Row[] = [
  [
    'a log that it does not watch',
    async () => ask({ checkpoint: signedBy(await LOG.textAt(FIRST, 'other.example/log')) }),
    404,
  ],
  ['an unsigned checkpoint', async () => ask({ checkpoint: await LOG.textAt(FIRST) }), 400],
  [
    'a checkpoint of a third party',
    async () =>
      ask({
        checkpoint: signedBy(
          await LOG.textAt(FIRST),
          createNoteKey(ORIGIN, NOTE_KEY_TYPES.ed25519, THIRD_PARTY.publicKey),
          THIRD_PARTY,
        ),
      }),
    403,
  ],
  [
    'a signature that claims the key of the log',
    async () => ask({ checkpoint: signedBy(await LOG.textAt(FIRST), LOG_KEY, THIRD_PARTY) }),
    403,
  ],
  [
    'a good and a bad signature of the log',
    async () =>
      ask({
        checkpoint:
          signedBy(await LOG.textAt(FIRST)) + signedBy(await LOG.textAt(FIRST), LOG_KEY, THIRD_PARTY).split('\n\n')[1],
      }),
    403,
  ],
  ['an old size above the checkpoint', async () => ask({ oldSize: NEXT, size: FIRST, hashes: [] }), 400],
  ['a proof for the first checkpoint', async () => ask({ hashes: [emptyRoot()] }), 422],
  ['a fork', after({ log: FORK, hashes: [] }), 422],
  [
    'a fork with the proof of the honest tree',
    async () => {
      await ask({ size: 15 });
      return ask({
        oldSize: 15,
        size: NEXT,
        hashes: await LOG.consistency(15, NEXT),
        checkpoint: signedBy(await FORK.textAt(NEXT)),
      });
    },
    422,
  ],
  [
    'a fork with its own proof',
    async () => {
      await ask({ size: 15 });
      return ask({ oldSize: 15, size: NEXT, log: FORK });
    },
    422,
  ],
  ['no proof', after({ hashes: [] }), 422],
  ['a proof cut short', async () => after({ hashes: (await LOG.consistency(FIRST, NEXT)).slice(1) })(), 422],
  [
    'a proof with a hash too many',
    async () => after({ hashes: [...(await LOG.consistency(FIRST, NEXT)), emptyRoot()] })(),
    422,
  ],
  [
    'another root at the same size',
    async () => {
      await ask({ size: NEXT });
      return ask({ oldSize: NEXT, size: NEXT, log: FORK });
    },
    422,
  ],
  [
    'a rolled-back log',
    async () => {
      await ask({ size: NEXT });
      return ask({ oldSize: FIRST, size: FIRST });
    },
    409,
  ],
  [
    'a rolled-back log that knows how far the witness is',
    async () => {
      await ask({ size: NEXT });
      return ask({ oldSize: NEXT, size: FIRST, hashes: [] });
    },
    400,
  ],
  [
    'an empty log with a root',
    async () => ask({ checkpoint: signedBy(toCheckpointText({ origin: ORIGIN, size: 0, root: new Uint8Array(32) })) }),
    422,
  ],
  ['no request', () => witness.addCheckpoint(''), 400],
  ['a request without checkpoint', () => witness.addCheckpoint('old 0\n\n'), 400],
  ['sixty-four hashes', async () => ask({ oldSize: FIRST, size: NEXT, hashes: Array(64).fill(emptyRoot()) }), 400],
];

describe('a witness refuses', () => {
  it.each(REFUSED)('%s', async (_name, asked, status) => {
    expect((await asked()).status).toBe(status);
  });
});

describe('over HTTP', () => {
  it('speaks the C2SP protocol, and nothing else', async () => {
    const server = await serveWitness(witness, { port: 0 });
    const post = (body: string | Uint8Array<ArrayBuffer>) =>
      fetch(`${server.url}/add-checkpoint`, { method: 'POST', body });
    try {
      const request = toWitnessRequest({ oldSize: 0, hashes: [], checkpoint: signedBy(await LOG.textAt(FIRST)) });
      expect((await post(request)).status).toBe(200);
      const conflict = await post(request);
      expect([conflict.status, conflict.headers.get('content-type'), await conflict.text()]).toEqual([
        409,
        'text/x.tlog.size',
        '7\n',
      ]);
      expect((await post('x'.repeat(200_000))).status).toBe(400);
      expect((await post(Uint8Array.of(255, 254))).status).toBe(400);
      expect((await fetch(`${server.url}/add-checkpoint`)).status).toBe(405);
      expect((await fetch(`${server.url}/`)).status).toBe(404);
      const hash = createHash('sha256').update(ORIGIN).digest('hex');
      expect((await fetch(`${server.url}/${hash}/checkpoint`)).status).toBe(200);
      expect(LOG_SIGNER.keyId).not.toBe(THIRD_PARTY.keyId);
    } finally {
      await server.close();
    }
  });
});
