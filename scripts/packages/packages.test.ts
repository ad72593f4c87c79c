import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPackages, packFolders, ROOT } from './build.ts';

/** What the client needs of others, packed from where it is installed here: a test asks no registry. */
const OTHERS = ['zod', '@noble/curves', '@noble/hashes'];

let home: string;
let project: string;
let client: string;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'assay-pack-'));
  project = join(home, 'project');
  const built = await buildPackages(['@assay/protocol', '@assay/client'], join(home, 'build'), { isTyped: false });
  const theirs = OTHERS.map((name) => join(ROOT, 'node_modules', name));
  const tarballs = packFolders([...built.values(), ...theirs], join(home, 'packed'));
  client = tarballs.find((path) => path.includes('assay-client')) ?? '';
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{"name":"empty","private":true,"type":"module"}');
  execFileSync(
    'npm',
    ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', ...tarballs],
    { cwd: project, stdio: 'pipe' },
  );
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const SCRIPT = `
import { createClient, certificateKey } from '@assay/client';
import { createApi } from '@assay/client/api';
import { readFolder } from '@assay/client/node';
const client = createClient({ baseUrl: 'http://127.0.0.1:1', attempts: 1 });
const { valid, outcome } = await client.verify('0'.repeat(24));
const { files } = await readFolder('node_modules/@assay/client');
console.log(JSON.stringify({ valid, outcome, isFolder: files.length > 10, api: typeof createApi, key: certificateKey.name }));
`;

/** The Node of this run, and the one of the host where it is another. */
const NODES = [...new Set([process.execPath, 'node'])];

describe('the tarball of the client', () => {
  it('holds its code and nothing else', () => {
    const names = execFileSync('tar', ['tzf', client], { encoding: 'utf8' }).trim().split('\n').sort();
    expect(names.filter((name) => !/^package\/src\/[\w./-]+[.]js$/.test(name))).toEqual([
      'package/LICENSE',
      'package/README.md',
      'package/package.json',
    ]);
    expect(names.filter((name) => /test|fixture|vector/.test(name))).toEqual([]);
    expect(names).toContain('package/src/index.js');
    const manifest = JSON.parse(readFileSync(join(project, 'node_modules/@assay/client/package.json'), 'utf8'));
    expect(manifest).toMatchObject({
      publishConfig: { provenance: true },
      dependencies: { '@assay/protocol': expect.stringMatching(/^\d/) },
    });
    expect(manifest).not.toHaveProperty('private');
  });

  it.each(NODES)('works in an empty project with %s', (node) => {
    writeFileSync(join(project, 'run.js'), SCRIPT);
    const { stdout, status } = spawnSync(node, ['run.js'], { cwd: project, encoding: 'utf8' });
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      valid: false,
      outcome: 'undecidable',
      isFolder: true,
      api: 'function',
      key: 'certificateKey',
    });
  });
});
