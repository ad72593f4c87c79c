import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { GuardPolicy } from '@assay/client';
import { UsageError } from '../exit-codes.ts';
import type { Terminal } from '../terminal.ts';

export const DEFAULT_URL = 'http://127.0.0.1:8080';
export const PROJECT_FILE = '.assay.json';

/** What a project says about itself. It is shared with others, so it never holds a token. */
export type ProjectSettings = {
  readonly url?: string;
  readonly trustKeys?: readonly string[];
  readonly policy?: GuardPolicy;
  /** Certificate id by the path of the skill's folder. */
  readonly skills?: Readonly<Record<string, string>>;
};

/** What this user set. A token belongs to the service it is from, so that a project cannot have it sent elsewhere. */
export type UserSettings = ProjectSettings & {
  readonly tokens?: Readonly<Record<string, string>>;
  readonly trustedSkills?: readonly string[];
};

export type Settings = {
  readonly url: string;
  readonly token: string | undefined;
  readonly trustKeys: readonly string[];
  readonly policy: GuardPolicy;
  readonly skills: Readonly<Record<string, string>>;
};

export const userFile = ({ config }: Terminal): string => join(config.configDir, 'config.json');

/**
 * The command line before the environment, that before the project, that before the user. A guard does not read the project:
 * what it guards against could have written that file.
 */
export function readSettings(
  terminal: Terminal,
  { url }: { readonly url?: string | undefined } = {},
  { isProjectRead = true } = {},
): Settings {
  const user: UserSettings = readJson(userFile(terminal));
  const project: ProjectSettings = isProjectRead ? readJson(join(terminal.cwd, PROJECT_FILE)) : {};
  const { config } = terminal;
  const chosen = (url ?? config.url ?? project.url ?? user.url ?? DEFAULT_URL).replace(/\/+$/, '');
  const keys = [config.trustKeys, project.trustKeys ?? [], user.trustKeys ?? []].find((list) => list.length > 0);
  return {
    url: chosen,
    token: config.token ?? user.tokens?.[chosen],
    trustKeys: keys ?? [],
    policy: { ...user.policy, ...project.policy },
    skills: project.skills ?? {},
  };
}

export const readUserSettings = (terminal: Terminal): UserSettings => readJson(userFile(terminal));

/** On the disk whole or not at all, and for its owner only: it may hold tokens. */
export function writeUserSettings(terminal: Terminal, settings: UserSettings): void {
  const path = userFile(terminal);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, path);
}

function readJson(path: string): object {
  const text = readText(path);
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // said below
  }
  throw new UsageError(`${path} is not a JSON object. Mend or remove it.`);
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new UsageError(`${path} cannot be read.`, { cause: error });
  }
}
