import { realpathSync } from 'node:fs';
import { userInfo } from 'node:os';
import { isAbsolute, join, sep } from 'node:path';

/** Where models are written down, where their answers are kept, and where their keys are looked up. */
type ModelSettings = {
  readonly configFile: string;
  readonly cacheFolder: string;
  readonly findVariable: (name: string) => string | undefined;
};

/** The one file that reads the environment. */
export type Config = {
  readonly isColourForbidden: boolean;
  /** What is printed is read by a CI runner that takes lines of a certain form for commands. */
  readonly isPipelineLog: boolean;
  readonly url: string | undefined;
  /** A developer token or API key. */
  readonly token: string | undefined;
  /** Private key of the wallet that pays for reviews: 32 bytes as hex. Never written anywhere. */
  readonly walletKey: string | undefined;
  readonly trustKeys: readonly string[];
  /** Where the agent host that started a hook says that the project is. */
  readonly projectDir: string | undefined;
  /** Folders that agent hosts use instead of one in the home folder; each may hold skills and plugins. */
  readonly hostDirs: readonly string[];
  readonly home: string;
  /** What git is given: everything but its own variables, which could lead it to another repository or program. */
  readonly gitEnvironment: Readonly<Record<string, string | undefined>>;
  readonly configDir: string;
  readonly stateDir: string;
  readonly models: ModelSettings;
};

type Env = Readonly<Record<string, string | undefined>>;

/** GitHub and its kin, Azure Pipelines, TeamCity: each reads commands from the log. */
const RUNNERS = ['GITHUB_ACTIONS', 'GITEA_ACTIONS', 'FORGEJO_ACTIONS', 'TF_BUILD', 'TEAMCITY_VERSION'] as const;

/** Folders are those of the XDG specification. */
export function readConfig(env: Env): Config {
  const home = absolute(env.HOME) ?? userInfo().homedir;
  const configDir = join(absolute(env.XDG_CONFIG_HOME) ?? join(home, '.config'), 'assay');
  return {
    // no-color.org: present and not empty means no colour, whatever the value.
    isColourForbidden: (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb',
    isPipelineLog: RUNNERS.some((name) => (env[name] ?? '') !== ''),
    url: given(env.ASSAY_URL),
    token: given(env.ASSAY_TOKEN),
    walletKey: given(env.ASSAY_WALLET_KEY),
    trustKeys: (env.ASSAY_TRUST_KEYS ?? '').split(/[\s,]+/).filter((key) => key !== ''),
    projectDir: given(env.CLAUDE_PROJECT_DIR),
    hostDirs: [env.CLAUDE_CONFIG_DIR, env.CODEX_HOME, env.COPILOT_HOME].flatMap((dir) => given(dir) ?? []),
    home,
    get gitEnvironment() {
      return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(?:GIT|SSH_ASKPASS)/.test(name)));
    },
    configDir,
    stateDir: join(absolute(env.XDG_STATE_HOME) ?? join(home, '.local/state'), 'assay'),
    models: {
      configFile: join(configDir, 'models.json'),
      cacheFolder: join(absolute(env.XDG_CACHE_HOME) ?? join(home, '.cache'), 'assay', 'readings'),
      findVariable: (name) => env[name],
    },
  };
}

/** A folder that depends on where the process is would be one of the project, whose files must not decide about it. */
const absolute = (value: string | undefined): string | undefined =>
  value !== undefined && isAbsolute(value) && !/^\/(?:proc|dev\/fd)(?:\/|$)/.test(value) ? value : undefined;
/** Set to nothing is not set. */
const given = (value: string | undefined): string | undefined => (value === '' ? undefined : value);

/** The service and the keys of a hook are in its command or in the user's settings. */
const NOT_FOR_HOOKS = ['ASSAY_URL', 'ASSAY_TOKEN', 'ASSAY_TRUST_KEYS'] as const;
const FOLDER_VARIABLES = ['HOME', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME'] as const;

/**
 * Agent hosts start hooks with variables that a project can set (`.env`, the `env` of its settings). These must not choose the service, its
 * keys, or a folder of the project as the one that holds the user's approvals.
 */
export function dropProjectVariables(env: NodeJS.ProcessEnv, cwd: string): void {
  for (const name of NOT_FOR_HOOKS) delete env[name];
  const projects = [cwd, given(env.CLAUDE_PROJECT_DIR) ?? cwd].map(realOf);
  const account = realOf(accountHome() ?? '/nonexistent');
  for (const name of FOLDER_VARIABLES) {
    const folder = env[name];
    if (folder === undefined || folder === '') continue;
    // A session in the home folder, or above it, has all folders of the user below it.
    if (projects.some((project) => isWithin(realOf(folder), project) && !isWithin(account, project))) delete env[name];
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

/** A folder that does not exist holds no settings. */
function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
