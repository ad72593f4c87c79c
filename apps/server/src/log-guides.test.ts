import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { COMPILED } from '../../cli/src/testing/run-assay.ts';
import { issueCertificate } from './testing/certificate-builder.ts';
import { startWitness, TEST_ORIGIN } from './testing/log-witness.ts';
import { createTemporaryFolder, type TemporaryFolder } from './testing/temporary-folder.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FILES = { 'SKILL.md': '# Walk\n' };

let folder: TemporaryFolder;
let witness: Awaited<ReturnType<typeof startWitness>>;
let server: TestServer;
let id: string;
beforeAll(async () => {
  folder = await createTemporaryFolder();
  witness = await startWitness('witness.example/guide');
  const clock = { now: () => new Date(), advance: () => undefined };
  // The worker role publishes checkpoints without a manual step.
  const env = { ASSAY_ROLES: 'api,worker', LOG_WITNESSES: JSON.stringify([witness.entry]) };
  server = await startTestServer({ clock: clock as never, env });
  id = await issueCertificate(server, { files: FILES });
  mkdirSync(join(folder.path, 'skill'));
  writeFileSync(join(folder.path, 'skill/SKILL.md'), FILES['SKILL.md']);
  const bin = join(folder.path, 'bin');
  mkdirSync(bin);
  const main = join(ROOT, 'apps/cli/src/main.ts');
  const command = `#!/bin/sh\nexport NODE_COMPILE_CACHE='${COMPILED.NODE_COMPILE_CACHE}'\nexec '${process.execPath}' '${main}' "$@"\n`;
  writeFileSync(join(bin, 'assay'), command);
  chmodSync(join(bin, 'assay'), 0o755);
  symlinkSync(join(ROOT, 'node_modules'), join(folder.path, 'node_modules'));
  await vi.waitFor(
    async () => {
      const { body } = await server.get(`/api/v1/public/certificates/${id}/proof-bundle`);
      expect(body).toMatchObject({ log: { cosignatures: [expect.any(String)] } });
    },
    { timeout: 30_000, interval: 50 },
  );
});
afterAll(async () => {
  await server.close();
  await witness.close();
  await folder.remove();
});

const blocks = (name: string, language: string) =>
  [
    ...readFileSync(join(ROOT, 'docs/guides', name), 'utf8').matchAll(
      new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'),
    ),
  ].map(([, block = '']) => block);
function start(command: string, args: readonly string[]) {
  const env = {
    PATH: `${folder.path}/bin:${process.env.PATH}`,
    HOME: folder.path,
    ASSAY_URL: server.url,
    CERTIFICATE: id,
    LOG_ORIGIN: TEST_ORIGIN,
    WITNESS_KEY: witness.verifierKey,
  };
  return spawn(command, [...args], { cwd: folder.path, env });
}
async function run(command: string, args: readonly string[]) {
  const child = start(command, args);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { stdout, stderr, code: code as number };
}
async function walk(name: string) {
  const outputs: string[] = [];
  for (const script of blocks(name, 'sh')) {
    const finished = await run('bash', ['--norc', '-euo', 'pipefail', '-c', script]);
    expect([script, finished.stderr, finished.code]).toEqual([script, '', 0]);
    outputs.push(finished.stdout);
  }
  return outputs;
}

describe('docs/guides/verify-offline.md', () => {
  it('works as written', async () => {
    const outputs = await walk('verify-offline.md');
    expect(outputs[2]).toContain(`VALID skill ${id}`);
    const [script = ''] = blocks('verify-offline.md', 'js');
    writeFileSync(join(folder.path, 'offline.mjs'), script);
    expect(await run(process.execPath, ['offline.mjs'])).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^true true 20\d\d-.* \[\]\n$/),
    });
  });
});

describe('docs/guides/witnesses.md', () => {
  it('works as written', async () => {
    await walk('witnesses.md');
    const [script = ''] = blocks('witnesses.md', 'console');
    const child = start('bash', ['--norc', '-euc', `exec ${script.replace('127.0.0.1:8090', '127.0.0.1:0')}`]);
    const [told] = await once(child.stdout.setEncoding('utf8'), 'data');
    expect(told).toMatch(/^witness\.example\/w1\+/);
    child.kill('SIGTERM');
    expect((await once(child, 'exit'))[0]).toBe(0);
    expect(JSON.parse(readFileSync(join(folder.path, 'witnesses.json'), 'utf8'))).toMatchObject([
      { key: expect.stringMatching(/^witness/) },
    ]);
  });
});

describe('docs/guides/monitors.md', () => {
  it('works as written', async () => {
    expect(await walk('monitors.md')).toEqual(['', '']);
  });
});
