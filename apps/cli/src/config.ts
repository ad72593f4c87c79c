import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where models are written down, where their answers are kept, and where their keys are looked up. */
export type ModelSettings = {
  readonly configFile: string | undefined;
  readonly cacheFolder: string | undefined;
  readonly findVariable: (name: string) => string | undefined;
};

/** The one file that reads the environment. */
export type Config = { readonly isColourForbidden: boolean; readonly models: ModelSettings };

/** no-color.org: present and not empty means no colour, whatever the value. Folders are those of the XDG specification. */
export const readConfig = (env: Environment): Config => ({
  isColourForbidden: (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb',
  models: {
    configFile: folderOf(env.XDG_CONFIG_HOME, env.HOME, '.config', 'models.json'),
    cacheFolder: folderOf(env.XDG_CACHE_HOME, env.HOME, '.cache', 'readings'),
    findVariable: (name) => env[name],
  },
});

/** `undefined` where nobody has a home: then nothing is looked for and nothing is kept. */
function folderOf(base = '', home = '', fallback: string, name: string): string | undefined {
  if (base !== '') return join(base, 'assay', name);
  return home === '' ? undefined : join(home, fallback, 'assay', name);
}
