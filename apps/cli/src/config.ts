import { realpathSync } from 'node:fs';
import { userInfo } from 'node:os';
import { isAbsolute, join, sep } from 'node:path';

/** The model configuration file, the answer cache and the source of model keys. */
type ModelSettings = {
  readonly configFile: string;
  readonly cacheFolder: string;
  readonly findVariable: (name: string) => string | undefined;
};

/** The only file that reads the environment. */
export type Config = {
  readonly isColourForbidden: boolean;
  /** A CI runner reads the output and interprets lines of a certain form as commands. */
  readonly isPipelineLog: boolean;
  readonly url: string | undefined;
  /** A developer token or API key. */
  readonly token: string | undefined;
  /** Private key of the wallet that pays for reviews: 32 bytes as hex. Never written to disk. */
  readonly walletKey: string | undefined;
  readonly trustKeys: readonly string[];
  /** The project folder as reported by the agent host that started a hook. */
  readonly projectDir: string | undefined;
  /** Folders that agent hosts use instead of one in the home folder. Each may contain skills and plugins. */
  readonly hostDirs: readonly string[];
  readonly home: string;
  /** The environment for git: without git's own variables, which could select another repository or program. */
  readonly gitEnvironment: Readonly<Record<string, string | undefined>>;
  readonly configDir: string;
  readonly stateDir: string;
  readonly models: ModelSettings;
};

type Env = Readonly<Record<string, string | undefined>>;

/** CI systems that read commands from the log. */
const RUNNERS = ['GITHUB_ACTIONS', 'GITEA_ACTIONS', 'FORGEJO_ACTIONS', 'TF_BUILD', 'TEAMCITY_VERSION'] as const;

/** Follows the XDG base directory specification. */
export function readConfig(env: Env): Config {
  const home = absolute(env.HOME) ?? userInfo().homedir;
  const configDir = join(absolute(env.XDG_CONFIG_HOME) ?? join(home, '.config'), 'assay');
  return {
    // no-color.org: any non-empty value disables colour.
    isColourForbidden: (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb',
    isPipelineLog: RUNNERS.some((name) => (env[name] ?? '') !== ''),
    url: given(env.ASSAY_URL),
    token: given(env.ASSAY_TOKEN),
    walletKey: given(env.ASSAY_WALLET_KEY),
    trustKeys:
      given(env.ASSAY_TRUST_KEYS)
        ?.split(/[\s,]+/)
        .filter((key) => key !== '') ?? [],
    projectDir: given(env.CLAUDE_PROJECT_DIR),
    hostDirs: [env.CLAUDE_CONFIG_DIR, env.CODEX_HOME, env.COPILOT_HOME].flatMap((dir) => given(dir) ?? []),
    home,
    get gitEnvironment() {
      return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(?:GIT|SSH_ASKPASS)/.test(name)));
    },
    configDir,
    get stateDir() {
      return join(absolute(env.XDG_STATE_HOME) ?? join(home, '.local/state'), 'assay');
    },
    get models() {
      return {
        configFile: join(configDir, 'models.json'),
        cacheFolder: join(absolute(env.XDG_CACHE_HOME) ?? join(home, '.cache'), 'assay', 'readings'),
        findVariable: (name: string) => env[name],
      };
    },
  };
}

/** A folder relative to the process could be inside a project, whose files must not decide about that project. */
const absolute = (value: string | undefined): string | undefined =>
  value !== undefined && isAbsolute(value) && !OF_PROCESS.some((folder) => `${value}/`.startsWith(folder))
    ? value
    : undefined;
const OF_PROCESS = ['/proc/', '/dev/fd/'];
/** An empty value counts as not set. */
const given = (value: string | undefined): string | undefined => (value === '' ? undefined : value);

/** A hook gets the service and the keys from its command line or the user's settings. */
const NOT_FOR_HOOKS = ['ASSAY_URL', 'ASSAY_TOKEN', 'ASSAY_TRUST_KEYS'] as const;
const FOLDER_VARIABLES = ['HOME', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME'] as const;

/**
 * Agent hosts start hooks with variables that a project can set (`.env`, the `env` of its settings). These must not
 * choose the service or its keys, or make a project folder the one with the user's approvals.
 */
export function dropProjectVariables(env: NodeJS.ProcessEnv, cwd: string): void {
  for (const name of NOT_FOR_HOOKS) delete env[name];
  const projects = [...new Set([cwd, given(env.CLAUDE_PROJECT_DIR) ?? cwd])].map(realOf);
  const isOfAccount = (project: string) => isWithin(realOf(accountHome() ?? '/nonexistent'), project);
  for (const name of FOLDER_VARIABLES) {
    const folder = given(env[name]);
    if (folder === undefined) continue;
    const real = realOf(folder);
    // A session in the home folder or above it contains all folders of the user.
    if (projects.some((project) => isWithin(real, project) && !isOfAccount(project))) delete env[name];
  }
}

function accountHome(): string | undefined {
  try {
    return userInfo().homedir;
  } catch {
    return undefined;
  }
}

const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);

/** A folder that does not exist contains no settings. */
function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
