import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMPILED, MAIN, runAssayProcess } from './testing/run-assay.ts';
import { CLEAN_SKILL, createFolder } from './testing/skill-folder.ts';

const AWAY = 'http://127.0.0.1:1';
const DIGEST = createHash('sha256')
  .update(`SKILL.md\0${createHash('sha256').update(CLEAN_SKILL).digest('hex')}\n`)
  .digest('hex');
/** Approves the skill `evil` of the project. */
const APPROVAL = JSON.stringify({
  trusted: { [DIGEST]: { name: 'evil', reason: '', by: 'x', until: '2099-01-01' } },
});

const openProject = () =>
  createFolder({
    'project/.claude/skills/evil/SKILL.md': CLEAN_SKILL,
    'project/.gemini/x/assay/config.json': APPROVAL,
    'project/.gemini/.config/assay/config.json': APPROVAL,
    'home/.keep': '',
    'own/assay/config.json': APPROVAL,
  });
const EVENT = { hook_event_name: 'PreToolUse', tool_name: 'Skill', tool_input: { skill: 'evil' } };
const eventIn = (cwd: string) => JSON.stringify({ ...EVENT, cwd });

describe('the environment of a hook', () => {
  const ask = async (env: (root: string) => Record<string, string>) => {
    using folder = openProject();
    const cwd = join(folder.path, 'project');
    symlinkSync('.gemini/x', join(cwd, 'linked'));
    const given = { HOME: join(folder.path, 'home'), ...env(folder.path) };
    return (await runAssayProcess(['hook', 'run', 'claude-code'], { cwd, env: given, input: eventIn(cwd) })).stdout;
  };

  it.each<[string, (root: string) => Record<string, string>]>([
    ['a relative folder', () => ({ XDG_CONFIG_HOME: '.gemini/x' })],
    ['a folder of the process', () => ({ XDG_CONFIG_HOME: '/proc/self/cwd/.gemini/x' })],
    ['a folder of the project', (root) => ({ XDG_CONFIG_HOME: `${root}/project/.gemini/x` })],
    ['a link in the project', (root) => ({ XDG_CONFIG_HOME: `${root}/project/linked` })],
    ['a home in the project', (root) => ({ HOME: `${root}/project/.gemini` })],
  ])('does not choose %s for the approvals', async (_, env) => {
    expect(await ask(env)).toContain('"permissionDecision":"deny"');
  });

  it('may name a folder of the user', async () => {
    expect(await ask((root) => ({ XDG_CONFIG_HOME: `${root}/own` }))).toBe('');
  });

  it('chooses no service and no key', async () => {
    expect(await ask(() => ({ ASSAY_URL: 'https://evil.example.invalid' }))).toContain('http://127.0.0.1:8080');
  });
});

describe('a hook installed for a user', () => {
  type Settings = { hooks: { PreToolUse: { hooks: { command: string }[] }[] } };
  const installIn = async (root: string) => {
    const env = { HOME: `${root}/home`, XDG_CONFIG_HOME: `${root}/own`, XDG_STATE_HOME: `${root}/state` };
    const words = ['hook', 'install', 'claude-code', '--user', '--url', AWAY];
    expect((await runAssayProcess(words, { cwd: `${root}/project`, env })).code).toBe(0);
    const settings = JSON.parse(readFileSync(`${root}/home/.claude/settings.json`, 'utf8')) as Settings;
    return settings.hooks.PreToolUse[0]?.hooks[0]?.command ?? '';
  };

  it('runs this program with the folders at installation and without Node options', async () => {
    using folder = openProject();
    const cwd = join(folder.path, 'project');
    const command = await installIn(folder.path);
    expect(command).toContain(` ${MAIN} hook run claude-code --url '${AWAY}' || (echo`);
    const mark = join(folder.path, 'mark');
    writeFileSync(join(cwd, 'x.cjs'), `require('node:fs').writeFileSync(${JSON.stringify(mark)}, '')`);
    const run = (env: Record<string, string>) =>
      spawnSync('sh', ['-c', command], {
        encoding: 'utf8',
        cwd,
        input: eventIn(cwd),
        env: {
          ...COMPILED,
          HOME: join(folder.path, 'home'),
          PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
          ...env,
        },
      });
    // The approvals in the recorded folder apply, whatever folder the environment names.
    expect(run({ XDG_CONFIG_HOME: '/nonexistent' })).toMatchObject({ status: 0, stdout: '' });
    expect(run({ NODE_OPTIONS: `--require ${join(cwd, 'x.cjs')}` })).toMatchObject({ status: 0, stdout: '' });
    expect(() => readFileSync(mark)).toThrow('ENOENT');
  });

  it('is not written through a symlink of the project', async () => {
    using folder = openProject();
    const cwd = join(folder.path, 'project');
    mkdirSync(join(folder.path, 'elsewhere'));
    writeFileSync(join(folder.path, 'elsewhere/settings.json'), '{}');
    symlinkSync('../../elsewhere/settings.json', join(cwd, '.claude/settings.json'));
    const { code, stderr } = await runAssayProcess(['hook', 'install', 'claude-code', '--url', AWAY], {
      cwd,
      env: { HOME: join(folder.path, 'home') },
    });
    expect([code, stderr]).toEqual([64, expect.stringContaining('Remove the link first')]);
    expect(readFileSync(join(folder.path, 'elsewhere/settings.json'), 'utf8')).toBe('{}');
  });
});
