import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createActionLock } from '../../../scripts/release/action-lock.ts';
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
const VERSION = '0.1.0';
const toManifest = (name: string) => ({
  name,
  version: VERSION,
  type: 'module',
  ...(name === '@assay/cli' && { bin: { assay: 'main.js' } }),
  ...(name === '@assay/audit' && { dependencies: { '@assay/protocol': VERSION } }),
});

/** The command, the scanner packages that are installed beside it, and a package that those depend on. */
const PACKAGES = ['cli', 'audit', 'analysis', 'sandbox', 'contract-review', 'reader', 'protocol'];

/** A registry with these packages in the format of npm. */
async function openRegistry(name: string) {
  const source = createFolder(
    Object.fromEntries(
      PACKAGES.flatMap((each) => [
        [`${each}/package/package.json`, JSON.stringify(toManifest(`@assay/${each}`))],
        [`${each}/package/main.js`, programOf(name)],
      ]),
    ),
  );
  const tarballOf = (each: string) => join(source.path, `assay-${each}-${VERSION}.tgz`);
  for (const each of PACKAGES)
    execFileSync('tar', ['-czf', tarballOf(each), 'package'], { cwd: join(source.path, each) });
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const [, each = ''] = /^\/@assay\/([^/]+)/.exec(decodeURIComponent(request.url ?? '')) ?? [];
    const tarball = readFileSync(tarballOf(each));
    if (request.url?.endsWith('.tgz')) return response.end(tarball);
    const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
    const name = `@assay/${each}`;
    const dist = { tarball: `${url}/${name}/-/${each}-${VERSION}.tgz`, integrity };
    const versions = { [VERSION]: { ...toManifest(name), dist } };
    return response.end(JSON.stringify({ name, 'dist-tags': { latest: VERSION }, versions }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    asked,
    folder: source.path,
    async [Symbol.asyncDispose]() {
      source[Symbol.dispose]();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The action as released: its lock file is made before the packages are in a registry. */
function createAction({ folder }: { readonly folder: string }) {
  const lock = createActionLock(folder, VERSION, ['--offline', `--cache=${join(folder, 'cache')}`]);
  const files = ['run.sh', 'pre-commit.mjs', 'install.mjs'].map((name) => [
    name,
    readFileSync(actionFile(name), 'utf8'),
  ]);
  const action = createFolder({ ...Object.fromEntries(files), 'package-lock.json': JSON.stringify(lock) });
  for (const [name = ''] of files) chmodSync(join(action.path, name), 0o755);
  return action;
}

/** A repository with its own `@assay/cli` and its own registry. */
function createClone(registry: string) {
  const folder = createFolder({
    'clone/a/SKILL.md': CLEAN_SKILL,
    'clone/.npmrc': `registry=${registry}\n@assay:registry=${registry}\n`,
    'clone/package.json': JSON.stringify({ private: true, dependencies: { '@assay/cli': '0.1.0' } }),
    'clone/node_modules/@assay/cli/package.json': JSON.stringify(toManifest('@assay/cli')),
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
    ['the pre-commit hook', 'pre-commit.mjs', ['a/SKILL.md']],
  ] as const)('%s runs the published program only', async (_, script, args) => {
    await using published = await openRegistry('published');
    await using theirs = await openRegistry('other');
    using folder = createClone(theirs.url);
    using action = createAction(published);

    const env = { ASSAY_REGISTRY: published.url, RUNNER_TEMP: join(folder.path, 'home') };
    const { code, log } = await start(join(action.path, script), args, folder.path, env);

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
    using action = createAction(published);
    const commit = (registry: string) =>
      start(join(action.path, 'pre-commit.mjs'), ['a/SKILL.md'], folder.path, { ASSAY_REGISTRY: registry });
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

  it.each([
    ['the action', 'run.sh', [], 1],
    ['the pre-commit hook', 'pre-commit.mjs', ['a/SKILL.md'], 2],
  ] as const)('%s refuses packages with other bytes than the pinned ones', async (_, script, args, code) => {
    await using published = await openRegistry('published');
    await using changed = await openRegistry('changed');
    using folder = createClone(changed.url);
    using action = createAction(published);
    const env = { ASSAY_REGISTRY: changed.url, RUNNER_TEMP: join(folder.path, 'home') };

    const refused = await start(join(action.path, script), args, folder.path, env);

    expect(refused).toEqual({ code, log: expect.stringContaining('EINTEGRITY') });
    expect(refused.log).not.toContain('reviewed by');
  });

  it('the action refuses to install packages that are not pinned', async () => {
    using folder = createClone('http://127.0.0.1:1');
    expect(await start(actionFile('run.sh'), [], folder.path, { RUNNER_TEMP: join(folder.path, 'home') })).toEqual({
      code: 1,
      log: expect.stringContaining('pins no packages'),
    });
  });
});
