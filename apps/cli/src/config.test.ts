import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

describe('the user folders', () => {
  it.each(['.gemini/x', './x', '/proc/self/cwd/.gemini/x', '/dev/fd/3/x', ''])(
    'are not set by %j, which a project can set',
    (folder) => {
      const env = { HOME: '/home/user', XDG_CONFIG_HOME: folder, XDG_STATE_HOME: folder, XDG_CACHE_HOME: folder };
      const { configDir, stateDir, models } = readConfig(env);
      expect([configDir, stateDir, models.cacheFolder]).toEqual([
        '/home/user/.config/assay',
        '/home/user/.local/state/assay',
        '/home/user/.cache/assay/readings',
      ]);
      expect(readConfig({ HOME: folder }).home).toMatch(/^\/(?!proc|dev)/);
    },
  );

  it('can be absolute', () => {
    expect(readConfig({ HOME: '/home/user', XDG_CONFIG_HOME: '/srv/x' }).configDir).toBe('/srv/x/assay');
  });
});
