import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CLEAN_SKILL, createFolder } from '../../apps/cli/src/testing/skill-folder.ts';
import { buildPackages, PACKAGES, packFolders, ROOT } from './build.ts';
import { buildPlugin } from './plugin.ts';

/** What the client needs of others, packed from where it is installed here: a test asks no registry. */
const OTHERS = ['zod', '@noble/curves', '@noble/hashes'];

let home: string;
let project: string;
let client: string;
let plugin: string;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'assay-pack-'));
  project = join(home, 'project');
  const built = await buildPackages(['@assay/protocol', '@assay/client', '@assay/cli'], join(home, 'build'), {
    isTyped: false,
  });
  const theirs = OTHERS.map((name) => join(ROOT, 'node_modules', name));
  const tarballs = packFolders([...built.values(), ...theirs], join(home, 'packed'));
  plugin = join(buildPlugin(built.get('@assay/cli') ?? '', join(home, 'market')), 'assay');
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

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The Node of this run, and the one of the host where it is another. */
const NODES = [...new Set([process.execPath, 'node'])];

it.each(Object.entries(PACKAGES))('the README of %s says how to install it', (name, { folder }) => {
  const line = `npm install ${name === '@assay/cli' ? '--global ' : ''}${name}\n`;
  expect(readFileSync(join(ROOT, folder, 'README.md'), 'utf8')).toContain(line);
});

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

describe('the tarball of the command', () => {
  const run = (...words: string[]) =>
    spawnSync(process.execPath, [join(project, 'node_modules/@assay/cli/src/assay.cjs'), ...words], {
      cwd: home,
      encoding: 'utf8',
      env: { HOME: home, PATH: process.env.PATH },
      input: JSON.stringify({
        hook_event_name: 'PreToolUse',
        tool_name: 'Skill',
        cwd: home,
        tool_input: { skill: 'x' },
      }),
    });
  const NOBODY = ['--url', 'http://127.0.0.1:1'];

  it('needs no other package, and says so', () => {
    const manifest = JSON.parse(readFileSync(join(project, 'node_modules/@assay/cli/package.json'), 'utf8'));
    expect(manifest).toMatchObject({ dependencies: {}, engines: { node: '>=22.18' } });
    expect(existsSync(join(project, 'node_modules/@assay/audit'))).toBe(false);
    expect(existsSync(join(project, 'node_modules/.bin/assay'))).toBe(true);
    expect(readFileSync(join(project, 'node_modules/@assay/cli/src/THIRD_PARTY.txt'), 'utf8')).toMatch(/^zod /m);
  });

  it('verifies, starts its servers and answers hosts without the scanner, and never takes its absence for a verdict', () => {
    expect(run('verify', '0'.repeat(24), ...NOBODY)).toMatchObject({ status: 2 });
    expect(run('hook', 'run', 'claude-code', ...NOBODY)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('"permissionDecision":"deny"'),
    });
    expect(run('mcp', '--help')).toMatchObject({ status: 0 });
    expect(run('scan', join(ROOT, 'samples/skills'))).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('npm install @assay/audit@'),
    });
  });

  it.each(['bash', 'zsh', 'fish', 'powershell'])('completes all commands without the scanner in %s', (shell) => {
    expect(run('completion', shell)).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringContaining('plugin'),
    });
  });

  describe('keeps compiled code of the hook in the own folder of the user', () => {
    const cache = join(userInfo().homedir, '.cache/assay/compiled');
    const moved = `${dirname(cache)}.moved`;
    const ask = () => run('hook', 'run', 'claude-code', ...NOBODY);
    let kept: string;
    let hook: string;
    beforeAll(() => {
      hook = join(project, 'node_modules/@assay/cli/src/hook.cjs');
      kept = join(cache, `hook-${process.version}-${process.arch}-${sha256(readFileSync(hook, 'utf8'))}`);
    });
    afterEach(() => {
      if (existsSync(moved)) {
        rmSync(dirname(cache), { recursive: true });
        renameSync(moved, dirname(cache));
      }
      rmSync(kept, { force: true });
      chmodSync(dirname(cache), 0o700);
      chmodSync(cache, 0o700);
    });

    it('after the first answer, and answers the same with code that cannot be used', () => {
      const { stdout } = ask();
      expect(stdout).toContain('"deny"');
      const { mtimeMs, mode } = statSync(kept);
      expect(mode & 0o777).toBe(0o600);
      expect(ask()).toMatchObject({ status: 0, stdout, stderr: '' });
      expect(statSync(kept).mtimeMs).toBe(mtimeMs);
      writeFileSync(kept, 'no code');
      expect(ask()).toMatchObject({ status: 0, stdout, stderr: '' });
      expect(statSync(kept).size).toBeGreaterThan(10_000);
      expect(existsSync(join(project, 'node_modules/.cache'))).toBe(false);
    });

    /** Compiled code that V8 takes for that of the hook, and that answers DENY. */
    const writeForeign = (path: string) => {
      const code = `
        require('node:v8').setFlagsFromString('--no-lazy');
        const source = require('node:fs').readFileSync(${JSON.stringify(hook)}, 'utf8').replaceAll('deny', 'DENY');
        const script = new (require('node:vm').Script)(source, { filename: ${JSON.stringify(hook)} });
        require('node:v8').setFlagsFromString('--lazy');
        require('node:fs').writeFileSync(${JSON.stringify(path)}, script.createCachedData(), { mode: 0o600 });`;
      mkdirSync(dirname(path), { recursive: true });
      execFileSync(process.execPath, ['-e', code]);
    };

    it('and runs what is there', () => {
      ask();
      writeForeign(kept);
      expect(ask().stdout).toContain('"DENY"');
    });

    const asRoot: [string, () => void][] = [['a file of another user', () => chownSync(kept, 65_534, 65_534)]];
    it.each<[string, () => void]>([
      ['a file that others can write', () => chmodSync(kept, 0o622)],
      ['a file in a folder that others can write', () => chmodSync(cache, 0o770)],
      ['a file in a folder that others can enter', () => chmodSync(cache, 0o755)],
      ['a file below a folder that others can write', () => chmodSync(dirname(cache), 0o775)],
      [
        'a file below a link to a folder of this user',
        () => {
          renameSync(dirname(cache), moved);
          symlinkSync(moved, dirname(cache));
        },
      ],
      [
        'a link to a file of this user',
        () => {
          renameSync(kept, join(home, 'code'));
          symlinkSync(join(home, 'code'), kept);
        },
      ],
      ['a file that has another name elsewhere', () => linkSync(kept, join(cache, 'other'))],
      [
        'a file of the project',
        () => {
          mkdirSync(join(project, 'node_modules/.cache/assay'), { recursive: true });
          renameSync(kept, join(project, 'node_modules/.cache/assay', basename(kept)));
        },
      ],
      ...(process.getuid?.() === 0 ? asRoot : []),
    ])('but never %s', (_, change) => {
      ask();
      writeForeign(kept);
      change();
      const { status, stdout, stderr } = ask();
      rmSync(join(cache, 'other'), { force: true });
      expect([status, stdout, stderr]).toEqual([0, expect.stringContaining('"deny"'), '']);
    });
  });

  it('takes no settings from a folder of the project that the environment names', () => {
    using folder = createFolder({
      'project/.claude/skills/evil/SKILL.md': CLEAN_SKILL,
      'project/x/assay/config.json': '',
    });
    const cwd = join(folder.path, 'project');
    const digest = sha256(`SKILL.md\0${sha256(CLEAN_SKILL)}\n`);
    const trusted = { [digest]: { name: 'evil', reason: '', by: 'x', until: '2099-01-01' } };
    writeFileSync(join(cwd, 'x/assay/config.json'), JSON.stringify({ trusted }));
    const event = { hook_event_name: 'PreToolUse', tool_name: 'Skill', cwd, tool_input: { skill: 'evil' } };
    const ask = (where: string) =>
      spawnSync(
        process.execPath,
        [join(project, 'node_modules/@assay/cli/src/assay.cjs'), 'hook', 'run', 'claude-code', ...NOBODY],
        {
          cwd: where,
          encoding: 'utf8',
          env: { HOME: home, PATH: process.env.PATH, XDG_CONFIG_HOME: join(cwd, 'x') },
          input: JSON.stringify(event),
        },
      ).stdout;
    expect(ask(cwd)).toContain('"permissionDecision":"deny"');
    expect(ask(home)).toBe('');
  });

  it('refuses a Node that is too old in one line', () => {
    const command = join(project, 'node_modules/@assay/cli/src/assay.cjs');
    const asOld = `Object.defineProperty(process.versions, 'node', { value: '22.17.9' }); require(${JSON.stringify(command)});`;
    const { status, stderr } = spawnSync(process.execPath, ['-e', asOld], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([70, 'assay: this is Node 22.17.9, and assay needs Node 22.18 or later.\n']);
  });
});

