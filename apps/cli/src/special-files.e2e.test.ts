import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runAssay } from './testing/run-assay.ts';
import { createFolder } from './testing/skill-folder.ts';

const KINDS: readonly (readonly [string, (path: string) => void])[] = [
  ['a pipe', (path) => execFileSync('mkfifo', [path])],
  ['a link to a device', (path) => symlinkSync('/dev/zero', path)],
];

it('assay init replaces a broken symlink and does not write through it', async () => {
  using folder = createFolder({ 'project/a.md': '' });
  const project = join(folder.path, 'project');
  const env = { HOME: folder.path, ASSAY_URL: 'http://127.0.0.1:1' };
  symlinkSync('../outside.json', join(project, '.assay.json'));
  expect((await runAssay(['init'], { cwd: project, env })).code).toBe(1);
  expect((await runAssay(['init', '--force'], { cwd: project, env })).code).toBe(0);
  expect(readdirSync(folder.path)).not.toContain('outside.json');
  expect(lstatSync(join(project, '.assay.json')).isFile()).toBe(true);
});

describe.each(KINDS)('%s in a clone', (_, make) => {
  it('is refused without waiting in place of a proof or a trust root', async () => {
    using folder = createFolder({ 'root.json': '{}' });
    make(join(folder.path, 'proof.json'));
    const run = (...args: string[]) => runAssay(args, { cwd: folder.path, env: { HOME: folder.path } });
    const refused = { code: 64, stderr: expect.stringContaining('not a regular file') };
    expect(await run('verify', '--offline', 'proof.json', '--trust-root', 'root.json')).toMatchObject(refused);
    expect(await run('verify', '--offline', 'root.json', '--trust-root', 'proof.json')).toMatchObject(refused);
  });

  it('does not block hook install or doctor in place of the settings of a host', async () => {
    using folder = createFolder({});
    mkdirSync(join(folder.path, '.claude'));
    make(join(folder.path, '.claude/settings.json'));
    const env = { HOME: folder.path, PATH: process.env.PATH ?? '', ASSAY_URL: 'http://127.0.0.1:1' };
    const run = (...args: string[]) => runAssay(args, { cwd: folder.path, env });
    expect((await run('hook', 'install', 'claude-code')).code).toBe(64);
    expect((await run('doctor')).code).toBe(2);
  });
});
