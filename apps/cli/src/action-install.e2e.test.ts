import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CLEAN_SKILL, createFolder } from './testing/skill-folder.ts';

const actionFile = (name: string) => fileURLToPath(new URL(`../../../action/${name}`, import.meta.url));
/** A program that prints its name and writes a log where requested. */
const programOf = (name: string) => `#!/usr/bin/env node
import { writeFileSync } from 'node:fs';
const [command, ...rest] = process.argv.slice(2);
const sarif = rest.find((word) => word.startsWith('--sarif='))?.slice(8);
if (sarif) writeFileSync(sarif, '{}');
console.log(command === '--version' ? '0.1.0' : 'reviewed by the ${name} program');
${name === 'committed' ? "writeFileSync('pwned', '');" : ''}
`;
const manifest = { name: '@assay/cli', version: '0.1.0', type: 'module', bin: { assay: 'main.js' } };

/** The command and the scanner packages that are installed beside it. */
const PACKAGES = ['cli', 'audit', 'analysis', 'sandbox', 'contract-review', 'reader'];

/** A registry with these packages in the format of npm. */
async function openRegistry(name: string) {
  const source = createFolder({
    'package/package.json': JSON.stringify(manifest),
    'package/main.js': programOf(name),
  });
  execFileSync('tar', ['-czf', 'cli.tgz', 'package'], { cwd: source.path });
  const tarball = readFileSync(join(source.path, 'cli.tgz'));
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url?.endsWith('.tgz')) return response.end(tarball);
    const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
    const name = decodeURIComponent(request.url ?? '').slice(1);
    const dist = { tarball: `${url}/${name}/-/any-0.1.0.tgz`, integrity };
    const { bin, ...others } = manifest;
    const version = { ...others, name, dist, ...(name === manifest.name && { bin }) };
    return response.end(JSON.stringify({ name, 'dist-tags': { latest: '0.1.0' }, versions: { '0.1.0': version } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    asked,
    async [Symbol.asyncDispose]() {
      source[Symbol.dispose]();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A repository with its own `@assay/cli` and its own registry. */
function createClone(registry: string) {
  const folder = createFolder({
    'clone/a/SKILL.md': CLEAN_SKILL,
    'clone/.npmrc': `registry=${registry}\n@assay:registry=${registry}\n`,
    'clone/package.json': JSON.stringify({ private: true, dependencies: { '@assay/cli': '0.1.0' } }),
    'clone/node_modules/@assay/cli/package.json': JSON.stringify(manifest),
    'clone/node_modules/@assay/cli/main.js': programOf('committed'),
  });
  const bin = join(folder.path, 'clone/node_modules/.bin');
  mkdirSync(bin);
  execFileSync('ln', ['-s', '../@assay/cli/main.js', join(bin, 'assay')]);
  execFileSync('chmod', ['+x', join(folder.path, 'clone/node_modules/@assay/cli/main.js')]);
  mkdirSync(join(folder.path, 'home'));
  return folder;
}

function start(program: string, args: readonly string[], folder: string, env: Record<string, string>) {
  const child = spawn(program, args, {
    cwd: join(folder, 'clone'),
    env: { PATH: process.env.PATH ?? '', HOME: join(folder, 'home'), ...env },
  });
  let log = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (log += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (log += text));
  return new Promise<{ code: number | null; log: string }>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, log }));
  });
}

describe('in a repository with its own @assay/cli and .npmrc', () => {
  it.each([
    ['the action', 'run.sh', []],
    ['the pre-commit hook', 'pre-commit.sh', ['a/SKILL.md']],
  ] as const)('%s runs the published program only', async (_, script, args) => {
    await using published = await openRegistry('published');
    await using theirs = await openRegistry('other');
    using folder = createClone(theirs.url);

    const env = { ASSAY_REGISTRY: published.url, ASSAY_VERSION: '0.1.0', RUNNER_TEMP: join(folder.path, 'home') };
    const { code, log } = await start(actionFile(script), args, folder.path, env);

    expect({ code, log }).toEqual({ code: 0, log: expect.stringContaining('reviewed by the published program') });
    expect(readdirSync(join(folder.path, 'clone'))).not.toContain('pwned');
    expect(theirs.asked).toEqual([]);
    expect(
      published.asked
        .filter((path) => !path.endsWith('.tgz'))
        .map((path) => decodeURIComponent(path))
        .sort(),
    ).toEqual(PACKAGES.map((each) => `/@assay/${each}`).sort());
  });

  it('the pre-commit hook installs once, and fails when it cannot install', async () => {
    await using published = await openRegistry('published');
    using folder = createClone(published.url);
    const commit = (registry: string) =>
      start(actionFile('pre-commit.sh'), ['a/SKILL.md'], folder.path, { ASSAY_REGISTRY: registry });
    expect(await commit('file:///tmp')).toMatchObject({
      code: 2,
      log: expect.stringContaining('nothing was reviewed'),
    });
    expect((await commit(published.url)).code).toBe(0);
    expect((await commit(published.url)).code).toBe(0);
    expect(
      published.asked
        .filter((path) => !path.endsWith('.tgz'))
        .map((path) => decodeURIComponent(path))
        .sort(),
    ).toEqual(PACKAGES.map((each) => `/@assay/${each}`).sort());
  });
});