describe('the plugin for agent hosts', () => {
  type Hooks = { hooks: { PreToolUse: { hooks: { command: string }[] }[] } };
  const json = (path: string) => JSON.parse(readFileSync(join(plugin, path), 'utf8'));
  const HOSTS = [
    ['claude-code', '.claude-plugin'],
    ['codex', '.codex-plugin'],
  ] as const;

  it.each(HOSTS)('runs its hook in %s: denies an unknown skill, blocks when it cannot start', (host, manifest) => {
    const { hooks } = json(`${manifest}/plugin.json`) as { hooks: string };
    const [command = ''] = (json(hooks) as Hooks).hooks.PreToolUse.flatMap((each) =>
      each.hooks.map((hook) => hook.command),
    );
    expect(command).toContain(`hook run ${host} `);
    const event = {
      hook_event_name: 'PreToolUse',
      cwd: home,
      tool_name: 'Bash',
      tool_input: { command: 'npx skills add a/b' },
    };
    const run = (root: string) =>
      spawnSync('sh', ['-c', command], {
        encoding: 'utf8',
        input: JSON.stringify(event),
        env: { HOME: home, PATH: process.env.PATH, CLAUDE_PLUGIN_ROOT: root, ASSAY_URL: 'http://127.0.0.1:1' },
      });
    expect(run(plugin)).toMatchObject({ status: 0, stdout: expect.stringContaining('"permissionDecision":"deny"') });
    expect(run(join(home, 'nowhere')).status).toBe(2);
  });

  it.each(HOSTS)('starts its MCP server in %s', (_, manifest) => {
    const { mcpServers } = json(`${manifest}/plugin.json`) as { mcpServers: string };
    const { command, args, cwd } = json(mcpServers).mcpServers.assay as {
      command: string;
      args: string[];
      cwd?: string;
    };
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const { stdout } = spawnSync(
      command,
      args.map((word) => word.replace('${CLAUDE_PLUGIN_ROOT}', plugin)),
      {
        cwd: cwd === undefined ? home : join(plugin, cwd),
        encoding: 'utf8',
        env: { HOME: home, PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
        input: `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`,
      },
    );
    expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({ result: { serverInfo: { name: 'assay' } } });
  });

  it('is listed by its marketplace with the version of the command', () => {
    const { plugins } = json('../.claude-plugin/marketplace.json');
    const { version } = json('node_modules/@assay/cli/package.json');
    expect(plugins).toMatchObject([{ name: 'assay', source: './assay', version }]);
  });
});
