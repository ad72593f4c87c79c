import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runAssay } from './testing/run-assay.ts';
import { createFolder } from './testing/skill-folder.ts';

const KINDS: readonly (readonly [string, (path: string) => void])[] = [
  ['a pipe', (path) => execFileSync('mkfifo', [path])],
  ['a link to a device', (path) => symlinkSync('/dev/zero', path)],
];

describe.each(KINDS)('%s in a clone', (_, make) => {
  it('in place of a proof or a trust root is refused, not waited for', async () => {
    using folder = createFolder({ 'root.json': '{}' });
    make(join(folder.path, 'proof.json'));
    const run = (...args: string[]) => runAssay(args, { cwd: folder.path, env: { HOME: folder.path } });
    const refused = { code: 64, stderr: expect.stringContaining('not a regular file') };
    expect(await run('verify', '--offline', 'proof.json', '--trust-root', 'root.json')).toMatchObject(refused);
    expect(await run('verify', '--offline', 'root.json', '--trust-root', 'proof.json')).toMatchObject(refused);
  });

  it('in place of the settings of a host does not hold hook install or doctor', async () => {
    using folder = createFolder({});
    mkdirSync(join(folder.path, '.claude'));
    make(join(folder.path, '.claude/settings.json'));
    const env = { HOME: folder.path, PATH: process.env.PATH ?? '', ASSAY_URL: 'http://127.0.0.1:1' };
    const run = (...args: string[]) => runAssay(args, { cwd: folder.path, env });
    expect((await run('hook', 'install', 'claude-code')).code).toBe(64);
    expect((await run('doctor')).code).toBe(2);
  });
});
