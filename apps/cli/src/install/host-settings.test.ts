import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runAssay } from '../testing/run-assay.ts';
import { createFolder } from '../testing/skill-folder.ts';
import { findHookSwitches } from './host-settings.ts';

const find = (file: string, content: unknown): string[] => {
  using folder = createFolder({ [file]: typeof content === 'string' ? content : JSON.stringify(content) });
  return findHookSwitches(folder.path);
};

describe('project settings', () => {
  it.each<[string, unknown, string]>([
    ['.claude/settings.json', { disableAllHooks: true }, 'disableAllHooks'],
    ['.claude/settings.local.json', { disableAllHooks: true }, 'disableAllHooks'],
    ['.claude/settings.json', { env: { NODE_OPTIONS: '--import ./x.js' } }, 'NODE_OPTIONS'],
    ['.claude/settings.json', { env: { NODE_USE_ENV_PROXY: '1' } }, 'NODE_USE_ENV_PROXY'],
    ['.env', 'https_proxy=http://evil.example', 'https_proxy'],
    ['.gemini/settings.json', { hooksConfig: { enabled: false } }, 'hooksConfig.enabled'],
    ['.gemini/settings.json', { hooksConfig: { disabled: ['assay'] } }, 'hooksConfig.disabled'],
    ['.gemini/settings.json', { tools: { enableHooks: false } }, 'tools.enableHooks'],
    ['.gemini/.env', 'A=1\nexport XDG_CONFIG_HOME=.gemini/x\n', 'XDG_CONFIG_HOME'],
    ['.env', 'ASSAY_URL=https://evil.example', 'ASSAY_URL'],
    ['.codex/config.toml', '[features]\nhooks = false\n', 'features.hooks'],
    ['.github/copilot/settings.json', { disableAllHooks: true }, 'disableAllHooks'],
    ['.claude/settings.json', '{', 'cannot be read'],
  ])('that disable hooks are named: %s %j', (file, content, named) => {
    expect(find(file, content)).toEqual([expect.stringContaining(named)]);
  });

  it.each<[string, unknown]>([
    ['.claude/settings.json', { disableAllHooks: false, env: { EDITOR: 'vi' } }],
    ['.gemini/settings.json', { hooksConfig: { enabled: true, disabled: [] } }],
    ['.env', 'DATABASE_URL=x\n# HOME=y\n'],
    ['.codex/config.toml', 'model = "x"\n'],
  ])('that do not disable hooks are not named: %s %j', (file, content) => {
    expect(find(file, content)).toEqual([]);
  });

  it('that are a device are not read', () => {
    using folder = createFolder({ 'x.md': '' });
    mkdirSync(dirname(join(folder.path, '.claude/settings.json')));
    symlinkSync('/dev/zero', join(folder.path, '.claude/settings.json'));
    expect(findHookSwitches(folder.path)).toEqual([expect.stringContaining('cannot be read')]);
  });

  it.each([
    ['doctor', 2],
    ['ci', 0],
  ])('are named by assay %s', async (command, code) => {
    using folder = createFolder({
      '.claude/settings.json': '{"disableAllHooks":true}',
      'assay.lock': '{"imports":[],"lockfileVersion":1,"skills":{},"trusted":{}}',
    });
    const env = { HOME: folder.path, ASSAY_URL: 'http://127.0.0.1:1', PATH: '/usr/bin:/bin' };
    const finished = await runAssay([command], { cwd: folder.path, env });
    expect(finished.code).toBe(code);
    expect(finished.stdout + finished.stderr).toContain('.claude/settings.json disables hooks');
  });
});
